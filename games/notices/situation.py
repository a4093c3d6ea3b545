"""The current state of tables and relations that due notices depend on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property

from django.db.models import Q, QuerySet

from accounts import relations
from games.notices.models import Notice
from games.tables import store
from games.tables.models import Departure, Invitation, LogEntry, Message, Seat, SiteClock, Table
from games.tables.store import LoadedTable

WITH_DEADLINE = frozenset({"turn", "reminder", "missed"})
"""Kinds that state a deadline."""
ClockKey = tuple[int | None, int, int]
"""Table, turn, and number of deadlines the seat has missed."""


class Situation:
    """The current state behind notices to one reader by one channel.

    Each part is read when first needed, in one query for all notices of a digest. Only games are
    loaded one by one, to show a score or a board.
    """

    def __init__(self, rows: Sequence[Notice]) -> None:
        self.rows, self.reader = rows, rows[0].recipient
        self.tables = {row.table_id for row in rows if row.table_id}
        self._loaded: dict[int, LoadedTable] = {}

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """The seats of each table, in order."""
        seats = defaultdict(list)
        found = Seat.objects.filter(table__in=self.tables).select_related("user", "former")
        for seat in found.order_by("number"):
            seats[seat.table_id].append(seat)
        return seats

    @cached_property
    def seats_left(self) -> Mapping[int, int]:
        """The seat that the reader left, by table."""
        gone = Departure.objects.filter(user=self.reader, table__in=self.tables)
        return dict(gone.values_list("table", "seat"))

    @cached_property
    def invited_to(self) -> set[int]:
        """Tables to which the reader is invited, by name or by address."""
        reader = self.reader
        them = Q(user=reader) | Q(email=reader.email) if reader.email else Q(user=reader)
        found = Invitation.objects.filter(them, table__in=self.tables)
        return set(found.values_list("table", flat=True))

    @cached_property
    def messages(self) -> Mapping[int, Message]:
        """Chat messages, by primary key."""
        said = [row.cause_number for row in self.rows if row.kind == "chat"]
        return Message.objects.select_related("user").in_bulk(said)

    @cached_property
    def muted(self) -> set[int]:
        """Players who caused these notices and whom the reader has muted or blocked."""
        causers = {row.by_id for row in self.rows if row.by_id}
        return set(relations.ignored_by(self.reader, causers)) if causers else set()

    @cached_property
    def site_clock(self) -> SiteClock:
        return SiteClock.current()

    @cached_property
    def reminded(self) -> set[ClockKey]:
        """Clocks with a reminder to the reader, sent or waiting, by the same channel."""
        found = self._others("reminder", Notice.State.WAITING, Notice.State.SENT)
        return set(found.values_list("table_id", "cause_number", "cause_count"))

    @cached_property
    def told_of_start(self) -> set[int | None]:
        """Tables whose start the reader was told of by the same channel."""
        return set(self._others("started", Notice.State.SENT).values_list("table_id", flat=True))

    @cached_property
    def told_of_turn(self) -> set[int | None]:
        """Tables with a notice of the reader's turn, sent or waiting, by the same channel."""
        found = self._others("turn", Notice.State.WAITING, Notice.State.SENT)
        return set(found.values_list("table_id", flat=True))

    def _others(self, kind: str, *states: str) -> QuerySet[Notice]:
        """Return notices of this kind about the same tables, for the same reader and channel."""
        first = self.rows[0]
        return Notice.objects.filter(
            recipient=first.recipient_id,
            channel=first.channel,
            bundled=first.bundled,
            kind=kind,
            table__in=self.tables,
            state__in=states,
        )

    @cached_property
    def _round_ends(self) -> list[LogEntry]:
        """Entries that end a round. One that also deals the next is logged under the next."""
        wanted = Q(pk__in=[])
        for row in self.rows:
            if row.kind == "round-over":
                wanted |= Q(table=row.table_id, round_number__in=_rounds_logged(row))
        found = LogEntry.objects.filter(wanted).only("table_id", "round_number", "events")
        return [
            entry
            for entry in found.order_by("number")
            if any(event[0] == "round-ended" for event in entry.events)
        ]

    def round_ends(self, notice: Notice) -> list[LogEntry]:
        """Return the entries that ended the notice's round."""
        return [
            entry
            for entry in self._round_ends
            if entry.table_id == notice.table_id and entry.round_number in _rounds_logged(notice)
        ]

    def clocks_stand(self, at: datetime) -> bool:
        """Return whether all clocks are stopped: no deadline passes, and all will be extended."""
        return self.site_clock.stands_since(at) is not None

    def own_seat(self, notice: Notice) -> Seat | None:
        """Return the reader's seat at this table."""
        return next((s for s in self.at_table(notice) if s.user_id == self.reader.pk), None)

    def seat(self, notice: Notice) -> Seat | None:
        return next((s for s in self.at_table(notice) if s.number == notice.seat), None)

    def at_table(self, notice: Notice) -> list[Seat]:
        return self.seats.get(notice.table_id or 0, [])

    def message(self, notice: Notice) -> Message | None:
        """Return the message that a chat notice is about, if it hasn't been deleted."""
        return self.messages.get(notice.cause_number) if notice.kind == "chat" else None

    def is_first_word(self, notice: Notice) -> bool:
        """Return whether it also tells the reader of the start, as they have not moved yet."""
        seat, table = self.seat(notice), notice.table
        if seat is None or table is None or table.for_one or table.pk in self.told_of_start:
            return False
        return seat.read_to == 0

    def loaded(self, table: Table) -> LoadedTable:
        """Return the game, to show only what everybody may see. It is read once."""
        if table.pk not in self._loaded:
            self._loaded[table.pk] = store.current(table.pk)
        return self._loaded[table.pk]

    def is_about_reader(self, notice: Notice) -> bool:
        """Return whether it is about the reader's current or former seat."""
        seat = self.own_seat(notice)
        if seat is not None:
            return seat.number == notice.seat
        return notice.what == "removed" or self.seats_left.get(notice.table_id or 0) == notice.seat

    def may_look(self, notice: Notice) -> bool:
        """Return whether the reader may open the table: they sit or sat there, or are invited."""
        theirs = (seat.user_id or seat.former_id for seat in self.at_table(notice))
        return notice.kind == "invited" or self.reader.pk in theirs


def _rounds_logged(notice: Notice) -> tuple[int, int]:
    """Return the rounds under which the end of the notice's round may be logged."""
    return notice.cause_number, notice.cause_number + 1
