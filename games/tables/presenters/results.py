"""The end of a round, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games.engine import Cell, Event, Seed
from games.kinds.common.highlights import MAX_HIGHLIGHTS, GameMove
from games.kinds.common.look import Look, TableView
from games.kinds.common.words.phrases import Names, joined
from games.kinds.kind import GameKind
from games.replays.moments import moments, standing_moves
from games.tables.models import Round, Seat
from games.tables.presenters.log import Entry
from games.tables.store import LoadedTable


@dataclass(frozen=True, slots=True)
class ShownGoal:
    """A goal after its round: its drawing, position and name."""

    drawing: str
    place: str
    name: str


def goals_then(loaded: LoadedTable, view: TableView, number: int) -> tuple[ShownGoal, ...]:
    """Return the goals of a finished round, from the view or from its revealed seed."""
    if number == view.round:
        return _told(loaded.kind.look.goals(view), loaded.kind)
    return goals_of(loaded, loaded.rounds[number - 1])


def goals_of(loaded: LoadedTable, row: Round) -> tuple[ShownGoal, ...]:
    """Return the hidden goals of a finished round; none if they come from the game's seed."""
    if row.ended_at is None:
        return ()
    seed = Seed.from_hex(row.seed, row.salt)
    dealt = loaded.rules.dealt(loaded.table.options, len(loaded.seats), seed)
    goals = {card.cell: card.card for card in dealt.zone("board") if card.cell is not None}
    return _told(goals, loaded.kind)


def _told(goals: Mapping[Cell, str | None], kind: GameKind[Any, Any]) -> tuple[ShownGoal, ...]:
    words = kind.words
    return tuple(
        ShownGoal(kind.look.goal(name), capfirst(words.place(cell)), words.CARDS.name(name))
        for cell, name in sorted(goals.items())
        if name
    )


def final(loaded: LoadedTable, log: Sequence[Entry], names: Names) -> dict[str, Any]:
    """Describe a finished game: gold by round and, for a solo game, a verdict.

    Three queries at most; a resigned game has no verdict.
    """
    kind, outcome = loaded.kind, loaded.rules.outcome(loaded.state)
    grade = outcome.grade if outcome else None
    grades = kind.words.grades() if grade else ()
    highlights = kind.highlights(_game_moves(loaded), names)[:MAX_HIGHLIGHTS] if outcome else ()
    return {
        "title": str(kind.look.BY_ROUND),
        "by_round": _by_round(loaded, log, names),
        "verdict": grades[grade - 1].words if grade else "",
        "grade": grade,
        "grades": grades,
        "best": best_alone(loaded.seats[0].user_id) if loaded.table.for_one else None,
        "left": _cards_left(loaded, names),
        "highlights": highlights,
    }


def _cards_left(loaded: LoadedTable, names: Names) -> list[dict[str, Any]]:
    """Return the cards left in hands: no hand is secret once the game is over."""
    name_of = loaded.kind.words.CARDS.name
    hands = [loaded.rules.view(loaded.state, seat.number).hand for seat in loaded.seats]
    return [
        {"name": names.plain(number), "cards": [(card, name_of(card)) for card in hand]}
        for number, hand in enumerate(hands)
        if hand
    ]


def _game_moves(loaded: LoadedTable) -> list[GameMove]:
    """Return the moves of a finished game that were not undone: one query."""
    past = moments(loaded)
    return [
        GameMove(entry.number, entry.seat, before, past[entry.number].shown, events)
        for before, events, entry in standing_moves(loaded)
    ]


def best_alone(user: int | None) -> int | None:
    """Return their best result in solo games that they finished."""
    seats = Seat.objects.filter(user=user, table__size=1, won=True)
    found: int | None = seats.aggregate(best=Max("score"))["best"]
    return found


def _by_round(loaded: LoadedTable, log: Sequence[Entry], names: Names) -> list[dict[str, Any]]:
    """Return each round's gains, from the entry that ended it; empty if these are secret."""
    look = loaded.kind.look
    if not look.GAINS:
        return []
    told = [entry.events for entry in log if any(e.kind == "round-ended" for e in entry.events)]
    rows = [
        (seat.number, tuple(gain(look, seat.number, events) for events in told))
        for seat in loaded.seats
    ]
    return [
        {"name": names.plain(number), "gained": gained, "total": sum(gained)}
        for number, gained in rows
    ]


def gain(look: Look[Any], number: int, events: Sequence[Event]) -> int:
    """Return what a round brought to a seat, if its events make that public."""
    own = [event for event in events if event.seat == number and event.kind in look.GAINS]
    return sum(look.GAINS[event.kind] * (event.amount or 0) for event in own)


MAX_NAMED = 3
"""More winners than this are counted, not named."""


def short_result(winners: Sequence[str], won: bool, sat: bool) -> str:
    """Word it briefly for lists: `winners` names all, `won` and `sat` are about the reader."""
    if won:
        return gettext("you won") if len(winners) == 1 else gettext("you share the win")
    if not winners:
        return gettext("nobody won")
    if sat:
        return gettext("lost to %(names)s") % {"names": _named(winners)}
    return _they_won(winners)


def result_sentence(winners: Sequence[str], others: Sequence[str], won: bool) -> str:
    """Return the result for the table's page; `others` are the names of the reader's co-winners."""
    if won and others:
        return gettext("You share the win with %(names)s.") % {"names": _named(others)}
    if won:
        return gettext("You won.")
    return f"{_they_won(winners)}." if winners else gettext("Nobody won.")


def _they_won(winners: Sequence[str]) -> str:
    said = ngettext("%(names)s won", "%(names)s won", len(winners))
    return said % {"names": _named(winners)}


def _named(winners: Sequence[str]) -> str:
    number = len(winners)
    if number <= MAX_NAMED:
        return joined(winners)
    return ngettext("%(number)d player", "%(number)d players", number) % {"number": number}
