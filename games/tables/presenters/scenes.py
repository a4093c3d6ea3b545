"""The end of a round as a scene, and the card that is dealt for the next one.

A scene shows the round as it ended: its board with every goal that all may see by then, what
everybody was, what they won. All of it comes from the reader's view of that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.engine import IDLE_PHASES, Cell, Event
from games.kinds.common.look import DealtRole, Look, RoundReveal, SideGain, V
from games.kinds.kind import GameKind
from games.players.names import SeatNames
from games.replays.moments import Moment, end_of_round, moments
from games.tables.models import Seat
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters import results
from games.tables.presenters.people import Face, faces
from games.tables.store import LoadedTable

BAR = 100
"""The longest bar of a score, in units of its drawing."""


class ScoreBar(NamedTuple):
    """A score as a bar: what one had before the round, and what came to it."""

    before: int
    gain: int


@dataclass(frozen=True, slots=True)
class RevealedPlayer:
    """Somebody whose card is turned over; or a card that nobody had."""

    shown: RoundReveal
    dwarf: Face | None
    me: bool
    hooded: bool
    """Is the card still to be turned over before the reader's eyes?"""
    step: int
    total: str
    """What they have in all now, as far as the reader may know it."""
    bar: ScoreBar | None


@dataclass(frozen=True, slots=True)
class Scene:
    """A round as it ended, step by step: goals, then people, then gold, then the score."""

    number: int
    title: SafeString
    board: boards.Board | None
    """None where the log can no longer be replayed: then the goals are listed."""
    goals: tuple[results.ShownGoal, ...]
    people: tuple[RevealedPlayer, ...]
    sides: tuple[SideGain, ...]
    paid_at: int
    """The step in which gold is handed out; the score moves in the next."""
    to_come: bool
    """Is gold still being picked? Then this is the first of two parts."""
    hoods_off: bool
    """Has the reader seen that first part, so that only goals and gold are new?"""
    unseen: bool
    """Is it the reader's to see, and not opened again?"""
    earlier: tuple[int, ...] = ()
    """Other rounds that have ended."""


class SceneSources(NamedTuple):
    """All that a scene is made from besides the table: its reader's log and names."""

    kind: GameKind[Any, Any]
    names: SeatNames
    log: Sequence[history.Entry]


def ended(view: V, log: Sequence[history.Entry]) -> int:
    """How many rounds have ended, the one on the table included."""
    return view.round if _end_of(log, view.round) else view.round - 1


def unseen(view: V, seat: Seat, over: int) -> bool:
    """Have they not yet seen how the last of these rounds ended?

    Where gold is picked by hand that comes in two parts: who was what, and then who got what.
    """
    picking = over == view.round and view.phase not in IDLE_PHASES
    return (seat.hoods_seen if picking else seat.scene_seen) < over


def scene(
    loaded: LoadedTable, view: V, seat: Seat | None, asked: int, over: int, told: SceneSources
) -> Scene | None:
    """The end that the reader asks for, or that they have not seen yet: of `over` the latest."""
    is_due = seat is not None and unseen(view, seat, over)
    number = asked if 0 < asked <= over else over if is_due else 0
    if not number:
        return None
    then = _now(view, told) if number == view.round else _then(loaded, view, number, told)
    made = _scene(loaded, then, number, told, seat if is_due and number == over else None)
    return made and replace(made, earlier=tuple(n for n in range(1, over + 1) if n != number))


class _Ended(NamedTuple):
    """A round as it ended: the reader's view of it, where its last move was, what it brought."""

    view: Any
    last: Sequence[Cell]
    events: Sequence[Event]
    is_board: bool = True


def _now(view: V, told: SceneSources) -> _Ended:
    """The round that ended is still on the table."""
    return _Ended(view, history.last_cells(told.log), _end_of(told.log, view.round))


def _then(loaded: LoadedTable, view: V, number: int, told: SceneSources) -> _Ended:
    past = moments(loaded)
    events = _end_of(told.log, number) or _end_of(_entries(loaded, past, told), number)
    moment = end_of_round(past, number)
    if moment is None or moment.entry is None:
        return _Ended(view, (), events, is_board=False)
    (entry,) = history.entries([moment.entry], loaded.rules, told.kind.words, told.names)
    return _Ended(loaded.rules.view(moment.ended, told.names.me), entry.cells, events)


def _entries(
    loaded: LoadedTable, past: Sequence[Moment], told: SceneSources
) -> list[history.Entry]:
    rows = [moment.entry for moment in past if moment.entry is not None]
    return history.entries(rows, loaded.rules, told.kind.words, told.names)


def _end_of(log: Sequence[history.Entry], number: int) -> tuple[Event, ...]:
    """From the end of this round up to the next deal; nothing if it was not reached."""
    gone = history.taken_back(log)
    events = [event for entry in log if entry.number not in gone for event in entry.events]
    ends = [n for n, e in enumerate(events) if e.kind == "round-ended" and e.amount == number]
    return tuple(_until_dealt(events[ends[-1] :])) if ends else ()


def _until_dealt(events: Sequence[Event]) -> Iterator[Event]:
    for event in events:
        if event.kind == "round-began":
            return
        yield event


def _scene(
    loaded: LoadedTable,
    then: _Ended,
    number: int,
    told: SceneSources,
    due_to: Seat | None,
) -> Scene | None:
    if not then.events:
        return None
    look, words = told.kind.look, told.kind.words
    board = _board(then, told) if then.is_board else None
    turned = sum(card.step > 0 for card in board.cards) if board else 0
    hoods_off = due_to is not None and due_to.hoods_seen >= number
    people = _people(loaded, then, told)
    if not hoods_off:
        people = tuple(  # one hood after the other comes off
            replace(person, hooded=bool(person.shown.back), step=turned + n)
            for n, person in enumerate(people, 1)
        )
    line = words.event(then.events[0], told.names)
    return Scene(
        number=number,
        title=line.text if line else SafeString(""),
        board=board,
        goals=results.goals_then(loaded, then.view, look, number, words),
        people=people,
        sides=look.sides(then.view, then.events),
        paid_at=turned + (0 if hoods_off else len(people)) + 1,
        to_come=then.is_board and then.view.phase not in IDLE_PHASES,
        hoods_off=hoods_off,
        unseen=due_to is not None,
    )


def _board(then: _Ended, told: SceneSources) -> boards.Board:
    """Goals that nobody reached are turned over, one after the other."""
    kind = told.kind
    made = boards.board(then.view, kind.look, kind.words, told.names, then.last, ())
    closed = {kind.look.BACK}
    hidden = [c for c in made.cards if c.cell in then.view.mine.hidden and c.name not in closed]
    steps = {card.cell: step for step, card in enumerate(hidden, 1)}
    return replace(made, cards=tuple(_turned(card, steps, kind.look) for card in made.cards))


def _turned(card: boards.ShownCard, steps: Mapping[Cell, int], look: Look[Any]) -> boards.ShownCard:
    step = steps.get(card.cell)
    return card if step is None else replace(card, back=look.BACK, step=step)


def _people(loaded: LoadedTable, then: _Ended, told: SceneSources) -> tuple[RevealedPlayer, ...]:
    look, names = told.kind.look, told.names
    dwarfs = faces(loaded.seats)
    bars = _bars(then, look, len(loaded.seats)) if then.is_board else {}
    return tuple(
        RevealedPlayer(
            shown=shown,
            dwarf=None if shown.seat is None else dwarfs[shown.seat],
            me=names.is_me(shown.seat),
            hooded=False,
            step=0,
            total=_total(then, shown.seat, look),
            bar=None if shown.seat is None else bars.get(shown.seat),
        )
        for shown in look.round_end(then.view, then.events, names)
    )


def _total(then: _Ended, seat: int | None, look: Look[Any]) -> str:
    gold = look.player(then.view, seat).gold if seat is not None and then.is_board else None
    return "" if gold is None else look.amount(gold)


def _bars(then: _Ended, look: Look[Any], seats: int) -> dict[int, ScoreBar]:
    """Where everybody may see what everybody has; the one with most has the longest."""
    totals = [look.player(then.view, seat).gold or 0 for seat in range(seats)]
    if not look.GAINS or not max(totals):
        return {}
    gains = [max(0, results.gain(look, seat, then.events)) for seat in range(seats)]
    long = [round(BAR * total / max(totals)) for total in totals]
    grown = [round(BAR * gain / max(totals)) for gain in gains]
    return {n: ScoreBar(max(0, long[n] - grown[n]), min(long[n], grown[n])) for n in range(seats)}


def dealt(view: V, seat: int, look: Look[V]) -> DealtRole | None:
    """The card that this round dealt to a seat, while that is still its secret."""
    return None if look.is_shown(view) else look.dealt(view, seat)
