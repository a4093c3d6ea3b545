"""What came of a finished table is counted for its players: careers, meetings, ratings.

Once: in one transaction with the mark on the table's row, whoever comes first. A crash before its
end leaves the table uncounted, and the next sweep finds it. (decision 120)
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.kinds import KINDS
from games.tables.models import Table
from games.tables.past import Past, past_of
from games.tables.services import careers, rating
from games.tables.services.unit_of_work import lock


def uncounted(at: datetime) -> QuerySet[Table]:
    """Finished tables that nobody has counted, in the order in which they were over."""
    due = Table.objects.filter(status=Table.Status.FINISHED, counted_at=None)
    return due.order_by("ended_at", "pk")


def count_results(pk: int, at: datetime) -> bool:
    """Count this table, unless somebody has, or one of its players is held by somebody else."""
    code = Table.objects.values_list("code", flat=True).filter(pk=pk).first()
    with transaction.atomic(), suppress(Table.DoesNotExist):
        table = lock(code or "")
        past = past_of(table) if _is_due(table) else None
        if past is None or not _hold(past):
            return False
        careers.count(past)
        rating.rate(past)
        Table.objects.filter(pk=pk).update(counted_at=at)
        return True
    return False


def _is_due(table: Table) -> bool:
    """Rules that only a newer release has are counted by that release."""
    known = table.kind in KINDS and table.rules_version in KINDS[table.kind].versions
    return known and table.status == Table.Status.FINISHED and table.counted_at is None


def _hold(past: Past) -> bool:
    """Nobody else counts for these players meanwhile, and none of them leaves for good.

    Who deletes their account holds their own row and waits for tables: so nothing waits here.
    """
    people = {user.pk for user in past.everybody}
    held = User.objects.filter(pk__in=people).select_for_update(skip_locked=True, no_key=True)
    return len(held.order_by("pk").values_list("pk", flat=True)) == len(people)
