"""The end of a round, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.text import capfirst

from games.kinds.common.look import Look, V
from games.kinds.common.words import GameWords, Names
from games.mine import Cell, Event, Seed
from games.tables.models import Round, Seat
from games.tables.presenters.log import Entry
from games.tables.store import LoadedTable


@dataclass(frozen=True, slots=True)
class Goal:
    """What a goal was: its drawing, where it lay, and its name."""

    drawing: str
    place: str
    name: str


def goals_then(
    loaded: LoadedTable, view: V, look: Look[V], number: int, words: GameWords[Any]
) -> tuple[Goal, ...]:
    """Of a round that ended: as the view shows them, or as its seed, shown by now, laid them."""
    if number == view.round:
        return _told(look.goals(view), look, words)
    return goals_of(loaded, look, loaded.rounds[number - 1], words)


def goals_of(
    loaded: LoadedTable, look: Look[Any], row: Round, words: GameWords[Any]
) -> tuple[Goal, ...]:
    """What a round that is over had hidden; nothing where its goals come from the game's seed."""
    if row.ended_at is None:
        return ()
    seed = Seed.from_hex(row.seed, row.salt)
    dealt = loaded.rules.dealt(loaded.table.options, len(loaded.seats), seed)
    goals = {card.cell: card.card for card in dealt.zone("board") if card.cell is not None}
    return _told(goals, look, words)


def _told(
    goals: Mapping[Cell, str | None], look: Look[Any], words: GameWords[Any]
) -> tuple[Goal, ...]:
    return tuple(
        Goal(look.goal(name), capfirst(words.place(cell)), words.CARDS.name(name))
        for cell, name in sorted(goals.items())
        if name
    )


@dataclass(frozen=True, slots=True)
class Final:
    """How a finished game went: gold round by round and, alone, how good that was."""

    title: str
    by_round: tuple[tuple[str, tuple[int, ...]], ...]
    """Everybody's name and what each round brought them; nothing where that is a secret."""
    verdict: str
    best: int | None
    """The most that who plays alone has ever brought home."""


def final(
    loaded: LoadedTable, look: Look[Any], log: Sequence[Entry], words: GameWords[Any], names: Names
) -> Final:
    """One query at most; a game that was given up has no verdict."""
    outcome = loaded.rules.outcome(loaded.state)
    grade = outcome.grade if outcome else None
    return Final(
        title=look.by_round(),
        by_round=_by_round(loaded, look, log, names),
        verdict=words.grade(grade) if grade else "",
        best=best_alone(loaded.seats[0].user_id) if loaded.alone else None,
    )


def best_alone(user: int | None) -> int | None:
    """The best result of the games for one that they played to the end."""
    seats = Seat.objects.filter(user=user, table__size=1, won=True)
    found: int | None = seats.aggregate(best=Max("score"))["best"]
    return found


def _by_round(
    loaded: LoadedTable, look: Look[Any], log: Sequence[Entry], names: Names
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """From the entries that ended a round."""
    if not look.GAINS:
        return ()
    told = [entry.events for entry in log if any(e.kind == "round-ended" for e in entry.events)]
    return tuple(
        (names.plain(seat.number), tuple(gain(look, seat.number, events) for events in told))
        for seat in loaded.seats
    )


def gain(look: Look[Any], number: int, events: Sequence[Event]) -> int:
    """What a round brought to a seat, where its events tell that to all."""
    own = [event for event in events if event.seat == number and event.kind in look.GAINS]
    return sum(look.GAINS[event.kind] * (event.amount or 0) for event in own)
