"""Groups of people from earlier tables, who can be invited to a new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet

from accounts import relations
from accounts.models import User
from games.tables import rate_limits
from games.tables.models import Invitation, Seat, Table
from games.tables.refusals import Refused, require
from games.tables.services.lobby import require_lobby_of
from games.tables.services.news import Invited
from games.tables.services.unit_of_work import RowWork, row_for_update

MAX_GROUPS: Final = 5
"""Maximum number of groups offered."""
TABLES_SEARCHED: Final = 20
"""Number of latest tables that are searched for groups: the same people often meet again."""


@dataclass(frozen=True, slots=True)
class PlayerGroup:
    """The others at a table where somebody sits, or sat to the end."""

    table: Table
    people: tuple[User, ...]

    def without(self, pks: Collection[int | None]) -> PlayerGroup:
        return PlayerGroup(self.table, tuple(user for user in self.people if user.pk not in pks))


def recent_groups(user: User, without: Collection[int | None] = ()) -> list[PlayerGroup]:
    """Return the latest groups, each once, without these people. Takes two queries."""
    tables = [seat.table for seat in _seats(user).select_related("table")[:TABLES_SEARCHED]]
    found = [group.without(without) for group in _with_people(user, tables)]
    once: dict[frozenset[int], PlayerGroup] = {}
    for group in found:
        once.setdefault(frozenset(user.pk for user in group.people), group)
    return [group for group in once.values() if group.people][:MAX_GROUPS]


def group_of_table(user: User, code: str) -> PlayerGroup | None:
    """Return the group of a table at which they sit, or sat to its end."""
    tables = [seat.table for seat in _seats(user).filter(table__code=code).select_related("table")]
    return next(iter(_with_people(user, tables)), None)


def already_asked(table: Table) -> set[int]:
    """Return players at the table or invited to it by name: they needn't be invited again."""
    seated = table.seats.of_people().order_by().values_list("user", flat=True)
    return set(seated.union(table.invitations.exclude(user=None).values_list("user", flat=True)))


def _seats(user: User) -> QuerySet[Seat]:
    """Return their seats at tables with other people: running ones first, then by end."""
    others = Seat.objects.of_people().filter(table=OuterRef("table")).exclude(user=user)
    played = (Table.Status.RUNNING, Table.Status.FINISHED)
    seats = Seat.objects.filter(Exists(others), user=user, table__status__in=played)
    return seats.order_by(F("ended_at").desc(nulls_first=True), "-table_id")


def _with_people(user: User, tables: Iterable[Table]) -> list[PlayerGroup]:
    there = defaultdict(list)
    for seat in _can_be_invited(user).filter(table__in=list(tables)):
        if seat.user is not None:
            there[seat.table_id].append(seat.user)
    return [PlayerGroup(table, tuple(there[table.pk])) for table in tables]


def _can_be_invited(user: User) -> QuerySet[Seat]:
    """Leave out guests, who join by a link only, deleted players, and players whom the user has
    blocked. Players who have blocked the user are listed, but not notified (decision 34)."""
    seats = Seat.objects.filter(user__is_active=True, user__guest_until=None)
    seats = seats.exclude(user=user).exclude(relations.blocked_by(user, "user"))
    return seats.select_related("user").order_by("number")


def invite_group(owner: User, code: str, earlier: str, at: datetime) -> tuple[User, ...]:
    """Invite the people of an earlier table, each as if by name, with the same limits.

    Refuses: not-owner, started-already, no-such-company, all-invited, invited-many.
    """
    with row_for_update(code, at) as work:
        require_lobby_of(owner, work)
        group = group_of_table(owner, earlier)
        if group is None or not group.people:
            raise Refused("no-such-company")
        asked = group.without(already_asked(work.table)).people
        require(asked, "all-invited")
        _ask(work, owner, asked)
    return asked


def _ask(work: RowWork, owner: User, people: tuple[User, ...]) -> None:
    allowed = [rate_limits.may(owner, rate_limits.INVITATIONS, work.at) for _ in people]
    require(all(allowed), "invited-many")
    rows = [Invitation(table=work.table, user=user, at=work.at) for user in people]
    Invitation.objects.bulk_create(rows)
    work.tell(Invited(people, owner))
