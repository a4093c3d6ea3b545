"""Fetch and authorise in one step: a stranger gets 404, as if nothing were there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.http import Http404

from accounts.models import User
from config.extensions import ExtensionPoint
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.kinds import rules_of
from games.tables import store
from games.tables.models import Departure, Invitation, Note, Seat, Table
from games.tables.store import LoadedTable

Reader = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Access:
    """A table somebody may look at, and where they sit (None: they watch)."""

    table: Table
    seat: Seat | None
    note: str = ""
    """What they wrote down for themselves; only a visit tells."""
    called: bool = False
    """Were they told that somebody named them in the chat, and have not looked since?"""


def readable_table(user: Reader, code: str) -> Access:
    """The table for its players, those invited and, if it is public, for all but who left it."""
    if isinstance(user, User):
        seat = SEAT.first(code=code, user=user.pk)
        if seat is not None:
            return Access(_readable(seat.table), seat)
    return _watch(user, code)


def table_page_access(user: Reader, code: str) -> Access:
    """As `look`, with all that the whole page shows: in one query, but a larger one."""
    if isinstance(user, User):
        seat = SEAT_AND_MORE.first(code=code, user=user.pk)
        if seat is not None:
            noted: Any = seat
            return Access(_readable(seat.table), seat, noted.note or "", noted.called)
    return _watch(user, code)


def _seat() -> QuerySet[Seat]:
    at_table = Seat.objects.filter(
        table__code=Placeholder("code", CharField()), user=Placeholder("user")
    )
    return at_table.select_related("table__owner").order_by("pk")


def _seat_and_more() -> QuerySet[Seat]:
    notes = Note.objects.filter(table=OuterRef("table"), user=Placeholder("user")).values("text")
    return _seat().annotate(
        note=Subquery(notes), called=HAS_UNREAD_MENTION.single(Placeholder("user"))
    )[:1]


HAS_UNREAD_MENTION: ExtensionPoint[Callable[[Placeholder], Exists]] = ExtensionPoint()
"""For a query of seats: was this user told of a mention in the chat that they have not read?"""
SEAT, SEAT_AND_MORE = PreparedQuery(lambda: _seat()[:1]), PreparedQuery(_seat_and_more)


def _watch(user: Reader, code: str) -> Access:
    table = Table.objects.select_related("owner").filter(_may_watch(user), code=code).first()
    if table is None:
        raise Http404
    return Access(_readable(table), None)


def _readable(table: Table) -> Table:
    """The table, if this release has its rules: UnknownRules before anything of it is shown."""
    rules_of(table.kind, table.rules_version)
    return table


def load(found: Access, user: Reader) -> tuple[Access, LoadedTable]:
    """The table that was looked at, all of it as of one moment.

    If it moved on meanwhile, it is looked at again: whoever lost their right to it gets 404 then.
    """
    for _ in range(store.MAX_READ_ATTEMPTS):
        try:
            return found, store.load(found.table)
        except store.TornRead:
            found = table_page_access(user, found.table.code)
    with transaction.atomic():
        Table.objects.select_for_update(of=("self",)).get(pk=found.table.pk)
        found = table_page_access(user, found.table.code)
        return found, store.load(found.table)


class PollStatus(NamedTuple):
    """What an open page asks for every few seconds, in one query."""

    status: str
    changes: int
    talk: int
    gallery: int
    seat: int | None
    """The row of the reader's seat, if they have one."""
    seen_at: datetime | None


def poll_status(user: Reader, code: str) -> PollStatus:
    """Whether something has changed at a table, for who may look at it."""
    own = Seat.objects.filter(table=OuterRef("pk"), user=user.pk or 0)
    tables = Table.objects.annotate(
        seat=Subquery(own.values("pk")), seen_at=Subquery(own.values("seen_at"))
    )
    allowed = tables.filter(Q(seat__isnull=False) | _may_watch(user), code=code)
    found = allowed.values_list(*PollStatus._fields).first()
    if found is None:
        raise Http404
    return PollStatus(*found)


class StreamStatus(NamedTuple):
    """A glance for a stream: without when they last looked."""

    status: str
    changes: int
    talk: int
    gallery: int
    seat: int | None


class _Relation(NamedTuple):
    """What ties a reader to a table."""

    seat: int | None = None
    invited: bool = False
    left: bool = False


def stream_statuses(
    asked: Collection[tuple[int, int | None]],
) -> dict[tuple[int, int | None], StreamStatus]:
    """`glance` for many at once, each pair a table and a reader (None: a visitor): two queries.

    Who may not look at a table is not among the answers. The table is read before what ties its
    readers to it: whoever sat down in between counts as seated already.
    """
    numbers = {table for table, _ in asked}
    tables = Table.objects.only("public", "status", "changes", "talk", "gallery").in_bulk(numbers)
    ties = _relations(numbers, {user for _, user in asked if user is not None})
    found = {}
    for number, user in asked:
        table, tie = tables.get(number), ties.get((number, user), _Relation())
        if table is not None and (tie.seat is not None or _may_stream(table, tie)):
            counts = table.changes, table.talk, table.gallery
            found[number, user] = StreamStatus(table.status, *counts, tie.seat)
    return found


def _relations(
    tables: Collection[int], users: Collection[int]
) -> dict[tuple[int, int | None], _Relation]:
    if not users:
        return {}

    def of(model: type[Seat | Invitation | Departure], what: str) -> QuerySet[Any, Any]:
        rows: QuerySet[Any] = model._default_manager.filter(table__in=tables, user__in=users)
        return rows.order_by().values_list("table_id", "user_id", "pk", Value(what))

    found: dict[tuple[int, int | None], _Relation] = {}
    rows = of(Seat, "seat").union(of(Invitation, "invited"), of(Departure, "left"), all=True)
    for table, user, number, what in rows:
        tie: dict[str, Any] = {what: number if what == "seat" else True}
        found[table, user] = found.get((table, user), _Relation())._replace(**tie)
    return found


def _may_stream(table: Table, tie: _Relation) -> bool:
    """`_may_watch` for facts that are known already."""
    running = table.status == Table.Status.RUNNING
    return (table.public or tie.invited) and not (running and tie.left)


def lost_seat(user: Reader, code: str) -> Seat | None:
    """The seat they lost and may have back: an empty one, or a bot's if the table says so."""
    if not isinstance(user, User):
        return None
    lost = Seat.objects.select_related("table").filter(table__code=code, former=user, user=None)
    given_back = Q(bot="") | Q(table__gives_back=True)
    return lost.filter(given_back, table__status=Table.Status.RUNNING).first()


def seated_table(user: Reader, code: str) -> Access:
    """The table for those who sit at it."""
    found = readable_table(user, code)
    if found.seat is None:
        raise Http404
    return found


def invited_table(code: str) -> Table:
    """The table that an invitation link leads to."""
    table = Table.objects.select_related("owner").filter(invite_code=code).first()
    if table is None:
        raise Http404
    return _readable(table)


def _may_watch(user: Reader) -> Q:
    """Public tables may be watched, others by invitation; by nobody who left while it runs."""
    if not isinstance(user, User):
        return Q(public=True)
    asked = Exists(Invitation.objects.filter(table=OuterRef("pk"), user=user))
    left = Exists(Departure.objects.filter(table=OuterRef("pk"), user=user))
    return (Q(public=True) | asked) & ~(Q(status=Table.Status.RUNNING) & left)


def seat_of(user: Reader, table: Table) -> Seat | None:
    if not isinstance(user, User):
        return None
    return Seat.objects.filter(table=table, user=user).first()
