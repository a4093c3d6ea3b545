"""Who of the staff has looked into the secrets of a table: the audit trail knows.

Until that table is over they may not sit or talk there (games/tables/barriers.py), as who sits or
sat there may not look. Both are asked under the table's lock, so two tabs cannot do both. An index
finds the looks by table, and none is cleaned up while its table is played (retention.py).
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.moderation.actions import Action
from games.moderation.models import AuditEntry
from games.tables.models import Table


def has_looked(user: User, table: Table) -> bool:
    """Have they opened secrets of this table, and is it still played?"""
    looks = AuditEntry.objects.filter(table_code=table.code, action=Action.SECRETS, actor=user)
    return table.status in Table.OPEN and looks.exists()


def still_bars() -> Q:
    """The entries of the trail by which somebody may not sit down somewhere."""
    played = Table.objects.filter(code=OuterRef("table_code"), status__in=Table.OPEN)
    return Q(Exists(played), action=Action.SECRETS)
