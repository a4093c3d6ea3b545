"""Operators stop all clocks, and let them run again: form, preview, done, and a trace."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from config.clock import now
from games.moderation import maintenance
from games.moderation.roles import MODERATOR, OPERATOR, SENIOR, NotAllowed
from games.tables import site_clock
from games.tables.models import Seat
from tests.moderation.staff import staff, staff_client, trail
from tests.tables.play import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def post(client: Client, step: str, ends: bool = False, **fields: str) -> str:
    sent = {"step": step, "ends": str(int(ends)), "reason": "a new disk"} | fields
    path = reverse("admin:maintenance")
    return client.post(path, sent, follow=True).content.decode()


def stopped() -> bool:
    return site_clock.is_stopped(site_clock.read())


def test_a_preview_changes_nothing_and_doing_it_leaves_a_trace() -> None:
    client = staff_client(OPERATOR)
    assert "No deadline passes" in post(client, "preview", message="Soon back")
    assert not stopped()
    assert trail() == []
    post(client, "do", until="2096-11-30T18:00", message="Soon back")
    assert stopped()
    (entry,) = trail("stop-clocks")
    assert (entry.reason, entry.after["message"]) == ("a new disk", "Soon back")
    assert entry.after["until"].startswith("2096-11-30")


def test_a_double_click_on_stop_does_not_start_them_again() -> None:
    client = staff_client(OPERATOR)
    for _ in range(2):
        post(client, "do")
    assert stopped()


def test_letting_them_run_moves_every_deadline_once() -> None:
    client, operator = staff_client(OPERATOR), staff(OPERATOR)
    seat = Seat.objects.get(table=new_table(3, sleep_aware=False).table, on_turn=True)
    maintenance.start(operator, None, "", "a new disk", now() - timedelta(hours=2))
    assert "Let all clocks run" in client.get(reverse("admin:maintenance")).content.decode()
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


def test_an_end_that_is_past_is_refused() -> None:
    assert "past already" in post(staff_client(OPERATOR), "do", until="2020-01-01T00:00")
    assert not stopped()


@pytest.mark.parametrize("role", [MODERATOR, SENIOR])
def test_others_of_the_staff_stop_no_clock(role: str) -> None:
    with pytest.raises(NotAllowed):
        maintenance.start(staff(role), None, "", "a joke", now())
    maintenance.start(staff(OPERATOR), None, "", "a new disk", now())
    with pytest.raises(NotAllowed):
        maintenance.end(staff(role), "a joke", now())
    assert stopped()
