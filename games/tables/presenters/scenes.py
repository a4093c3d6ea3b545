"""The end of a round as a scene, and the role card dealt for the next round.

A scene shows the round as it ended: its board with every goal that is public by then, everybody's
role, and what they won. It comes from the reader's view of that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count, takewhile
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.engine import IDLE_PHASES, Cell, Event
from games.kinds.common.look import Look, RoundReveal, SideGain, V
from games.players.names import SeatNames
from games.replays.moments import end_of_round, moments
from games.tables.models import LogEntry, Seat
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters import results
from games.tables.presenters.people import Face, faces
from games.tables.store import LoadedTable

BAR = 100
"""The longest bar of a score, in units of its drawing."""


@dataclass(frozen=True, slots=True)
class RevealedPlayer:
    """A player whose role card is turned over, or a role card that nobody had."""

    shown: RoundReveal
    dwarf: Face | None
    me: bool
    hooded: bool
    """Whether the card is turned over as the reader watches."""
    step: int
    total: str
    """Their total so far, as far as the reader may know it."""
    bar: dict[str, int] | None
    """Their score as a bar: the total before the round, and what the round added."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A round as it ended, step by step: goals, then people, then gold, then the score."""

    number: int
    title: SafeString
    board: boards.Board | None
    """None if the log can no longer be replayed: then the goals are listed."""
    goals: tuple[results.ShownGoal, ...]
    people: tuple[RevealedPlayer, ...]
    sides: tuple[SideGain, ...]
    paid_at: int
    """The step in which gold is shared out; the score moves in the next."""
    to_come: bool
    """Whether gold is still being picked, so that this is the first of two parts."""
    unseen: bool
    """Whether the reader hasn't seen it yet."""
    earlier: tuple[int, ...] = ()
    """Other rounds that have ended."""


class SceneSources(NamedTuple):
    """The sources of a scene: the table, and its reader's names and log."""

    loaded: LoadedTable
    names: SeatNames
    log: Sequence[history.Entry]


def ended(view: V, log: Sequence[history.Entry]) -> int:
    """Count the rounds that have ended, including the one on the table."""
    return view.round if _end_of(log, view.round) else view.round - 1


def scene(sources: SceneSources, view: V, seat: Seat | None, asked: int, over: int) -> Scene | None:
    """Return the scene that the reader asks for, or the latest of `over` rounds if it is unseen.

    If gold is picked by hand, it has two parts: everybody's role, then their gold.
    """
    picking = over == view.round and view.phase not in IDLE_PHASES
    is_due = seat is not None and (seat.hoods_seen if picking else seat.scene_seen) < over
    number = asked if 0 < asked <= over else over if is_due else 0
    if not number:
        return None
    then = _now(sources, view) if number == view.round else _then(sources, view, number)
    made = _scene(sources, then, number, seat if is_due and number == over else None)
    return made and replace(made, earlier=tuple(n for n in range(1, over + 1) if n != number))


class _Ended(NamedTuple):
    """A round as it ended: the reader's view, the cells of the last move, and its events."""

    view: Any
    last: Sequence[Cell]
    events: Sequence[Event]
    is_board: bool = True


def _now(sources: SceneSources, view: V) -> _Ended:
    """Return the round that ended and is still on the table."""
    return _Ended(view, history.last_cells(sources.log), _end_of(sources.log, view.round))


def _then(sources: SceneSources, view: V, number: int) -> _Ended:
    past = moments(sources.loaded)
    events = _end_of(sources.log, number)
    if not events:  # the log on the page begins after that round
        rows = [moment.entry for moment in past if moment.entry is not None]
        events = _end_of(_entries(sources, rows), number)
    moment = end_of_round(past, number)
    if moment is None or moment.entry is None:
        return _Ended(view, (), events, is_board=False)
    (entry,) = _entries(sources, [moment.entry])
    then = sources.loaded.rules.view(moment.ended, sources.names.me)
    return _Ended(then, entry.cells, events)


def _entries(sources: SceneSources, rows: Iterable[LogEntry]) -> list[history.Entry]:
    loaded = sources.loaded
    return history.entries(rows, loaded.rules, loaded.kind.words, sources.names)


def _end_of(log: Sequence[history.Entry], number: int) -> tuple[Event, ...]:
    """Return events from the end of this round to the next deal; empty if it hasn't ended."""
    gone = history.taken_back(log)
    events = [event for entry in log if entry.number not in gone for event in entry.events]
    ends = [n for n, e in enumerate(events) if e.kind == "round-ended" and e.amount == number]
    since = events[ends[-1] :] if ends else []
    return tuple(takewhile(lambda event: event.kind != "round-began", since))


def _scene(sources: SceneSources, then: _Ended, number: int, due_to: Seat | None) -> Scene | None:
    if not then.events:
        return None
    loaded, kind = sources.loaded, sources.loaded.kind
    board = _board(sources, then) if then.is_board else None
    turned = sum(card.step > 0 for card in board.cards) if board else 0
    hoods_off = due_to is not None and due_to.hoods_seen >= number
    people = _people(sources, then, None if hoods_off else turned)
    line = kind.words.event(then.events[0], sources.names)
    return Scene(
        number=number,
        title=line.text if line else SafeString(""),
        board=board,
        goals=results.goals_then(loaded, then.view, number),
        people=people,
        sides=kind.look.sides(then.view, then.events),
        paid_at=turned + (0 if hoods_off else len(people)) + 1,
        to_come=then.is_board and then.view.phase not in IDLE_PHASES,
        unseen=due_to is not None,
    )


def _board(sources: SceneSources, then: _Ended) -> boards.Board:
    """Return the board on which unreached goals are turned over, one after the other."""
    kind, steps = sources.loaded.kind, count(1)
    made, back = boards.board(then.view, kind, sources.names, then.last), kind.look.BACK
    hidden = then.view.mine.hidden
    cards = (
        replace(card, back=back, step=next(steps))
        if card.cell in hidden and card.name != back
        else card
        for card in made.cards
    )
    return replace(made, cards=tuple(cards))


def _people(sources: SceneSources, then: _Ended, turned: int | None) -> tuple[RevealedPlayer, ...]:
    """Turn over one role card after the other, from step `turned` on; None if all are already."""
    look, names, seats = sources.loaded.kind.look, sources.names, sources.loaded.seats
    dwarfs = faces(seats)
    bars = _bars(then, look, len(seats)) if then.is_board else {}
    return tuple(
        RevealedPlayer(
            shown=shown,
            dwarf=None if shown.seat is None else dwarfs[shown.seat],
            me=names.is_me(shown.seat),
            hooded=turned is not None and bool(shown.back),
            step=0 if turned is None else turned + n,
            total=_total(then, shown.seat, look),
            bar=None if shown.seat is None else bars.get(shown.seat),
        )
        for n, shown in enumerate(look.round_end(then.view, then.events, names), 1)
    )


def _total(then: _Ended, seat: int | None, look: Look[Any]) -> str:
    gold = look.player(then.view, seat).gold if seat is not None and then.is_board else None
    return "" if gold is None else look.amount(gold)


def _bars(then: _Ended, look: Look[Any], seats: int) -> dict[int, dict[str, int]]:
    """Return the bars, scaled to the highest score, if all scores are public."""
    totals = [look.player(then.view, seat).gold or 0 for seat in range(seats)]
    if not look.GAINS or not max(totals):
        return {}
    gains = [max(0, results.gain(look, seat, then.events)) for seat in range(seats)]
    long = [round(BAR * total / max(totals)) for total in totals]
    grown = [round(BAR * gain / max(totals)) for gain in gains]
    return {
        n: {"before": max(0, whole - new), "gain": min(whole, new)}
        for n, (whole, new) in enumerate(zip(long, grown, strict=True))
    }
