"""Which news of a table is told to whom. Notices are rows, written in the transaction of what
caused them.

`on_table_news` listens to the news of tables (games/tables/services/news.py) and writes a row for
each way by which the reader wants to be told (preferences.py). Whether a notice is still true
when its time comes, what it says and how it travels is the business of delivery.py.

What follows from the game is always told. What somebody did on their own account names them in
`by`: games/notices/triggers.py says whom that still reaches.
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
from accounts.mail import bounces
from accounts.models import User
from config.storage.prepared_statements import Placeholder
from games.notices import creation
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
    """Write a notice for everybody who is to be told, in one statement."""
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
    """The same for each of these; of those who did it themselves, only whom it still reaches."""
    told = allowed_recipients(by, users, table, at) if by else users
    return [
        row
        for user in told
        for row in notices_for(user, kind, cause, at, table=table, seat=seat, what=what, by=by)
    ]


# --- turns ----------------------------------------------------------------------------------------


@_rows.register
def _turn_began(news: TurnBegan, table: Table, at: datetime) -> list[Notice]:
    return _notices_for_all(
        [news.player], "turn", creation.turn_cause(news.turn), at, table, news.seat
    )


@_rows.register
def _time_is_short(news: TimeIsShort, table: Table, at: datetime) -> list[Notice]:
    cause = creation.deadline_cause(news.turn, news.missed)
    return _notices_for_all([news.player], "reminder", cause, at, table, news.seat)


@_rows.register
def _turn_missed(news: TurnMissed, table: Table, at: datetime) -> list[Notice]:
    cause = creation.deadline_cause(news.turn, news.missed)
    return _notices_for_all([news.player], "missed", cause, at, table, news.seat, news.what)


# --- seats ----------------------------------------------------------------------------------------


@_rows.register
def _seat_changed(news: SeatChanged, table: Table, at: datetime) -> list[Notice]:
    """Whoever left, came or came back knows it."""
    cause = creation.change_cause(news.what, news.entry)
    return _notices_for_all(news.players, "seat", cause, at, table, news.seat, news.what, news.by)


@_rows.register
def _seat_lost(news: SeatLost, table: Table, at: datetime) -> list[Notice]:
    what = f"lost-{news.to}"
    cause = creation.change_cause(what, news.entry)
    return _notices_for_all([news.player], "seat", cause, at, table, news.seat, what)


# --- the life of a table --------------------------------------------------------------------------


@_rows.register
def _table_started(news: TableStarted, table: Table, at: datetime) -> list[Notice]:
    told = () if table.for_one else news.players  # who plays alone has just opened it
    return _notices_for_all(told, "started", creation.table_cause(), at, table)


@_rows.register
def _round_over(news: RoundOver, table: Table, at: datetime) -> list[Notice]:
    told = () if table.for_one else news.players
    return _notices_for_all(told, "round-over", creation.round_end_cause(news.number), at, table)


@_rows.register
def _table_over(news: TableOver, table: Table, at: datetime) -> list[Notice]:
    """Who plays alone hears only what they did not do themselves."""
    if table.for_one and news.what != "abandoned":
        return []
    users = {user.pk: user for user in (*news.former, *news.players)}
    return _notices_for_all(
        users.values(), "over", creation.table_cause(), at, table, what=news.what, by=news.by
    )


@_rows.register
def _invited(news: Invited, table: Table, at: datetime) -> list[Notice]:
    """Once for each table, however often they are asked."""
    return _notices_for_all(news.guests, "invited", creation.table_cause(), at, table, by=news.by)


@_rows.register
def _named_in_chat(news: NamedInChat, table: Table, at: datetime) -> list[Notice]:
    """Somebody wrote your name in the chat of your table, and you have read all before it."""
    users = without_unread_mention(news.players, table)
    cause = creation.message_cause(news.message.pk)
    return _notices_for_all(users, "chat", cause, at, table, by=news.message.user)


@_rows.register
def _stranger_invited(news: StrangerInvited, table: Table, at: datetime) -> list[Notice]:
    """The one mail of this module: its reader has no account to keep a notice for."""
    if not bounces.has_bounced(news.email):
        emails.invitation_mail(table, news.by, news.email).send()
    return []


# How much of what one person does may reach others by mail, push or webhook: one limit for all.
#
# Notices that follow from the game itself (a turn, a reminder, a lost seat, the end) have nobody in
# `by` and know no limit. All others name who caused them. They are counted in their own rows, in the
# transaction that writes the next one, so that no cache can forget them. What is too much is not
# written: whoever caused it is told nothing, and what they did stands. Requests at the very same
# moment may count past each other, by one notice each.

LIMIT_WINDOW: Final = timedelta(days=1)
MAX_FROM_ONE: Final = 100
"""So many notices a day may one person cause in all,"""
MAX_TO_ONE: Final = 40
"""so many may reach one person, whoever causes them,"""
MAX_BETWEEN_TWO: Final = 12
"""so many from one person to another,"""
MAX_PER_TABLE: Final = 6
"""and so many of these about one table."""

CAUSE_COLUMNS: Final = ("cause", "cause_number", "cause_count")

LimitKey = tuple[str, int, int, int]


def allowed_recipients(by: User, users: Iterable[User], table: Table, at: datetime) -> list[User]:
    """Who of these is told what `by` has done: nobody who muted or blocked them, none too often."""
    others = [user for user in users if user.pk != by.pk]
    if not others:
        return []
    deaf, counted = relations.who_ignores(by, others), _count_recent(by, others, at)
    found = []
    for user in others:
        places = _limits(by.pk, user.pk, table.pk)
        if user.pk not in deaf and all(counted[place] < most for place, most in places.items()):
            found.append(user)
            counted.update(places.keys())
    return found


def _limits(by: int, to: int, table: int | None) -> dict[LimitKey, int]:
    """Where such a notice counts, and how many there may be."""
    return {
        ("from", by, 0, 0): MAX_FROM_ONE,
        ("to", 0, to, 0): MAX_TO_ONE,
        ("between", by, to, 0): MAX_BETWEEN_TWO,
        ("table", by, to, table or 0): MAX_PER_TABLE,
    }


def _count_recent(by: User, users: Iterable[User], at: datetime) -> Counter[LimitKey]:
    """What was written lately; by several ways is once. The limits themselves keep this short."""
    caused = Q(by=by) | Q(by__isnull=False, recipient__in=[user.pk for user in users])
    rows = Notice.objects.filter(caused, created_at__gt=at - LIMIT_WINDOW)
    once = (
        rows.order_by().values_list("by", "recipient", "table", "kind", *CAUSE_COLUMNS).distinct()
    )
    return Counter(place for by_, to, table, *_ in once for place in _limits(by_, to, table))


def without_unread_mention(users: Iterable[User], table: Table) -> list[User]:
    """Those who have looked at the table since they were last told that somebody named them there.

    One mail about a table's talk until it was read. What is hidden by now was no such news.
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
    """For a query of seats: was this user told of being named there, and has not looked since?"""
    since = Coalesce(OuterRef("seen_at"), OuterRef("table__created_at"))
    told = Notice.objects.filter(recipient=user, kind="chat", table=OuterRef("table"))
    return Exists(told.filter(created_at__gte=since))
