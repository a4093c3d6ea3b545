"""What a move did or would do, and how a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from games.mine.events import Event
from games.mine.notation import Seat
from games.mine.tunnels import Cell

S = TypeVar("S")

RESTING: Final = ("ended", "over")
"""The phases in which nobody can move. A state in the first is only looked at: when a round has
ended, the next is dealt at once."""


class Progress(NamedTuple, Generic[S]):
    """What one move did: the state before, the state after, and what happened in between."""

    before: S
    after: S
    events: tuple[Event, ...]
    turn_over: bool = True
    """Has the turn ended in which it was played? Not by a step with more to come in the same turn,
    and not by an answer out of turn, unless that ended the round. Who is on turn afterwards has
    begun a new turn, even if it is the same seat."""
    ended: S | None = None
    """The round as it ended by this move, before the next one was dealt; None if it goes on."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: what each seat scored, and who won (several share a win)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    grade: int | None = None
    """How well it went, 1 worst, in a game without opponents."""


def most_wins(scores: tuple[int, ...], grade: int | None = None) -> Outcome:
    """Who has most wins; a tie is a shared win. (C27, D28, L28)"""
    most = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == most)
    return Outcome(scores, winners, grade)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would do, as far as the player can know."""

    openings: str
    joined: tuple[Cell, ...]
    """Cells whose card would newly be joined to the start, the new one included."""
    goals: tuple[Cell, ...]
    """Face-down goals that would be turned over at once."""
    reached_by: tuple[tuple[Seat, Cell], ...] = ()
    """Whose tunnels would lead into which of these goals, where everybody has their own."""
    claims: tuple[tuple[Seat, Cell], ...] = ()
    """Gold in sight that would be claimed at once, and by whom."""
    trolls: tuple[Cell, ...] = ()
    """Trolls that would newly be within reach, and could be paid with the same move."""
    route: tuple[Cell, ...] = ()
    """The way of a walk, with the cell it begins on."""
    cost: int = 0
    """How many cards a walk would cost."""
    starts: tuple[Cell, ...] = ()
    """Where there are several starts: those from which paths would lead to the card."""
