"""The demo moderator of `make run`: in local mode and nowhere else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.test import Client

from accounts import demo
from accounts.models import User
from config.clock import now
from config.environment import DEMO_EMAIL, DEMO_MODERATOR_EMAIL, DEMO_PASSWORD
from games.moderation import demo as office
from games.moderation import permissions
from games.moderation.models import AuditEntry, Report, Sanction
from games.tables.models import Table
from tests.moderation.staff import enter
from tools import stack

pytestmark = [pytest.mark.django_db]

local = pytest.mark.skipif(not site.LOCAL_MODE, reason="the demo is for local mode")


def open_office() -> User:
    office.demo_reports(demo.demo_player(), now())
    return demo.demo_moderator()


def code_on(page: str) -> str:
    found = re.search(r"<strong>(\d{6})</strong>", page)
    return found[1] if found else ""


def sign_in(client: Client) -> Any:
    sent = {"login": DEMO_MODERATOR_EMAIL, "password": DEMO_PASSWORD}
    return client.post("/accounts/login/?next=/admin/queue/", sent, follow=True)


@local
def test_each_page_tells_a_newcomer_how_to_get_to_the_queue() -> None:
    moderator, client = open_office(), Client()
    page = client.get("/admin/", follow=True).content.decode()
    assert DEMO_MODERATOR_EMAIL in page
    assert DEMO_PASSWORD in page
    code = code_on(sign_in(client).content.decode())
    answer = client.post("/accounts/2fa/authenticate/", {"code": code}, follow=True)
    assert answer.redirect_chain[-1][0] == "/admin/queue/"
    assert answer.context["user"] == moderator
    for report in Report.objects.all():
        assert client.get(f"/admin/queue/{report.pk}/").status_code == 200


def test_reports_of_each_kind_wait_and_the_moderator_may_decide_all_of_them() -> None:
    moderator = open_office()
    waiting = Report.objects.order_by("due_at")
    assert [row.kind for row in waiting] == ["message", "appeal", "stalling", "name"]
    assert permissions.roles_of(moderator) == [permissions.SENIOR]
    assert [row.is_overdue(now()) for row in waiting] == [True, False, False, False]
    client = enter(Client(), moderator)
    for report in waiting:
        assert client.post(f"/admin/queue/{report.pk}/", {"do": "claim"}).status_code == 302
    assert set(waiting.values_list("claimed_by", flat=True)) == {moderator.pk}


def test_no_clock_runs_out_while_somebody_looks_around() -> None:
    open_office()
    seats = Table.objects.get(title="Any day now").seats.filter(on_turn=True)
    assert all(seat.due_at and seat.due_at > now() for seat in seats)
    assert AuditEntry.objects.get().action == "mute"  # by a colleague, whose decision is appealed
    assert Sanction.objects.get().by != demo.demo_moderator()


@local
def test_running_the_demo_twice_adds_and_resets_nothing() -> None:
    call_command("demo")
    Report.objects.filter(kind="name").update(state="resolved")
    counted = [model.objects.count() for model in (User, Table, Report, Sanction, AuditEntry)]
    call_command("demo")
    again = [model.objects.count() for model in (User, Table, Report, Sanction, AuditEntry)]
    assert again == counted
    assert Report.objects.get(kind="name").state == "resolved"


def test_production_shows_no_demo_password_and_admits_no_demo_account(
    settings: Any,
) -> None:
    """Even if a local-mode database is used in production."""
    moderator, client = open_office(), Client()
    client.get("/accounts/login/")  # URLs are built once, for the mode of the process
    settings.LOCAL_MODE = False
    assert demo.demo_code() == ""
    assert DEMO_MODERATOR_EMAIL not in client.get("/accounts/login/").content.decode()
    assert code_on(sign_in(client).content.decode()) == ""
    inside = enter(Client(), moderator)
    answer = inside.get("/admin/queue/")
    assert (answer.status_code, answer["Location"].split("?")[0]) == (
        302,
        "/accounts/2fa/reauthenticate/",
    )
    settings.LOCAL_MODE = True
    assert inside.get("/admin/queue/").status_code == 200


def test_make_run_says_how_to_play_and_how_to_moderate() -> None:
    said = stack.trial("http://localhost:8123")
    for wanted in (DEMO_EMAIL, DEMO_PASSWORD, DEMO_MODERATOR_EMAIL, "http://localhost:8123/admin/"):
        assert wanted in said
