"""Is a notice still true when its time comes, and is this the moment to tell it?

All that has to be known is read first, in a fixed number of queries however many notices go into
one digest; the rest are plain questions to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q

from accounts import blocking
from accounts.models import User
from games.notices import authors, preferences
from games.notices.models import Notice
from games.tables.models import Departure, Invitation, Message, Seat, Table

HELD_AT_MOST: Final = timedelta(minutes=10)
LOOKING: Final = timedelta(minutes=2)


@dataclass(slots=True)
class Facts:
    """What stands in the rows about one reader's notices."""

    reader: User
    seats: Mapping[int, list[Seat]]
    """By table, in their order."""
    left: Mapping[int, int] = field(default_factory=dict)
    """By table: the seat he left."""
    asked: frozenset[int] = frozenset()
    """Tables he is invited to."""
    messages: Mapping[int, Message] = field(default_factory=dict)
    reminders: frozenset[str] = frozenset()
    """Clocks of which a reminder speaks, as `code:turn:missed`."""
    kept_away: frozenset[int] = frozenset()
    """Whom the reader has muted or blocked, of those who caused these notices."""

    def own_seat(self, notice: Notice) -> Seat | None:
        """Where the reader sits at this table."""
        return next((s for s in self.at_table(notice) if s.user_id == self.reader.pk), None)

    def seat(self, notice: Notice) -> Seat | None:
        """The seat it is about."""
        return next((s for s in self.at_table(notice) if s.number == notice.seat), None)

    def at_table(self, notice: Notice) -> list[Seat]:
        return self.seats.get(notice.table_id or 0, [])

    def is_about_reader(self, notice: Notice) -> bool:
        """He sits, or sat, where something happened."""
        seat = self.own_seat(notice)
        if seat is not None:
            return seat.number == notice.seat
        return notice.what == "removed" or self.left.get(notice.table_id or 0) == notice.seat

    def is_open(self, notice: Notice) -> bool:
        """May he look at the table: he sits there, is asked to, or may have his seat back."""
        his = (seat.user_id or seat.former_id for seat in self.at_table(notice))
        return notice.kind == "invited" or self.reader.pk in his


def gather(rows: Sequence[Notice]) -> Facts:
    """Of notices that go to one reader by one way."""
    reader, kinds = rows[0].recipient, {row.kind for row in rows}
    games = {row.table_id for row in rows if row.table_id}
    seats = defaultdict(list)
    if games:
        found = Seat.objects.filter(table__in=games).select_related("user", "former")
        for seat in found.order_by("number"):
            seats[seat.table_id].append(seat)
    facts = Facts(reader, seats)
    if "seat" in kinds:
        gone = Departure.objects.filter(user=reader, table__in=games)
        facts.left = dict(gone.values_list("table", "seat"))
    if causers := {row.by_id for row in rows if row.by_id}:
        facts.kept_away = frozenset(blocking.kept_away(reader, causers))
    if "invited" in kinds:
        him = Q(user=reader) | Q(email=reader.email) if reader.email else Q(user=reader)
        asked = Invitation.objects.filter(him, table__in=games)
        facts.asked = frozenset(asked.values_list("table", flat=True))
    if "chat" in kinds:
        said = [_message(row) for row in rows if row.kind == "chat"]
        facts.messages = Message.objects.select_related("user").in_bulk(said)
    if "turn" in kinds:
        facts.reminders = _reminders(rows[0], games)
    return facts


def _reminders(first: Notice, games: set[int]) -> frozenset[str]:
    """What he is, or was, reminded of by the same way."""
    found = Notice.objects.filter(
        recipient=first.recipient_id,
        channel=first.channel,
        kind="reminder",
        table__in=games,
        bundled=first.bundled,
        state__in=(Notice.State.WAITING, Notice.State.SENT),
    )
    return frozenset(found.values_list("cause", flat=True))


def _message(notice: Notice) -> int:
    return int(notice.cause.rpartition("-")[2])


def round_of(notice: Notice) -> int:
    """Which round is over."""
    return int(notice.cause.rpartition("-")[2])


# --- still true? --------------------------------------------------------------------------------


def still_true(notice: Notice, facts: Facts, at: datetime) -> bool:
    """Whether there is somebody to tell, who wants to hear it, and whether it still holds."""
    if notice.by_id in facts.kept_away:  # they may have been blocked after it was written
        return False
    return can_be_told(notice, at) and CHECKS[notice.kind](notice, facts)


def can_be_told(notice: Notice, at: datetime) -> bool:
    user = notice.recipient
    if not user.is_active or user.deleted_at:
        return False
    if user.is_suspended(at) and notice.kind != "moderation":  # that one tells him so
        return False
    if notice.channel == preferences.PUSH and not settings.VAPID_PRIVATE_KEY:
        return False
    return notice.channel in preferences.channels(user, notice.kind)


def _turn(notice: Notice, facts: Facts) -> bool:
    """A reminder of the clock that runs now says all that this would."""
    seat = facts.seat(notice)
    if seat is None or not _on_that_turn(notice, facts):
        return False
    return f"{notice.cause}:{seat.missed}" not in facts.reminders


def _reminder(notice: Notice, facts: Facts) -> bool:
    """The same turn, and no deadline was missed since."""
    seat = facts.seat(notice)
    if seat is None or not _on_that_turn(notice, facts):
        return False
    return notice.cause.split(":")[2] == str(seat.missed)


def _on_that_turn(notice: Notice, facts: Facts) -> bool:
    """The reader still sits there and has not moved."""
    seat, table = facts.seat(notice), notice.table
    if seat is None or table is None or table.status != Table.Status.RUNNING:
        return False
    same = notice.cause.split(":")[1] == str(seat.turn)
    return same and seat.on_turn and seat.user_id == notice.recipient_id


def _invited(notice: Notice, facts: Facts) -> bool:
    table = notice.table
    open_still = table is not None and table.status == Table.Status.LOBBY
    return open_still and notice.table_id in facts.asked and facts.own_seat(notice) is None


def _running(notice: Notice, facts: Facts) -> bool:
    """He sits at a table that is being played."""
    table = notice.table
    running = table is not None and table.status == Table.Status.RUNNING
    return running and facts.own_seat(notice) is not None


def _missed(notice: Notice, facts: Facts) -> bool:
    """Excused: his clock still runs. Played for him: he has not moved himself since."""
    if notice.what == "excused":
        return _on_that_turn(notice, facts)
    seat = facts.own_seat(notice)
    return _running(notice, facts) and seat is not None and seat.absences > 0


def _seat(notice: Notice, facts: Facts) -> bool:
    """A seat that changed hands once more is told of by the later notice."""
    sits = facts.own_seat(notice) is not None
    if notice.what == "removed":
        return not sits
    if notice.table is None or notice.table.status != Table.Status.RUNNING:
        return False
    if notice.what.startswith("lost"):
        return not sits and facts.is_about_reader(notice)
    return sits and _still_so(notice.what, facts.seat(notice))


def _still_so(what: str, seat: Seat | None) -> bool:
    if seat is None:
        return False
    if what == "offered":
        return seat.offered_until is not None
    return bool(seat.bot) is (what == "bot")


def _over(notice: Notice, facts: Facts) -> bool:
    return notice.table is not None and notice.table.status in Table.OVER


def _chat(notice: Notice, facts: Facts) -> bool:
    """He has not looked at the table since it was said."""
    message, seat = facts.messages.get(_message(notice)), facts.own_seat(notice)
    if message is None or seat is None:
        return False
    return seat.seen_at is None or seat.seen_at <= message.at


def _test(notice: Notice, facts: Facts) -> bool:
    return True


def _decided(notice: Notice, facts: Facts) -> bool:
    """What it is about is still there: retention may have taken it."""
    return authors.news(notice) is not None


CHECKS: Final[Mapping[str, Callable[[Notice, Facts], bool]]] = {
    "turn": _turn,
    "reminder": _reminder,
    "invited": _invited,
    "started": _running,
    "missed": _missed,
    "seat": _seat,
    "round-over": _running,
    "over": _over,
    "chat": _chat,
    "test": _test,
    "moderation": _decided,
}


# --- now? -----------------------------------------------------------------------------------------


def held_until(notice: Notice, facts: Facts, at: datetime) -> datetime | None:
    """When to look again, if this is not the moment."""
    quiet = preferences.quiet_until(notice.recipient, at) if notice.kind != "test" else None
    until = quiet or _looking_until(notice, facts, at)
    return until if until is not None and until > at else None


def _looking_until(notice: Notice, facts: Facts, at: datetime) -> datetime | None:
    """No turn mail, for ten minutes at most, to somebody who has the board before his eyes."""
    seat = facts.seat(notice)
    if notice.kind != "turn" or notice.channel != preferences.MAIL or notice.bundled:
        return None
    if seat is None or seat.seen_at is None:
        return None
    return min(seat.seen_at + LOOKING, notice.created_at + HELD_AT_MOST)
