"""Tables at which a moderator plays or played: the admin shows them nothing of these until the end.

No list or page shows the chat of spectators, reports from there, or what colleagues wrote or did
there. The moderator asks a colleague instead. Nor does any show reports about themselves, wherever
they come from (own_cases.py): whoever filters by this module has filtered by both.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import User
from games.moderation import own_cases
from games.moderation.models import AuditEntry
from games.tables.models import Departure, Seat, Table


def of(user: User) -> dict[int, str]:
    """The primary key and the code of each."""
    seats = Seat.objects.filter(Q(user=user) | Q(former=user), table__status__in=Table.OPEN)
    left = Departure.objects.filter(user=user, table__status__in=Table.OPEN)
    fields = ("table_id", "table__code")
    return dict(seats.order_by().values_list(*fields).union(left.values_list(*fields)))


def without(
    rows: QuerySet[Any], path: str, user: User, own: Collection[int] | None = None
) -> QuerySet[Any]:
    """The rows without those of own tables. `path` leads from a row to its table.

    Who has asked `of` already hands over its answer.
    """
    own, rows = of(user) if own is None else own, own_cases.without(rows, user)
    return rows.exclude(**{f"{path}__in": list(own)}) if own else rows


def audit_without(entries: QuerySet[AuditEntry], user: User) -> QuerySet[AuditEntry]:
    """The audit trail knows tables by their code, because it outlives them."""
    own, entries = of(user), own_cases.without(entries, user)
    return entries.exclude(table_code__in=list(own.values())) if own else entries
