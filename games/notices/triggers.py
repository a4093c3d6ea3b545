"""Which news of a table is told to whom. Notices are rows, written in the transaction of what
caused them.

`hear` listens to the news of tables (games/tables/news.py, settings.TABLE_NEWS_LISTENERS). A row
for each way by which the reader wants to be told (preferences.py). Whether a notice is still true
when its time comes, what it says and how it travels is the business of delivery.py.

What follows from the game is always told. What somebody did on their own account names them in
`by`: games/notices/limits.py says whom that still reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import singledispatch

from accounts import bounces
from accounts.models import User
from games.notices import causes, limits
from games.notices.causes import Cause
from games.notices.channels.mail import invitation
from games.notices.models import Notice
from games.notices.writing import keep, notices
from games.tables.models import Table
from games.tables.news import (
    Invited,
    NamedInChat,
    News,
    RoundOver,
    SeatChanged,
    SeatLost,
    StrangerInvited,
    TableOver,
    TableStarted,
    TimeIsShort,
    TurnBegan,
    TurnMissed,
)


def hear(table: Table, news: Sequence[News], at: datetime) -> None:
    """Write a notice for everybody who is to be told, in one statement."""
    keep([row for item in news for row in _rows(item, table, at)])


@singledispatch
def _rows(news: News, table: Table, at: datetime) -> list[Notice]:
    """The notices that follow from this news: one function below for each kind of news."""
    raise NotImplementedError(type(news).__name__)


def _each(
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
    told = limits.listeners(by, users, table, at) if by else users
    return [
        row
        for user in told
        for row in notices(user, kind, cause, at, table=table, seat=seat, what=what, by=by)
    ]


# --- turns ----------------------------------------------------------------------------------------


@_rows.register
def _turn_began(news: TurnBegan, table: Table, at: datetime) -> list[Notice]:
    return _each([news.player], "turn", causes.turn(news.turn), at, table, news.seat)


@_rows.register
def _time_is_short(news: TimeIsShort, table: Table, at: datetime) -> list[Notice]:
    cause = causes.deadline(news.turn, news.missed)
    return _each([news.player], "reminder", cause, at, table, news.seat)


@_rows.register
def _turn_missed(news: TurnMissed, table: Table, at: datetime) -> list[Notice]:
    cause = causes.deadline(news.turn, news.missed)
    return _each([news.player], "missed", cause, at, table, news.seat, news.what)


# --- seats ----------------------------------------------------------------------------------------


@_rows.register
def _seat_changed(news: SeatChanged, table: Table, at: datetime) -> list[Notice]:
    """Whoever left, came or came back knows it."""
    cause = causes.change(news.what, news.entry)
    return _each(news.players, "seat", cause, at, table, news.seat, news.what, news.by)


@_rows.register
def _seat_lost(news: SeatLost, table: Table, at: datetime) -> list[Notice]:
    what = f"lost-{news.to}"
    cause = causes.change(what, news.entry)
    return _each([news.player], "seat", cause, at, table, news.seat, what)


# --- the life of a table --------------------------------------------------------------------------


@_rows.register
def _table_started(news: TableStarted, table: Table, at: datetime) -> list[Notice]:
    told = () if table.for_one else news.players  # who plays alone has just opened it
    return _each(told, "started", causes.table_itself(), at, table)


@_rows.register
def _round_over(news: RoundOver, table: Table, at: datetime) -> list[Notice]:
    told = () if table.for_one else news.players
    return _each(told, "round-over", causes.round_end(news.number), at, table)


@_rows.register
def _table_over(news: TableOver, table: Table, at: datetime) -> list[Notice]:
    """Who plays alone hears only what they did not do themselves."""
    if table.for_one and news.what != "abandoned":
        return []
    users = {user.pk: user for user in (*news.former, *news.players)}
    return _each(
        users.values(), "over", causes.table_itself(), at, table, what=news.what, by=news.by
    )


@_rows.register
def _invited(news: Invited, table: Table, at: datetime) -> list[Notice]:
    """Once for each table, however often they are asked."""
    return _each(news.guests, "invited", causes.table_itself(), at, table, by=news.by)


@_rows.register
def _named_in_chat(news: NamedInChat, table: Table, at: datetime) -> list[Notice]:
    """Somebody wrote your name in the chat of your table, and you have read all before it."""
    users = limits.without_unread_talk(news.players, table)
    cause = causes.message(news.message.pk)
    return _each(users, "chat", cause, at, table, by=news.message.user)


@_rows.register
def _stranger_invited(news: StrangerInvited, table: Table, at: datetime) -> list[Notice]:
    """The one mail of this module: its reader has no account to keep a notice for."""
    if not bounces.is_marked(news.email):
        invitation.mail(table, news.by, news.email).send()
    return []
