"""What a service holds in its hands: a table under its lock, and what has happened at it.

A service notes facts as they happen. `unit_of_work.py` opens the work, and at its end does, once,
whatever follows from the facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from accounts.models import User
from games.engine import Event, Move, state_hash
from games.tables import site_clock, store
from games.tables.models import LogEntry, Seat, Table
from games.tables.refusals import Refused
from games.tables.services.news import RoundOver, TableEvent
from games.tables.store import LoadedTable

FORCED_AT_MOST = 100  # no game has so many forced moves in a row


class RowWork:
    """The lighter form: the table's own row, without its game."""

    def __init__(self, table: Table, at: datetime) -> None:
        self.table = table
        self.at = at
        self.news: list[TableEvent] = []
        self.columns: set[str] = set()

    @cached_property
    def clock_time(self) -> datetime:
        """What the players' clocks show: the time of this work, or when all clocks stopped.

        It holds until the end of the work: deadlines move only when no table is locked.
        """
        return site_clock.shown(self.at)

    def seat_of(self, user: User) -> Seat:
        """Where they sit. Refuses: not-seated."""
        seat = self.table.seats.filter(user=user).first()
        if seat is None:
            raise Refused("not-seated")
        return seat

    def keep(self, *columns: str) -> None:
        """These columns of the table have changed; no open page needs to know."""
        self.columns.update(columns)

    def changed(self, *columns: str) -> None:
        """The table has changed, with these columns: every open page shows it again."""
        self.columns.update(("changes", *columns))

    def tell(self, news: TableEvent) -> None:
        """Something that somebody may want to hear of."""
        self.news.append(news)


class TableWork(RowWork):
    """A table with its seats and, once it was dealt, its game."""

    def __init__(self, loaded: LoadedTable, at: datetime) -> None:
        super().__init__(loaded.table, at)
        self.loaded = loaded
        self.entries: list[LogEntry] = []
        self.happened = False
        """Is there anything to settle and to save?"""
        self.person_is_here = False
        self.turn_is_over = False
        self.mover: int | None = None
        self.begins_anew: int | None = None

    # --- who is at the table ---

    @property
    def seats(self) -> list[Seat]:
        return self.loaded.seats

    @property
    def players(self) -> tuple[User, ...]:
        """Every person who sits there now."""
        return tuple(seat.user for seat in self.seats if seat.user is not None)

    def seat_of(self, user: User) -> Seat:
        """Where they sit. Refuses: not-seated."""
        seat = self.loaded.seat_of(user)
        if seat is None:
            raise Refused("not-seated")
        return seat

    # --- facts ---

    def person_acted(self) -> None:
        """A person did something here: the table lives on."""
        self.happened = self.person_is_here = True

    def person_moved(self, seat: Seat) -> None:
        """They are here: if it is their turn again by their own move, they need not be told."""
        self.person_acted()
        self.mover = seat.number

    def end_turn(self) -> None:
        """A turn is over: whoever is on turn begins a new one. Otherwise running clocks run on."""
        self.happened = self.turn_is_over = True

    def begin_turn_anew(self, seat: Seat) -> None:
        """If this seat is on turn, its turn begins from the start, with a new clock."""
        self.happened = True
        self.begins_anew = seat.number

    # --- the log and the game ---

    def append(self, entry: LogEntry, events: Sequence[Event] = ()) -> None:
        """Add an entry to the log, with a hash of the state after it."""
        table, self.happened = self.table, True
        table.length += 1
        entry.table, entry.number, entry.round_number = table, table.length, table.round_number
        entry.events = [list(event) for event in events]
        entry.state_hash = state_hash(self.loaded.pieces)
        entry.at = self.at
        self.entries.append(entry)

    def play(self, entry: LogEntry, move: Move) -> bool:
        """Play a move, and at once whatever everybody sees to be the only move after it.

        `entry` says how the move was made, and by which seat. Is a turn over?
        """
        over = self._play_one(entry, move)
        for _ in range(FORCED_AT_MOST):
            forced = self.loaded.rules.forced(self.loaded.state)
            if forced is None:
                break
            number, only = forced
            over = self._play_one(LogEntry(kind=LogEntry.Kind.FORCED, seat=number), only) or over
        if over:
            self.end_turn()
        return over

    def _play_one(self, entry: LogEntry, move: Move) -> bool:
        rules, table, number = self.loaded.rules, self.table, entry.seat or 0
        before, answers = table.round_number, table.answers
        waited_for = number in rules.waiting_for(self.loaded.state)
        progress = rules.play(self.loaded.state, number, move)
        self.put(progress.after)
        if not (waited_for or progress.turn_over):  # an answer out of turn outdates no form
            table.answers = answers + 1
        entry.move = move.written()
        self.append(entry, progress.events)
        if table.round_number != before:
            self.tell(RoundOver(before, self.players))
        return progress.turn_over

    def put(self, state: Any) -> None:
        """The game is in this state now."""
        self.happened = True
        store.put(self.loaded, state, self.at)
