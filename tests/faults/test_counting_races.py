"""Workers that count at the same moment: every table once, and no player loses an update."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier

import pytest

from config.clock import now
from games.tables import services, tasks
from games.tables.models import Career, Rating, Table
from tests.factories import UserFactory
from tests.faults.test_races import at_once
from tests.real_tables import running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
TABLES = 9


def count(barrier: Barrier) -> int:
    return int(tasks.count_results())


def test_four_workers_count_each_table_once_and_lose_no_update() -> None:
    ann, *others = UserFactory.create_batch(4)
    for number in range(TABLES):
        table = running(ann, others[number % 3], kind="duel")
        services.resign(others[number % 3], table.code, now())
    done = at_once(count, *[()] * 4)
    assert all(isinstance(number, int) for number in done), done
    done.append(tasks.count_results())  # what was left because its player's row was locked
    assert sum(done) == TABLES
    assert not Table.objects.filter(counted_at=None).exists()
    assert Career.objects.get(user=ann).played == Rating.objects.get(user=ann).tables == TABLES
    assert Career.objects.get(user=ann).longest == TABLES
