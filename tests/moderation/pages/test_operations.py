"""Figures: correct, at a bounded cost, drawn without inline styles."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.clock import now
from games.moderation.models import Report
from games.moderation.permissions import MODERATOR, OPERATOR, SENIOR, NotAllowed
from games.moderation.services import operations, reports
from games.moderation.services.reports import Complaint
from games.notices.models import Notice
from games.tables.models import Seat, SiteClock, Table
from tests.factories import UserFactory
from tests.moderation.staff import staff, staff_client, token, trail
from tests.tables.play import new_table, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def test_tables_are_counted_by_day() -> None:
    at = now()
    games = [new_table(3).table for _ in range(4)]
    Table.objects.filter(pk=games[0].pk).update(started_at=at - timedelta(days=2))
    Table.objects.filter(pk=games[1].pk).update(status="finished", ended_at=at)
    Table.objects.filter(pk=games[2].pk).update(status="abandoned", ended_at=at)
    found = operations.site_figures(at)
    started = [*found["started"].values()]
    assert (sum(started), started[-1], started[-3]) == (4, 3, 1)
    assert sum(found["finished"].values()) == sum(found["abandoned"].values()) == 1
    assert found["running"] == 2


def test_the_median_turn_is_between_entries_of_one_table() -> None:
    loaded = play_on(new_table(3), 5)
    begun = now() - timedelta(days=1)
    for move in loaded.table.log.all():
        loaded.table.log.filter(pk=move.pk).update(at=begun + timedelta(hours=2 * move.number))
    assert operations.site_figures(now())["turn"] == timedelta(hours=2)


def test_late_things_are_counted() -> None:
    at = now()
    table = new_table(3).table
    Seat.objects.filter(table=table, on_turn=True).update(due_at=at - timedelta(hours=1))
    complaint = Complaint("abuse", UserFactory.create(), "rude")
    reports.file_report(UserFactory.create(), complaint, token(), at - timedelta(days=9))
    Notice.objects.all().delete()
    user = UserFactory.create()
    Notice.objects.create(
        recipient=user, kind="test", cause_number=1, due_at=at - timedelta(hours=3)
    )
    Notice.objects.create(recipient=user, kind="test", cause_number=2, state="failed", ended_at=at)
    Notice.objects.create(recipient=user, kind="test", cause_number=3, state="sent", ended_at=at)
    found = operations.site_figures(at)
    assert (found["overdue"], found["reports_open"], found["reports_overdue"]) == (1, 1, 1)
    assert (found["mails_failed"], sum(found["mails_sent"].values())) == (1, 1)
    assert found["lag"] == timedelta(hours=3)
    assert Report.objects.count() == 1


def test_an_empty_site_has_figures_too_at_the_same_cost() -> None:
    with CaptureQueriesContext(connection) as empty:
        found = operations.site_figures(now())
    assert (found["turn"], found["lag"]) == (None, timedelta())
    assert sum(found["started"].values()) == 0
    play_on(new_table(3), 9)
    with CaptureQueriesContext(connection) as full:
        operations.site_figures(now())
    assert len(empty) == len(full) <= 12


def test_the_highest_bar_fills_the_chart() -> None:
    days = [(now() - timedelta(days=n)).date() for n in range(3)]
    bars = operations.chart_bars(dict(zip(days, (0, 5, 10), strict=True)))
    assert [bar.height for bar in bars] == [0, 29, 58]


# Operators stop and restart all clocks: form, preview, action and an entry in the trail.


def post(client: Client, step: str, ends: bool = False, **fields: str) -> str:
    sent = {"step": step, "ends": str(int(ends)), "reason": "a new disk"} | fields
    path = reverse("admin:maintenance")
    return client.post(path, sent, follow=True).content.decode()


def stopped() -> bool:
    return SiteClock.current().is_stopped


def test_a_preview_changes_nothing_and_the_action_leaves_an_entry() -> None:
    client = staff_client(OPERATOR)
    assert "No deadline passes" in post(client, "preview", message="Soon back")
    assert not stopped()
    assert trail() == []
    post(client, "do", until="2096-11-30T18:00", message="Soon back")
    assert stopped()
    (entry,) = trail("stop-clocks")
    assert (entry.reason, entry.after["message"]) == ("a new disk", "Soon back")
    assert entry.after["until"].startswith("2096-11-30")


def test_a_double_click_on_stop_does_not_restart_the_clocks() -> None:
    client = staff_client(OPERATOR)
    for _ in range(2):
        post(client, "do")
    assert stopped()


def test_restarting_the_clocks_moves_every_deadline_once() -> None:
    client, operator = staff_client(OPERATOR), staff(OPERATOR)
    seat = Seat.objects.get(table=new_table(3, sleep_aware=False).table, on_turn=True)
    operations.stop_all_clocks(operator, None, "", "a new disk", now() - timedelta(hours=2))
    assert "Restart all clocks" in client.get(reverse("admin:maintenance")).content.decode()
    assert "Every deadline moves" in post(client, "preview", ends=True)
    for _ in range(2):
        post(client, "do", ends=True)
    assert not stopped()
    (entry,) = trail("start-clocks")
    due = Seat.objects.get(pk=seat.pk).due_at
    assert due
    assert seat.due_at
    assert entry.after == {"seconds": (due - seat.due_at).total_seconds() // 1}
    assert entry.after["seconds"] >= 2 * 60 * 60


def test_an_expected_end_in_the_past_is_refused() -> None:
    assert "is in the past" in post(staff_client(OPERATOR), "do", until="2020-01-01T00:00")
    assert not stopped()


@pytest.mark.parametrize("role", [MODERATOR, SENIOR])
def test_other_roles_cannot_stop_the_clocks(role: str) -> None:
    with pytest.raises(NotAllowed):
        operations.stop_all_clocks(staff(role), None, "", "a joke", now())
    operations.stop_all_clocks(staff(OPERATOR), None, "", "a new disk", now())
    with pytest.raises(NotAllowed):
        operations.start_all_clocks(staff(role), "a joke", now())
    assert stopped()
