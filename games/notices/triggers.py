"""Turn the news of a table into notices: who gets one, and how many one player may cause.

`on_table_news` listens to the news of tables (games/tables/services/news.py) and
writes a row for each channel the reader has chosen (preferences.py), in the transaction of what
caused it. When a notice is due, delivery.py checks whether it is still true, composes and sends it.

What follows from the game always makes a notice. What a player did of their own accord names them
in `by`, and is limited (`allowed_recipients`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import singledispatch
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from accounts import relations
from accounts.mail import addresses
from accounts.models import User
from config.storage.prepared_statements import Placeholder
from games.notices.channels import emails
from games.notices.creation import Cause, notices_for, save_notices
from games.notices.models import Notice
from games.tables.models import Message, Seat, Table
from games.tables.services.news import (
    Invited,
    NamedInChat,
    RoundOver,
    SeatChanged,
    SeatLost,
    StrangerInvited,
    TableEvent,
    TableOver,
    TableStarted,
    TimeIsShort,
    TurnBegan,
    TurnMissed,
)


def on_table_news(table: Table, news: Sequence[TableEvent], at: datetime) -> None:
    """Write all notices that follow from this news, in one statement."""
    save_notices([row for item in news for row in _rows(item, table, at)])


@singledispatch
def _rows(news: TableEvent, table: Table, at: datetime) -> list[Notice]:
    """The notices that follow from this news: one function below for each kind of news."""
    raise NotImplementedError(type(news).__name__)


def _notices_for_all(
    users: Iterable[User],
    kind: str,
    cause: Cause,
    at: datetime,
    table: Table,
    seat: int | None = None,
    what: str = "",
    by: User | None = None,
) -> list[Notice]:
    """Build the same notice for each user; within the limits if `by` caused it."""
    told = allowed_recipients(by, users, table, at) if by else users
    return [
        row
        for user in told
        for row in notices_for(user, kind, cause, at, table=table, seat=seat, what=what, by=by)
    ]


# --- turns ----------------------------------------------------------------------------------------


@_rows.register
def _turn_began(news: TurnBegan, table: Table, at: datetime) -> list[Notice]:
    return _notices_for_all([news.player], "turn", Cause("turn", news.turn), at, table, news.seat)


@_rows.register
def _time_is_short(news: TimeIsShort, table: Table, at: datetime) -> list[Notice]:
    cause = Cause("deadline", news.turn, news.missed)
    return _notices_for_all([news.player], "reminder", cause, at, table, news.seat)


@_rows.register
def _turn_missed(news: TurnMissed, table: Table, at: datetime) -> list[Notice]:
    cause = Cause("deadline", news.turn, news.missed)
    return _notices_for_all([news.player], "missed", cause, at, table, news.seat, news.what)


# --- seats ----------------------------------------------------------------------------------------


@_rows.register
def _seat_changed(news: SeatChanged, table: Table, at: datetime) -> list[Notice]:
    """The player who left or came back causes it, and gets none."""
    cause = Cause(news.what, news.entry)
    return _notices_for_all(news.players, "seat", cause, at, table, news.seat, news.what, news.by)


@_rows.register
def _seat_lost(news: SeatLost, table: Table, at: datetime) -> list[Notice]:
    what = f"lost-{news.to}"
    cause = Cause(what, news.entry)
    return _notices_for_all([news.player], "seat", cause, at, table, news.seat, what)


# --- the life of a table --------------------------------------------------------------------------


@_rows.register
def _table_started(news: TableStarted, table: Table, at: datetime) -> list[Notice]:
    told = () if table.for_one else news.players  # a solo player has just opened it
    return _notices_for_all(told, "started", Cause("table"), at, table)


@_rows.register
def _round_over(news: RoundOver, table: Table, at: datetime) -> list[Notice]:
    told = () if table.for_one else news.players
    return _notices_for_all(told, "round-over", Cause("round", news.number), at, table)


@_rows.register
def _table_over(news: TableOver, table: Table, at: datetime) -> list[Notice]:
    """A solo player only hears what they did not do themselves."""
    if table.for_one and news.what != "abandoned":
        return []
    users = {user.pk: user for user in (*news.former, *news.players)}
    return _notices_for_all(
        users.values(), "over", Cause("table"), at, table, what=news.what, by=news.by
    )


@_rows.register
def _invited(news: Invited, table: Table, at: datetime) -> list[Notice]:
    """Once for each table, however often they are asked."""
    return _notices_for_all(news.guests, "invited", Cause("table"), at, table, by=news.by)


@_rows.register
def _named_in_chat(news: NamedInChat, table: Table, at: datetime) -> list[Notice]:
    """Somebody wrote your name in the chat of your table, and you have read all before it."""
    users = without_unread_mention(news.players, table)
    cause = Cause("message", news.message.pk)
    return _notices_for_all(users, "chat", cause, at, table, by=news.message.user)


@_rows.register
def _stranger_invited(news: StrangerInvited, table: Table, at: datetime) -> list[Notice]:
    """The one mail of this module: its reader has no account to keep a notice for."""
    if not addresses.has_bounced(news.email):
        emails.invitation_mail(table, news.by, news.email).send()
    return []


# --- Limits ---
#
# Notices that follow from the game itself (a turn, a reminder, a lost seat, the end) have nobody in
# `by` and are not limited. All others name who caused them and are counted by their rows, in the
# transaction that writes the next one, so that no cache can lose them. A notice over the limit is
# not written; the action still happens, and its author does not notice. Simultaneous requests may
# exceed a limit by one notice each.

LIMIT_WINDOW: Final = timedelta(days=1)
MAX_FROM_ONE: Final = 100
"""Notices a day that one player may cause."""
MAX_TO_ONE: Final = 40
"""Notices a day that may reach one player."""
MAX_BETWEEN_TWO: Final = 12
"""Notices a day from one player to another."""
MAX_PER_TABLE: Final = 6
"""How many of these may be about one table."""

CAUSE_COLUMNS: Final = ("cause", "cause_number", "cause_count")

LimitKey = tuple[str, int, int, int]


def allowed_recipients(by: User, users: Iterable[User], table: Table, at: datetime) -> list[User]:
    """Leave out users who muted or blocked `by`, and those who would get too many notices."""
    others = [user for user in users if user.pk != by.pk]
    if not others:
        return []
    deaf, counted = relations.users_ignoring(by, others), _count_recent(by, others, at)
    found = []
    for user in others:
        places = _limits(by.pk, user.pk, table.pk)
        if user.pk not in deaf and all(counted[place] < most for place, most in places.items()):
            found.append(user)
            counted.update(places.keys())
    return found


def _limits(by: int, to: int, table: int | None) -> dict[LimitKey, int]:
    """Return the counters of such a notice, with their limits."""
    return {
        ("from", by, 0, 0): MAX_FROM_ONE,
        ("to", 0, to, 0): MAX_TO_ONE,
        ("between", by, to, 0): MAX_BETWEEN_TWO,
        ("table", by, to, table or 0): MAX_PER_TABLE,
    }


def _count_recent(by: User, users: Iterable[User], at: datetime) -> Counter[LimitKey]:
    """Count recent notices, once for all channels. The limits themselves keep this short."""
    caused = Q(by=by) | Q(by__isnull=False, recipient__in=[user.pk for user in users])
    rows = Notice.objects.filter(caused, created_at__gt=at - LIMIT_WINDOW)
    once = (
        rows.order_by().values_list("by", "recipient", "table", "kind", *CAUSE_COLUMNS).distinct()
    )
    return Counter(place for by_, to, table, *_ in once for place in _limits(by_, to, table))


def without_unread_mention(users: Iterable[User], table: Table) -> list[User]:
    """Leave out users with an unread mention at this table: one mail until they have read it.

    Mentions that were hidden since do not count.
    """
    users = list(users)
    seen = Seat.objects.filter(
        table=table, user=OuterRef("recipient"), seen_at__gt=OuterRef("created_at")
    )
    told = Notice.objects.filter(kind="chat", table=table, recipient__in=[u.pk for u in users])
    hidden = Message.objects.filter(pk=OuterRef("cause_number"), hidden_at__isnull=False)
    unread = set(told.exclude(Exists(seen) | Exists(hidden)).values_list("recipient", flat=True))
    return [user for user in users if user.pk not in unread]


def has_unread_mention(user: Placeholder) -> Exists:
    """For a query of seats: does this user have an unread mention there?"""
    since = Coalesce(OuterRef("seen_at"), OuterRef("table__created_at"))
    told = Notice.objects.filter(recipient=user, kind="chat", table=OuterRef("table"))
    return Exists(told.filter(created_at__gte=since))
