"""Is a notice still true when its time comes, and is this the moment to tell it?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.notices import authors, preferences
from games.notices.models import Notice
from games.notices.situation import Situation
from games.tables.models import Seat, Table

HELD_AT_MOST: Final = timedelta(minutes=10)
LOOKING: Final = timedelta(minutes=2)
FIRST_TURN: Final = timedelta(minutes=2)
STANDSTILL: Final = timedelta(minutes=1)
"""How soon to look again whether clocks run."""


# --- still true? --------------------------------------------------------------------------------


def still_true(notice: Notice, known: Situation, at: datetime) -> bool:
    """Whether there is somebody to tell, who wants to hear it, and whether it still holds."""
    if notice.by_id in known.muted:  # they may have been blocked after it was written
        return False
    return can_be_told(notice, at) and CHECKS[notice.kind](notice, known)


def can_be_told(notice: Notice, at: datetime) -> bool:
    user = notice.recipient
    if not user.is_active or user.deleted_at:
        return False
    if user.is_suspended(at) and notice.kind != "moderation":  # that one tells them so
        return False
    if notice.channel == preferences.PUSH and not settings.VAPID_PRIVATE_KEY:
        return False
    return notice.channel in preferences.channels(user, notice.kind)


def _turn(notice: Notice, known: Situation) -> bool:
    """A reminder of the clock that runs now says all that this would."""
    seat = known.seat(notice)
    if seat is None or not _on_that_turn(notice, known):
        return False
    return (notice.table_id, seat.turn, seat.missed) not in known.reminded


def _reminder(notice: Notice, known: Situation) -> bool:
    """The same turn, and no deadline was missed since."""
    seat = known.seat(notice)
    if seat is None or not _on_that_turn(notice, known):
        return False
    return notice.cause_count == seat.missed


def _on_that_turn(notice: Notice, known: Situation) -> bool:
    """The reader still sits there and has not moved."""
    seat, table = known.seat(notice), notice.table
    if seat is None or table is None or table.status != Table.Status.RUNNING:
        return False
    same = notice.cause_number == seat.turn
    return same and seat.on_turn and seat.user_id == notice.recipient_id


def _invited(notice: Notice, known: Situation) -> bool:
    table = notice.table
    open_still = table is not None and table.status == Table.Status.LOBBY
    return open_still and notice.table_id in known.invited_to and known.own_seat(notice) is None


def _running(notice: Notice, known: Situation) -> bool:
    """The reader sits at a table that is being played."""
    table = notice.table
    running = table is not None and table.status == Table.Status.RUNNING
    return running and known.own_seat(notice) is not None


def _started(notice: Notice, known: Situation) -> bool:
    """Whose turn came reads both in the mail that says so; who has moved knows."""
    seat = known.own_seat(notice)
    moved = seat is not None and seat.read_to > 0
    return _running(notice, known) and not moved and notice.table_id not in known.told_of_turn


def _missed(notice: Notice, known: Situation) -> bool:
    """Excused: their clock still runs. Played for them: they have not moved themselves since."""
    if notice.what == "excused":
        return _on_that_turn(notice, known)
    seat = known.own_seat(notice)
    return _running(notice, known) and seat is not None and seat.absences > 0


def _seat(notice: Notice, known: Situation) -> bool:
    """A seat that changed hands once more is told of by the later notice."""
    sits = known.own_seat(notice) is not None
    if notice.what == "removed":
        return not sits
    if notice.table is None or notice.table.status != Table.Status.RUNNING:
        return False
    if notice.what.startswith("lost"):
        return not sits and known.is_about_reader(notice)
    return sits and _still_so(notice.what, known.seat(notice))


def _still_so(what: str, seat: Seat | None) -> bool:
    if seat is None:
        return False
    if what == "offered":
        return seat.offered_until is not None
    return bool(seat.bot) is (what == "bot")


def _over(notice: Notice, known: Situation) -> bool:
    return notice.table is not None and notice.table.status in Table.OVER


def _chat(notice: Notice, known: Situation) -> bool:
    """The reader has not looked at the table since it was said, and it can still be read there."""
    message, seat = known.message(notice), known.own_seat(notice)
    if message is None or message.hidden_at is not None or seat is None:
        return False
    return seat.seen_at is None or seat.seen_at <= message.at


def _test(notice: Notice, known: Situation) -> bool:
    return True


def _moderation(notice: Notice, known: Situation) -> bool:
    """What it is about is still there: retention may have removed it."""
    return authors.news([notice]) is not None


CHECKS: Final[Mapping[str, Callable[[Notice, Situation], bool]]] = {
    "turn": _turn,
    "reminder": _reminder,
    "invited": _invited,
    "started": _started,
    "missed": _missed,
    "seat": _seat,
    "round-over": _running,
    "over": _over,
    "chat": _chat,
    "test": _test,
    "moderation": _moderation,
    "reports": _moderation,
}


# --- now? -----------------------------------------------------------------------------------------


def held_until(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """When to look again, if this is not the moment."""
    quiet = preferences.quiet_until(notice.recipient, at) if notice.kind != "test" else None
    until = (
        _standing_until(notice, known, at)
        or quiet
        or _looking_until(notice, known, at)
        or _dealt_until(notice)
    )
    return until if until is not None and until > at else None


def _standing_until(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """Nobody is reminded while all clocks stand still; a digest does not wait for one line."""
    reminds = notice.kind == "reminder" and not notice.bundled
    return at + STANDSTILL if reminds and known.clocks_stand(at) else None


def _looking_until(notice: Notice, known: Situation, at: datetime) -> datetime | None:
    """No turn mail, for ten minutes at most, to somebody who is looking at the board."""
    seat = known.seat(notice)
    if notice.kind != "turn" or notice.channel != preferences.MAIL or notice.bundled:
        return None
    if seat is None or seat.seen_at is None:
        return None
    return min(seat.seen_at + LOOKING, notice.created_at + HELD_AT_MOST)


def _dealt_until(notice: Notice) -> datetime | None:
    """That a table has begun waits a little: bots may be on turn before the reader, and then one
    mail says both."""
    mailed = notice.channel == preferences.MAIL and not notice.bundled
    return notice.created_at + FIRST_TURN if notice.kind == "started" and mailed else None
