"""Queries whose SQL is built once give the same results as the querysets they come from."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.db.models import CharField, F
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.tables.models import Seat, Table
from tests.factories import UserFactory
from tests.real_tables import running

pytestmark = [pytest.mark.django_db, pytest.mark.both]

SEATS = PreparedQuery(
    lambda: (
        Seat.objects.select_related("user", "former")
        .filter(table__code=Placeholder("code", CharField()))
        .annotate(as_of=F("table__changes"))
        .order_by("number")
    )
)


def test_a_prepared_query_gives_its_querysets_results() -> None:
    for _ in range(2):
        table = running(*UserFactory.create_batch(2), kind="duel")
        asked = Seat.objects.select_related("user", "former").filter(table=table)
        wanted = list(asked.annotate(as_of=F("table__changes")).order_by("number"))
        found = SEATS.objects(code=table.code)
        hidden = {"_state"}
        for seat, like in zip(found, wanted, strict=True):
            said, shall = vars(seat), vars(like)
            assert {k: v for k, v in said.items() if k not in hidden} == {
                k: v for k, v in shall.items() if k not in hidden
            }
            assert (seat.user, seat.former) == (like.user, None)
            assert not seat._state.adding


def test_related_rows_are_loaded_too() -> None:
    code = running(*UserFactory.create_batch(2), kind="duel").code
    with CaptureQueriesContext(
        connection,
    ) as asked:
        names = [seat.user.name for seat in SEATS.objects(code=code) if seat.user]
    assert len(names) == 2
    assert len(asked) == 1


def test_a_text_parameter_is_only_text() -> None:
    running(*UserFactory.create_batch(2), kind="duel")
    assert SEATS.objects(code="' OR 1=1 --") == []
    assert SEATS.first(code="%s") is None


def test_plain_columns_are_read_as_rows() -> None:
    table = running(*UserFactory.create_batch(2), kind="duel")
    times = PreparedQuery(
        lambda: Table.objects.filter(pk=Placeholder("pk")).values_list("code", "moved_at")
    )
    assert [tuple(row) for row in times.rows(pk=table.pk)] == [(table.code, table.moved_at)]


def test_a_missing_parameter_is_an_error() -> None:
    with pytest.raises(KeyError):
        SEATS.objects()


@pytest.mark.django_db(transaction=True)
def test_a_row_can_only_be_locked_in_a_transaction() -> None:
    table = running(*UserFactory.create_batch(2), kind="duel")
    locked = PreparedQuery(lambda: Table.objects.select_for_update().filter(pk=Placeholder("pk")))
    with transaction.atomic():
        assert locked.first(pk=table.pk) == table
    if connection.features.has_select_for_update:
        with pytest.raises(TransactionManagementError):
            locked.first(pk=table.pk)
