"""Events at tables that others want to know about.

A service reports one as it happens (`work.tell(...)`). At the end of its unit of work all of them
are passed, in the same transaction, to `unit_of_work.LISTENERS`. An event holds plain facts of its
moment. `by` is the player who caused it of their own accord, without being asked by the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from accounts.models import User
from games.tables.models import Message, Table


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this player's turn, which began with the log entry `turn`."""

    seat: int
    player: User
    turn: int


@dataclass(frozen=True, slots=True)
class TimeIsShort:
    """Four fifths of the time for a turn are gone. `missed` counts the deadlines missed at this
    seat, which tells two clocks of one turn apart."""

    seat: int
    player: User
    turn: int
    missed: int


@dataclass(frozen=True, slots=True)
class TurnMissed:
    """A deadline passed: `excused` (the clock starts again) or `played` (a move was made)."""

    what: Literal["excused", "played"]
    seat: int
    player: User
    turn: int
    missed: int


@dataclass(frozen=True, slots=True)
class SeatChanged:
    """For all `players`: this seat was `offered`, went to a `bot` or a `player`, or its player
    `returned`. `by` is the player who left, came or came back; None if a deadline did it."""

    what: Literal["offered", "bot", "player", "returned"]
    seat: int
    entry: int
    """The length of the log when it happened."""
    players: tuple[User, ...]
    by: User | None = None


@dataclass(frozen=True, slots=True)
class SeatLost:
    """For the player who sat there: while they were away, a bot or another player got the seat."""

    to: Literal["bot", "player"]
    seat: int
    entry: int
    player: User


@dataclass(frozen=True, slots=True)
class TableStarted:
    players: tuple[User, ...]


@dataclass(frozen=True, slots=True)
class RoundOver:
    number: int
    players: tuple[User, ...]


@dataclass(frozen=True, slots=True)
class TableOver:
    """A table ended: `finished`, `cancelled`, `closed` (a lobby), or `abandoned`."""

    what: Literal["finished", "cancelled", "closed", "abandoned"]
    players: tuple[User, ...]
    former: tuple[User, ...] = ()
    """Players who lost their seat and might have come back."""
    by: User | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """These players are invited to the table."""

    guests: tuple[User, ...]
    by: User


@dataclass(frozen=True, slots=True)
class StrangerInvited:
    """Somebody without an account is invited, at this address."""

    email: str
    by: User


@dataclass(frozen=True, slots=True)
class NamedInChat:
    """A message at the table names these players."""

    message: Message
    players: tuple[User, ...]


TableEvent = (
    TurnBegan
    | TimeIsShort
    | TurnMissed
    | SeatChanged
    | SeatLost
    | TableStarted
    | RoundOver
    | TableOver
    | Invited
    | StrangerInvited
    | NamedInChat
)
Listener = Callable[[Table, Sequence[TableEvent], datetime], None]
"""Receives all events of one unit of work, inside its transaction."""
