"""A site of many tables, built once for all tests here and rolled back in one transaction."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from bench import seed
from bench.seed import SeededSite
from config.clock import now
from tests import plugin

# Plans and statistics are PostgreSQL's: elsewhere only requests are counted.
collect_ignore_glob = [] if plugin.LEG == "postgres" else ["test_[!r]*.py"]

DUE = 500
TABLES = [40_000, pytest.param(200_000, marks=pytest.mark.soak)]
"""Enough for PostgreSQL to plan as it would with millions, and as many as were promised."""


@pytest.fixture(scope="module", params=TABLES)
def built(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[SeededSite]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield seed.build(request.param, DUE, now())
        transaction.set_rollback(True)


@pytest.fixture
def seeded(built: SeededSite, db: None) -> SeededSite:
    """The site as it was built; a test's changes are rolled back."""
    return built
