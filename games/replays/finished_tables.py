"""The result of a finished table, read from its seats and its log.

Nothing is replayed: the events of the moves that ended a round contain roles and winners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.engine import Event
from games.engine.progress import RatedResult
from games.kinds import KINDS
from games.replays.moments import standing_entries
from games.tables.models import Departure, LogEntry, Seat, Table, event_of


class Decision(NamedTuple):
    """The result of a round or game: the log entry that decided it, and each seat's outcome."""

    at: datetime
    parts: Sequence[RatedResult]


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """A finished table and everybody who ever sat there."""

    table: Table
    seats: Sequence[Seat]
    departures: Sequence[Departure]
    """Players who left and did not come back, in the order of leaving."""
    decided: Sequence[Decision]

    @property
    def with_bots(self) -> bool:
        return any(seat.bot for seat in self.seats)

    @property
    def players(self) -> list[tuple[Seat, User]]:
        """Players who sat there at the end and still have an account."""
        seated = [(seat, seat.user) for seat in self.seats if seat.user is not None]
        return [(seat, user) for seat, user in seated if user.deleted_at is None]

    @property
    def everybody(self) -> list[User]:
        """Players who sat there at the end or left before, each once."""
        seated = [seat.user for seat in self.seats if seat.user is not None]
        return [*seated, *(row.user for row in self.departures)]

    def holder(self, number: int, at: datetime) -> User | None:
        """Return the seat's player at that entry: the first to leave after it, or the last one."""
        left = (row.user for row in self.departures if row.seat == number and row.at > at)
        return next(left, self.seats[number].user)

    @property
    def is_rated(self) -> bool:
        """Whether only people with accounts, two or more, played it to the end."""
        return len(self.seats) > 1 and all(is_rated(seat.user) for seat in self.seats)

    @property
    def leavers(self) -> list[User]:
        """Players who left a table without bots, even if a bot has played for them since."""
        left = {row.seat for row in self.departures}
        of_people = all(seat.user_id or seat.number in left for seat in self.seats)
        rated = [row.user for row in self.departures if is_rated(row.user)]
        return rated if of_people else []


def is_rated(user: User | None) -> bool:
    """Check whether a player has ratings: guests, deleted accounts and bots don't."""
    return user is not None and not user.is_guest


def finished_table(table: Table) -> FinishedTable:
    """Read the table with three queries."""
    seats = list(table.seats.select_related("user").order_by("number"))
    departures = list(table.departures.select_related("user").order_by("at", "pk"))
    return FinishedTable(table, seats, departures, _decided(table, seats))


def _decided(table: Table, seats: Sequence[Seat]) -> list[Decision]:
    """Return the result of every round, or of the game; none for solo games."""
    results = KINDS[table.kind].results
    entries = list(table.log.order_by("number"))
    if results.of_round is not None:
        ended = [(row.at, _events(row)) for row in standing_entries(entries) if _ended(row)]
        return [Decision(at, results.of_round(events)) for at, events in ended]
    if results.of_game is None or not entries:
        return []
    winners = [seat.number for seat in seats if seat.won]
    parts = results.of_game(_events(entries[0]), winners, len(seats))
    return [Decision(table.ended_at or entries[-1].at, parts)]


def _ended(entry: LogEntry) -> bool:
    return any(raw[0] == "round-ended" for raw in entry.events)


def _events(entry: LogEntry) -> list[Event]:
    return [event_of(raw) for raw in entry.events]
