"""What happens at tables that somebody may want to hear of.

A service says it (`work.tell(...)`) as it happens. At the end of its unit of work the news is
handed to `unit_of_work.LISTENERS`, in the same transaction. News is made of plain facts of the moment at which it was told.
`by` is who did it on their own account, where the game did not ask for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from accounts.models import User
from games.tables.models import Message, Table


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something that happened at a table."""


Listener = Callable[[Table, Sequence[TableEvent], datetime], None]
"""Who hears all that happened in one unit of work, inside its transaction."""


# --- turns ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(TableEvent):
    """It is this player's turn. `turn` is the log entry with which it began."""

    seat: int
    player: User
    turn: int


@dataclass(frozen=True, slots=True)
class TimeIsShort(TableEvent):
    """Four fifths of the time for a turn are gone. `missed`: deadlines missed at this seat so far,
    which tells apart two clocks of one turn."""

    seat: int
    player: User
    turn: int
    missed: int


@dataclass(frozen=True, slots=True)
class TurnMissed(TableEvent):
    """A deadline passed: `excused` (the clock starts again) or `played` (a move was made)."""

    what: Literal["excused", "played"]
    seat: int
    player: User
    turn: int
    missed: int


# --- seats ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatChanged(TableEvent):
    """For all `players`: this seat was `offered`, went to a `bot` or a `player`, or its player
    `returned`. `by` is who left, came or came back; nobody where a deadline did it."""

    what: Literal["offered", "bot", "player", "returned"]
    seat: int
    entry: int
    """The length of the log when it happened."""
    players: tuple[User, ...]
    by: User | None = None


@dataclass(frozen=True, slots=True)
class SeatLost(TableEvent):
    """For who sat there: the seat went to a bot or to another player while they were away."""

    to: Literal["bot", "player"]
    seat: int
    entry: int
    player: User


# --- the life of a table --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableStarted(TableEvent):
    players: tuple[User, ...]


@dataclass(frozen=True, slots=True)
class RoundOver(TableEvent):
    number: int
    players: tuple[User, ...]


@dataclass(frozen=True, slots=True)
class TableOver(TableEvent):
    """It was `finished` or `cancelled`, `closed` (a lobby), or `abandoned`."""

    what: Literal["finished", "cancelled", "closed", "abandoned"]
    players: tuple[User, ...]
    former: tuple[User, ...] = ()
    """Who lost their seat and might have come back."""
    by: User | None = None


@dataclass(frozen=True, slots=True)
class Invited(TableEvent):
    """These players are asked to the table."""

    guests: tuple[User, ...]
    by: User


@dataclass(frozen=True, slots=True)
class StrangerInvited(TableEvent):
    """Somebody without an account is asked, at this address."""

    email: str
    by: User


@dataclass(frozen=True, slots=True)
class NamedInChat(TableEvent):
    """A message at the table names these players."""

    message: Message
    players: tuple[User, ...]
