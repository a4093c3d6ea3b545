"""An outage of a site with 20,000 running tables: few statements, and only for running tables."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from bench import seed
from config.clock import now
from games.tables import services
from games.tables.models import Seat, SiteClock, Table

pytestmark = [pytest.mark.both, pytest.mark.django_db, pytest.mark.soak]

TABLES = 33_400  # six of ten are running
LENGTH = timedelta(hours=2)


def test_twenty_thousand_running_tables_cost_at_most_thirty_statements() -> None:
    """A third of the players have quiet hours, which begin soon after the first deadline."""
    at = now()
    seed.build(TABLES, 10, at)
    running = Table.objects.running()
    assert running.count() > 20_000
    clocks = Seat.objects.filter(due_at__isnull=False)
    before = {seat.pk: seat.due_at for seat in clocks.only("due_at") if seat.due_at}
    soon, late = (min(before.values()) + timedelta(hours=hours) for hours in (1, 9))
    first = clocks.order_by("due_at").values("pk")[:7000]
    clocks.filter(pk__in=first).update(rest=f"UTC {soon:%H}:00 {late:%H}:00")
    changes = dict(Table.objects.values_list("pk", "changes"))
    SiteClock.objects.create(swept_at=at - LENGTH)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        assert services.clocks_run(at)
    assert len(queries) <= 30
    moved = [seat.due_at - before[seat.pk] for seat in clocks.only("due_at") if seat.due_at]
    assert min(moved) == LENGTH
    assert 0 < sum(length > LENGTH for length in moved) <= 7000
    shown_again = {pk for pk, n in Table.objects.values_list("pk", "changes") if n > changes[pk]}
    assert shown_again == set(Table.objects.open().values_list("pk", flat=True))
