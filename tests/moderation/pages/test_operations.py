"""Figures: right, bounded in cost, drawn without style."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.clock import now
from games.moderation import figures, reports
from games.moderation.models import Report
from games.moderation.reports import Complaint
from games.notices.models import Notice
from games.tables.models import Seat, Table
from tests.factories import UserFactory
from tests.moderation.staff import token
from tests.tables.play import new_table, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_tables_are_counted_by_day() -> None:
    at = now()
    games = [new_table(3).table for _ in range(4)]
    Table.objects.filter(pk=games[0].pk).update(started_at=at - timedelta(days=2))
    Table.objects.filter(pk=games[1].pk).update(status="finished", ended_at=at)
    Table.objects.filter(pk=games[2].pk).update(status="abandoned", ended_at=at)
    found = figures.figures(at)
    assert (found.started.total, found.started.values[-1], found.started.values[-3]) == (4, 3, 1)
    assert (found.finished.total, found.abandoned.total, found.running) == (1, 1, 2)


def test_the_median_turn_is_between_entries_of_one_table() -> None:
    loaded = play_on(new_table(3), 5)
    begun = now() - timedelta(days=1)
    for move in loaded.table.log.all():
        loaded.table.log.filter(pk=move.pk).update(at=begun + timedelta(hours=2 * move.number))
    assert figures.figures(now()).turn == timedelta(hours=2)


def test_what_is_late_is_counted() -> None:
    at = now()
    table = new_table(3).table
    Seat.objects.filter(table=table, on_turn=True).update(due_at=at - timedelta(hours=1))
    complaint = Complaint("abuse", UserFactory.create(), "rude")
    reports.report(UserFactory.create(), complaint, token(), at - timedelta(days=9))
    Notice.objects.all().delete()
    user = UserFactory.create()
    Notice.objects.create(
        recipient=user, kind="test", cause_number=1, due_at=at - timedelta(hours=3)
    )
    Notice.objects.create(recipient=user, kind="test", cause_number=2, state="failed", ended_at=at)
    Notice.objects.create(recipient=user, kind="test", cause_number=3, state="sent", ended_at=at)
    found = figures.figures(at)
    assert (found.overdue, found.reports_open, found.reports_overdue) == (1, 1, 1)
    assert (found.mails_failed, found.mails_sent.total, found.lag) == (1, 1, timedelta(hours=3))
    assert Report.objects.count() == 1


def test_an_empty_site_has_figures_too_at_the_same_cost() -> None:
    with CaptureQueriesContext(connection) as empty:
        found = figures.figures(now())
    assert (found.turn, found.lag, found.started.total) == (None, timedelta(), 0)
    play_on(new_table(3), 9)
    with CaptureQueriesContext(connection) as full:
        figures.figures(now())
    assert len(empty) == len(full) <= 12


def test_the_highest_bar_fills_the_chart() -> None:
    days = tuple((now() - timedelta(days=n)).date() for n in range(3))
    bars = figures.bars(figures.Series(days, (0, 5, 10)))
    assert [bar.height for bar in bars] == [0, 29, 58]
