"""A unit of work settles, saves and notifies everything once, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext

from config.clock import now
from games.notices.models import Notice
from games.tables import bot_players
from games.tables.models import LogEntry, Seat
from games.tables.services.news import TurnBegan
from games.tables.services.unit_of_work import MOVE_BOTS, RowWork, row_for_update, table_for_update
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.tables.play import bots_move, load, new_table, play, refused, seat_on_turn

Form = Callable[[str, datetime], AbstractContextManager[RowWork]]

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def written(queries: CaptureQueriesContext) -> list[str]:
    """Return the writing queries, with the number of rows first if there are several."""
    sent = [re.sub(r"^\d+ times: ", "", query["sql"]) for query in queries.captured_queries]
    return [sql for sql in sent if sql.startswith(("INSERT", "UPDATE", "DELETE"))]


def columns(loaded: LoadedTable) -> list[object]:
    return list(Seat.objects.filter(table=loaded.table).order_by("pk").values_list())


def test_if_nothing_happened_nothing_is_written() -> None:
    loaded = new_table(3)
    with (
        CaptureQueriesContext(connection) as queries,
        table_for_update(loaded.table.code, now()) as work,
    ):
        assert work.seats
    assert written(queries) == []
    assert load(loaded.table).table.changes == loaded.table.changes


def do_much_and_fail(loaded: LoadedTable) -> None:
    with table_for_update(loaded.table.code, now()) as work:
        seat = work.seats[0]
        assert seat.user is not None
        seat.absences = 7
        work.append(LogEntry(kind=LogEntry.Kind.RETURNED, seat=0))
        work.tell(TurnBegan(0, seat.user, 99))
        work.person_acted()
        raise ZeroDivisionError


def test_an_exception_rolls_everything_back() -> None:
    loaded = new_table(3)
    before, notices = columns(loaded), Notice.objects.count()
    with pytest.raises(ZeroDivisionError):
        do_much_and_fail(loaded)
    assert columns(loaded) == before
    after = load(loaded.table).table
    assert (after.changes, after.length) == (loaded.table.changes, loaded.table.length)
    assert after.log.count() == loaded.table.log.count()
    assert Notice.objects.count() == notices


def test_the_table_and_its_seats_are_saved_once() -> None:
    loaded = new_table(3)
    with (
        CaptureQueriesContext(connection) as queries,
        table_for_update(loaded.table.code, now()) as work,
    ):
        for seat in work.seats:
            seat.wants_cancel = True
            work.append(LogEntry(kind=LogEntry.Kind.RETURNED, seat=seat.number))
        work.changed("title")
        work.person_acted()
    updates = [sql.split('"')[1] for sql in written(queries) if sql.startswith("UPDATE")]
    assert sorted(updates) == ["tables_seat", "tables_table"]
    assert load(loaded.table).table.changes == loaded.table.changes + 1


@pytest.mark.parametrize("form", [table_for_update, row_for_update])
def test_news_is_notified_once_in_order(form: Form) -> None:
    loaded = new_table(3)
    first, second = (seat.user for seat in loaded.seats[:2])
    assert first is not None
    assert second is not None
    before = set(Notice.objects.values_list("pk", flat=True))
    with form(loaded.table.code, now()) as work:
        work.tell(TurnBegan(0, first, 98))
        work.tell(TurnBegan(1, second, 99))
        assert set(Notice.objects.values_list("pk", flat=True)) == before
    told = Notice.objects.exclude(pk__in=before).order_by("pk")
    by_mail = told.filter(channel=Notice.Channel.MAIL)
    assert list(by_mail.values_list("recipient", "cause_number")) == [
        (first.pk, 98), (second.pk, 99)
    ]  # fmt: skip


def test_a_turn_restarts_only_if_requested() -> None:
    loaded = new_table(3)
    seat = seat_on_turn(loaded)
    with table_for_update(loaded.table.code, now()) as work:
        work.person_acted()
    assert seat_on_turn(load(loaded.table)).due_at == seat.due_at
    with table_for_update(loaded.table.code, now()) as work:
        work.restart_turn(work.seats[seat.number])
    again = seat_on_turn(load(loaded.table))
    assert again.due_at is not None
    assert seat.due_at is not None
    assert again.due_at > seat.due_at


@pytest.mark.parametrize("looks", [False, True])
def test_bots_are_woken_after_the_commit_when_they_are_due(looks: bool) -> None:
    loaded = new_table(1, bots=2)
    while not loaded.seats[0].on_turn:
        loaded = bots_move(loaded)
    loaded.table.seats.filter(number=0).update(seen_at=now() if looks else None)
    with TestCase.captureOnCommitCallbacks() as callbacks:
        loaded = play(loaded)
    (bot,) = [seat for seat in loaded.seats if seat.bot and seat.on_turn]
    woken = [callback.args for callback in callbacks if isinstance(callback, partial)]
    assert (MOVE_BOTS, bot_players.bot_delay(bot) if looks else timedelta()) in woken


def test_a_stranger_has_no_seat() -> None:
    loaded, stranger = new_table(3), UserFactory.create()
    with refused("not-seated"), table_for_update(loaded.table.code, now()) as work:
        work.seat_of(stranger)
