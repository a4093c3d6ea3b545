"""Find a table and check access in one step: a stranger gets 404, as if it didn't exist.

Some users may look but neither sit nor talk (`RESTRICTIONS`, guests).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import CharField, Exists, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.models import User
from config.extensions import ExtensionPoint
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.kinds import rules_of
from games.tables import store
from games.tables.models import Departure, Invitation, Note, Seat, Table
from games.tables.refusals import require
from games.tables.store import LoadedTable

Reader = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Access:
    """A table that somebody may see, and their seat (None: they watch)."""

    table: Table
    seat: Seat | None
    note: str = ""
    """Their private note; only set by `table_page_access`."""
    called: bool = False
    """Whether they were notified of being named in the chat, and haven't looked since."""


def readable_table(user: Reader, code: str) -> Access:
    """Find a table for its players, invited players and, if public, all who haven't left it."""
    if isinstance(user, User):
        seat = SEAT.first(code=code, user=user.pk)
        if seat is not None:
            return Access(_readable(seat.table), seat)
    return _watch(user, code)


def table_page_access(user: Reader, code: str) -> Access:
    """Find it with everything the whole page shows: still one query, but a larger one."""
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
"""For a query of seats: whether this user was notified of a mention they haven't read."""
SEAT, SEAT_AND_MORE = PreparedQuery(lambda: _seat()[:1]), PreparedQuery(_seat_and_more)


def _watch(user: Reader, code: str) -> Access:
    table = get_object_or_404(Table.objects.select_related("owner"), _may_watch(user), code=code)
    return Access(_readable(table), None)


def _readable(table: Table) -> Table:
    """Return the table if this release has its rules; otherwise raise UnknownRules."""
    rules_of(table.kind, table.rules_version)
    return table


def load(found: Access, user: Reader) -> tuple[Access, LoadedTable]:
    """Load the table as of one moment.

    If it moved on meanwhile, access is checked again: a reader who lost it gets 404.
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


class Counts(NamedTuple):
    """The counts of changes at a table, for an open page that polls or streams."""

    status: str
    changes: int
    talk: int
    gallery: int
    seat: int | None
    """The key of the reader's seat, if they have one."""


def counts(user: Reader, code: str) -> Counts:
    """Return the counts of a table, for those who may see it: one query."""
    own = Seat.objects.filter(table=OuterRef("pk"), user=user.pk or 0)
    tables = Table.objects.annotate(seat=Subquery(own.values("pk")))
    allowed = tables.filter(Q(seat__isnull=False) | _may_watch(user), code=code)
    found = allowed.values_list(*Counts._fields).first()
    if found is None:
        raise Http404
    return Counts(*found)


_Pair = tuple[int, int | None]
"""A table and a reader, by their keys; None is a visitor."""


def counts_of_all(asked: Collection[_Pair]) -> dict[_Pair, Counts]:
    """Answer many pairs at once, with two queries.

    Pairs without access are left out. Tables are read first and relations second, so that whoever
    sat down in between counts as seated.
    """
    numbers = {table for table, _ in asked}
    tables = Table.objects.only("public", "status", "changes", "talk", "gallery").in_bulk(numbers)
    seats, invited, left = _relations(numbers, {user for _, user in asked if user is not None})
    found = {}
    for pair in asked:
        table, seat = tables.get(pair[0]), seats.get(pair)
        if table is None:
            continue
        # The same as `_may_watch`, with facts that are known already.
        gone = table.status == Table.Status.RUNNING and pair in left
        if seat is not None or ((table.public or pair in invited) and not gone):
            found[pair] = Counts(table.status, table.changes, table.talk, table.gallery, seat)
    return found


def _relations(tables: Collection[int], users: Collection[int]) -> list[dict[_Pair, int]]:
    """Return the keys of seats, of invitations and of departures."""
    models: tuple[type[Model], ...] = (Seat, Invitation, Departure)
    found: list[dict[_Pair, int]] = [{} for _ in models]
    if users:
        first, *others = (
            model._default_manager.filter(table__in=tables, user__in=users)
            .order_by()
            .values_list("table_id", "user_id", "pk", Value(place))
            for place, model in enumerate(models)
        )
        for table, user, key, place in first.union(*others, all=True):
            found[place][table, user] = key
    return found


def lost_seat(user: Reader, code: str) -> Seat | None:
    """Find the seat they lost and may take back: empty, or a bot's if the table allows it."""
    if not isinstance(user, User):
        return None
    lost = Seat.objects.select_related("table").filter(table__code=code, former=user, user=None)
    given_back = Q(bot="") | Q(table__gives_back=True)
    return lost.at_running_tables().filter(given_back).first()


def seated_table(user: Reader, code: str) -> Access:
    """Find a table for its players only."""
    found = readable_table(user, code)
    if found.seat is None:
        raise Http404
    return found


def invited_table(code: str) -> Table:
    tables = Table.objects.select_related("owner")
    return _readable(get_object_or_404(tables, invite_code=code))


def _may_watch(user: Reader) -> Q:
    """Select public tables, and others by invitation; not running ones that the reader left."""
    if not isinstance(user, User):
        return Q(public=True)
    asked = Exists(Invitation.objects.filter(table=OuterRef("pk"), user=user))
    left = Exists(Departure.objects.filter(table=OuterRef("pk"), user=user))
    return (Q(public=True) | asked) & ~(Q(status=Table.Status.RUNNING) & left)


def seat_of(user: Reader, table: Table) -> Seat | None:
    if not isinstance(user, User):
        return None
    return Seat.objects.filter(table=table, user=user).first()


# --- users who may neither sit nor talk at a table: staff who have seen its secrets, and guests ---
#
# Ask under the table's lock, or somebody could sit down and look at the same moment.

RESTRICTIONS: ExtensionPoint[Callable[[User, Table], bool]] = ExtensionPoint()
"""Whether somebody may neither sit nor talk at a table while it is played."""


def is_barred(user: User, table: Table) -> bool:
    return any(applies(user, table) for applies in RESTRICTIONS.provided)


# Guests may play with bots, and with friends who sent them a link: nothing a spammer could use
# (decision 113).

MAX_GUEST_TABLES: Final = 3
"""How many a guest may have at the same time."""


def require_guest_may_open(user: User, table: Table, bots: int) -> None:
    """Refuse unless bots fill the table and nobody can watch it."""
    if user.is_guest:
        require(bots + 1 >= table.size and not table.public, "guest-opens")
        _require_room(user, table)


def require_guest_may_join(user: User, table: Table) -> None:
    """Refuse at public tables: a guest joins by a friend's link."""
    if user.is_guest:
        require(not table.public, "guest-joins")
        _require_room(user, table)


def is_silent_guest(user: User, seats: Iterable[Seat]) -> bool:
    """Check whether a guest may not write here, since other people would read it."""
    seated = {seat.user_id for seat in seats} - {None}
    return user.is_guest and seated != {user.pk}


def _require_room(user: User, table: Table) -> None:
    """Refuse beyond the limit of tables; the lock makes two requests at once count in turn."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    others = Seat.objects.at_open_tables().filter(user=user).exclude(table=table)
    require(others.count() < MAX_GUEST_TABLES, "guest-tables")
