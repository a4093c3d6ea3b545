"""With whom somebody played before: people of an earlier table, who can be asked to a new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet

from accounts import blocking
from accounts.models import User
from games.tables.models import Seat, Table

MOST: Final = 5
"""So many companies are offered,"""
LOOKED_AT: Final = 20
"""out of so many tables: the same people often meet again."""


@dataclass(frozen=True, slots=True)
class Company:
    """Those who sit, or sat to the end, at one table with somebody."""

    table: Table
    people: tuple[User, ...]

    def without(self, pks: Collection[int | None]) -> Company:
        return Company(self.table, tuple(user for user in self.people if user.pk not in pks))


def companies(user: User, without: Collection[int | None] = ()) -> list[Company]:
    """The latest, each group of people once; nobody of `without`. Two queries."""
    tables = [seat.table for seat in _seats(user).select_related("table")[:LOOKED_AT]]
    found = [company.without(without) for company in _with_people(user, tables)]
    once: dict[frozenset[int], Company] = {}
    for company in found:
        once.setdefault(frozenset(user.pk for user in company.people), company)
    return [company for company in once.values() if company.people][:MOST]


def company_of(user: User, code: str) -> Company | None:
    """That of one table at which they sit, or sat to its end."""
    tables = [seat.table for seat in _seats(user).filter(table__code=code).select_related("table")]
    return next(iter(_with_people(user, tables)), None)


def asked_already(table: Table) -> set[int]:
    """Who sits at a table, or was asked to it by name: they need not be asked again."""
    seated = table.seats.exclude(user=None).order_by().values_list("user", flat=True)
    return set(seated.union(table.invitations.exclude(user=None).values_list("user", flat=True)))


def _seats(user: User) -> QuerySet[Seat]:
    """Theirs at tables with other people: what is played now, then what ended last."""
    others = Seat.objects.filter(table=OuterRef("table"), user__isnull=False).exclude(user=user)
    played = (Table.Status.RUNNING, Table.Status.FINISHED)
    seats = Seat.objects.filter(Exists(others), user=user, table__status__in=played)
    return seats.order_by(F("ended_at").desc(nulls_first=True), "-table_id")


def _with_people(user: User, tables: Iterable[Table]) -> list[Company]:
    there = defaultdict(list)
    for seat in _who_can_be_asked(user).filter(table__in=list(tables)):
        if seat.user is not None:
            there[seat.table_id].append(seat.user)
    return [Company(table, tuple(there[table.pk])) for table in tables]


def _who_can_be_asked(user: User) -> QuerySet[Seat]:
    """No guest, for guests play where a link was sent to them; nobody who is gone, or blocked by
    the one who asks. Who blocked that one is there as always, and hears nothing: decision 34."""
    seats = Seat.objects.filter(user__is_active=True, user__guest_until=None)
    seats = seats.exclude(user=user).exclude(blocking.blocked_by(user, "user"))
    return seats.select_related("user").order_by("number")
