"""How things stand when a notice is due: at its table, and between its reader and others.

All of it is read in a fixed number of queries, however many notices go into one digest; only the
games themselves are loaded one by one, where a score is told or a board shown.
`validity` and `composing` then ask plain questions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Q

from accounts import blocking
from accounts.models import User
from games.notices.models import Notice
from games.tables import site_clock, store
from games.tables.models import Departure, Invitation, LogEntry, Message, Seat, SiteClock, Table
from games.tables.store import LoadedTable

WITH_DEADLINE = frozenset({"turn", "reminder", "missed"})
"""Kinds that tell how long their reader has."""
Clock = tuple[int, int, int]
"""Table, turn, and how many deadlines the seat has missed."""


@dataclass(slots=True)
class Situation:
    """What the rows say now about one reader's notices."""

    reader: User
    seats: Mapping[int, list[Seat]]
    """By table, in their order."""
    seats_left: Mapping[int, int] = field(default_factory=dict)
    """By table: the seat that the reader left."""
    invited_to: frozenset[int] = frozenset()
    """Tables."""
    messages: Mapping[int, Message] = field(default_factory=dict)
    """What was said in chats, by primary key."""
    reminded: frozenset[Clock] = frozenset()
    """Clocks of which the reader is, or was, reminded by the same channel."""
    muted: frozenset[int] = frozenset()
    """Players whom the reader has muted or blocked, of those who caused these notices."""
    site_clock: SiteClock = field(default_factory=SiteClock)
    told_of_start: frozenset[int] = frozenset()
    """Tables of which the reader was told by the same channel that they have begun."""
    told_of_turn: frozenset[int] = frozenset()
    """Tables of which the reader is, or was, told in the same way that it is their turn."""
    ends: Sequence[LogEntry] = ()
    """Entries around the ends of the rounds that are told of."""
    _loaded: dict[int, LoadedTable] = field(default_factory=dict)

    def clocks_stand(self, at: datetime) -> bool:
        """No deadline passes now, and each of them will move."""
        return site_clock.stands_since(self.site_clock, at) is not None

    def own_seat(self, notice: Notice) -> Seat | None:
        """Where the reader sits at this table."""
        return next((s for s in self.at_table(notice) if s.user_id == self.reader.pk), None)

    def seat(self, notice: Notice) -> Seat | None:
        """The seat it is about."""
        return next((s for s in self.at_table(notice) if s.number == notice.seat), None)

    def at_table(self, notice: Notice) -> list[Seat]:
        return self.seats.get(notice.table_id or 0, [])

    def message(self, notice: Notice) -> Message | None:
        """What was said, if it is about that and has not been removed."""
        return self.messages.get(notice.cause_number) if notice.kind == "chat" else None

    def is_first_word(self, notice: Notice) -> bool:
        """Does it tell the reader that the table has begun, too? They have not moved yet."""
        seat, table = self.seat(notice), notice.table
        if seat is None or table is None or table.for_one or table.pk in self.told_of_start:
            return False
        return seat.read_to == 0

    def round_ends(self, notice: Notice) -> list[LogEntry]:
        """The entries in which the round ended that it tells of."""
        rounds = (notice.cause_number, notice.cause_number + 1)
        return [
            entry
            for entry in self.ends
            if entry.table_id == notice.table_id and entry.round_number in rounds
        ]

    def loaded(self, table: Table) -> LoadedTable:
        """The game itself, for what everybody may see of it. Read once, where it is asked for."""
        if table.pk not in self._loaded:
            self._loaded[table.pk] = store.current(table.pk)
        return self._loaded[table.pk]

    def is_about_reader(self, notice: Notice) -> bool:
        """They sit, or sat, where something happened."""
        seat = self.own_seat(notice)
        if seat is not None:
            return seat.number == notice.seat
        return notice.what == "removed" or self.seats_left.get(notice.table_id or 0) == notice.seat

    def may_look(self, notice: Notice) -> bool:
        """Is the table open to the reader: they sit there, are invited, or may have it back?"""
        theirs = (seat.user_id or seat.former_id for seat in self.at_table(notice))
        return notice.kind == "invited" or self.reader.pk in theirs


def gather(rows: Sequence[Notice]) -> Situation:
    """For notices that go to one reader by one channel."""
    reader, kinds = rows[0].recipient, {row.kind for row in rows}
    tables = {row.table_id for row in rows if row.table_id}
    found = Situation(reader, _seats(tables))
    if "seat" in kinds:
        gone = Departure.objects.filter(user=reader, table__in=tables)
        found.seats_left = dict(gone.values_list("table", "seat"))
    if causers := {row.by_id for row in rows if row.by_id}:
        found.muted = frozenset(blocking.kept_away(reader, causers))
    if "invited" in kinds:
        found.invited_to = _invited_to(reader, tables)
    if "chat" in kinds:
        said = [row.cause_number for row in rows if row.kind == "chat"]
        found.messages = Message.objects.select_related("user").in_bulk(said)
    if kinds & WITH_DEADLINE:
        found.site_clock = site_clock.read()
    if "turn" in kinds:
        found.reminded = _reminded(rows[0], tables)
        found.told_of_start = _told(rows[0], "started", tables, Notice.State.SENT)
    if "started" in kinds:
        states = (Notice.State.WAITING, Notice.State.SENT)
        found.told_of_turn = _told(rows[0], "turn", tables, *states)
    if "round-over" in kinds:
        found.ends = _round_ends([row for row in rows if row.kind == "round-over"])
    return found


def _seats(tables: set[int]) -> Mapping[int, list[Seat]]:
    seats = defaultdict(list)
    if tables:
        found = Seat.objects.filter(table__in=tables).select_related("user", "former")
        for seat in found.order_by("number"):
            seats[seat.table_id].append(seat)
    return seats


def _invited_to(reader: User, tables: set[int]) -> frozenset[int]:
    """By name or by address."""
    them = Q(user=reader) | Q(email=reader.email) if reader.email else Q(user=reader)
    found = Invitation.objects.filter(them, table__in=tables)
    return frozenset(found.values_list("table", flat=True))


def _reminded(first: Notice, tables: set[int]) -> frozenset[Clock]:
    found = Notice.objects.filter(
        recipient=first.recipient_id,
        channel=first.channel,
        kind="reminder",
        table__in=tables,
        bundled=first.bundled,
        state__in=(Notice.State.WAITING, Notice.State.SENT),
    )
    return frozenset(found.values_list("table_id", "cause_number", "cause_count"))


def _told(first: Notice, kind: str, tables: set[int], *states: str) -> frozenset[int]:
    """Of which tables there is a notice of this kind, in the same way as the first."""
    found = Notice.objects.filter(
        recipient=first.recipient_id,
        channel=first.channel,
        bundled=first.bundled,
        kind=kind,
        table__in=tables,
        state__in=states,
    )
    return frozenset(table for table in found.values_list("table_id", flat=True) if table)


def _round_ends(rows: Sequence[Notice]) -> list[LogEntry]:
    """The entry that ends a round may deal the next one, and so belong to it already."""
    wanted = Q(pk__in=[])
    for row in rows:
        rounds = (row.cause_number, row.cause_number + 1)
        wanted |= Q(table=row.table_id, round_number__in=rounds)
    found = LogEntry.objects.filter(wanted).only("table_id", "round_number", "events")
    return [
        entry
        for entry in found.order_by("number")
        if any(event[0] == "round-ended" for event in entry.events)
    ]
