"""A house of 200,000 tables, once for all tests here: made and rolled back in one transaction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from bench import seed
from bench.seed import House
from config.clock import now
from tests import plugin

# Plans and statistics are PostgreSQL's: elsewhere only requests are counted.
collect_ignore_glob = [] if plugin.LEG == "postgres" else ["test_[!r]*.py"]

TABLES, DUE = 200_000, 500


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield seed.build(TABLES, DUE, now())
        transaction.set_rollback(True)


@pytest.fixture
def house(built: House, db: None) -> House:
    """As it was built: what a test does to it is undone."""
    return built
