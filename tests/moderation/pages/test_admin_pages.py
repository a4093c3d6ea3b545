"""The moderators' pages: who may enter, what they show and cost, and no secret anywhere."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta
from inspect import signature
from pathlib import Path

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry, Report, Sanction
from games.moderation.pages.player_actions import PLAYER_ACTIONS
from games.moderation.permissions import Action
from games.moderation.services import ban_evasion, player_records, reports, sanctions
from games.moderation.services.reports import Complaint
from games.tables import services
from tests.factories import UserFactory
from tests.moderation.pages.test_admin_secrecy import MARK, mark_every_secret
from tests.moderation.staff import enter, grounds, latest, staff, staff_client, token, told
from tests.tables.play import moves_on, new_table, on_turn

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

KINDS = (permissions.MODERATOR, permissions.SENIOR, permissions.OPERATOR)
MOST_QUERIES = 19
ROOMY = {"player": 20}
"""Pages that show more and need more queries."""


def reported(about: User | None = None) -> Report:
    complaint = Complaint("abuse", about or UserFactory.create(), "rude")
    return reports.file_report(UserFactory.create(), complaint, token(), now())


def pages(user: User, report: Report) -> dict[str, tuple[str, str]]:
    """Return every page of ours with its address and the action needed to open it."""
    acts = {name: act.action.value for name, act in PLAYER_ACTIONS.items()} | {"devices": "devices"}
    return {
        **{name: (reverse("admin:player-act", args=[user.pk, name]), acts[name]) for name in acts},
        "queue": (reverse("admin:queue"), "see-queue"),
        "report": (reverse("admin:report", args=[report.pk]), "see-queue"),
        "player": (reverse("admin:player", args=[user.pk]), "see-player"),
        "search": (reverse("admin:search") + "?q=digger", "see-player"),
        "address": (reverse("admin:player-address", args=[user.pk]), "see-address"),
        "find-address": (reverse("admin:find-address"), "find-address"),
        "compare": (reverse("admin:compare") + f"?one={user.pk}", "see-pairs"),
        "pairs": (reverse("admin:pairs"), "see-pairs"),
        "figures": (reverse("admin:figures"), "figures"),
        "maintenance": (reverse("admin:maintenance"), "stop-clocks"),
        "export": (reverse("admin:audit-export"), "export-audit"),
    }


BY_CODE = {action.value: action for action in Action}


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_opens_only_for_those_who_may_act_there(kind: str) -> None:
    user, actor = UserFactory.create(), staff(kind)
    client = enter(Client(), actor)
    for path, action in pages(user, reported(user)).values():
        wanted = 200 if permissions.may(actor, BY_CODE[action]) else 403
        assert (path, client.get(path).status_code) == (path, wanted)


@pytest.mark.parametrize("who", ["visitor", "player"])
def test_the_pages_are_closed_to_all_but_staff(who: str) -> None:
    client, user = Client(), UserFactory.create()
    if who == "player":
        client.force_login(UserFactory.create())
    for path, _ in pages(user, reported(user)).values():
        assert client.get(path).status_code in (302, 403)


def test_staff_without_a_second_factor_have_to_set_one_up_first() -> None:
    user, client = UserFactory.create(is_staff=True, is_superuser=True), Client()
    client.force_login(user)
    paths = [reverse("admin:index"), *(path for path, _ in pages(user, reported()).values())]
    paths += [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    ]
    for path in paths:
        answer = client.get(path)
        assert (path, answer.status_code) == (path, 302)
        assert answer["Location"] == reverse("mfa_activate_totp")


def test_a_post_without_a_second_factor_does_nothing() -> None:
    boss, client = UserFactory.create(is_staff=True, is_superuser=True), Client()
    user = UserFactory.create()
    client.force_login(boss)
    fields = {"code": "abuse", "reason": "rude", "step": "do"}
    client.post(reverse("admin:player-act", args=[user.pk, "ban"]), fields)
    assert not Sanction.objects.exists()


# --- acting ---------------------------------------------------------------------------------------


def test_an_action_is_previewed_before_it_is_done() -> None:
    client, user = staff_client(permissions.MODERATOR), UserFactory.create()
    path = reverse("admin:player-act", args=[user.pk, "suspend"])
    fields = {"code": "abuse", "words": "Twice.", "days": "7", "reason": "said so", "token": "t1"}
    preview = client.post(path, fields | {"step": "preview"})
    assert preview.status_code == 200
    assert not Sanction.objects.exists()
    hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', preview.content.decode()))
    assert {name: hidden[name] for name in fields} == fields
    for _ in range(2):
        done = client.post(path, fields | {"step": "do"})
        assert done["Location"] == reverse("admin:player", args=[user.pk])
    user.refresh_from_db()
    assert user.is_suspended(now() + timedelta(days=6))
    assert Sanction.objects.count() == 1
    assert told(user) == ["suspension"]


def test_an_action_needs_a_reason() -> None:
    client, user = staff_client(permissions.MODERATOR), UserFactory.create()
    path = reverse("admin:player-act", args=[user.pk, "warn"])
    answer = client.post(path, {"code": "abuse", "reason": " ", "step": "do"})
    assert answer.status_code == 200
    assert not Sanction.objects.exists()


def test_a_decision_is_lifted_from_the_players_page() -> None:
    user = UserFactory.create()
    sanction = sanctions.warn(staff(permissions.MODERATOR), user, grounds(), now())
    client = staff_client(permissions.MODERATOR)
    path = reverse("admin:player-act", args=[user.pk, "lift"])
    assert (
        f"{path}?sanction={sanction.pk}"
        in client.get(reverse("admin:player", args=[user.pk])).content.decode()
    )
    fields = {"sanction": sanction.pk, "reason": "a mistake"}
    assert client.post(path, fields | {"step": "preview"}).status_code == 200
    client.post(path, fields | {"step": "do"})
    assert latest().lifted_at is not None
    assert client.get(f"{path}?sanction={sanction.pk}").status_code == 404


def test_a_moderator_cannot_lift_a_ban_from_the_page() -> None:
    user = UserFactory.create()
    sanction = sanctions.ban(staff(permissions.SENIOR), user, grounds(), now())
    path = reverse("admin:player-act", args=[user.pk, "lift"])
    fields = {"sanction": sanction.pk, "reason": "pity", "step": "do"}
    assert staff_client(permissions.MODERATOR).post(path, fields).status_code == 200
    assert latest().lifted_at is None


def test_a_report_is_claimed_acted_upon_and_resolved() -> None:
    client, user = staff_client(permissions.MODERATOR), UserFactory.create()
    found = reported(user)
    page = reverse("admin:report", args=[found.pk])
    client.post(page, {"do": "claim"})
    act = reverse("admin:player-act", args=[user.pk, "warn"])
    assert f"{act}?report={found.pk}" in client.get(page).content.decode()
    fields = {"code": "abuse", "reason": "rude", "report": str(found.pk), "step": "do"}
    assert client.post(act, fields)["Location"] == page
    assert latest().report == found
    fields = {"do": "resolve", "outcome": "warned", "answer": "", "reason": "clear"}
    assert client.post(page, fields)["Location"] == reverse("admin:queue")
    found.refresh_from_db()
    assert (found.state, found.outcome) == (Report.State.RESOLVED, "warned")


def test_shared_devices_are_shown_for_a_reason_with_an_entry_in_the_trail() -> None:
    one, two, three = UserFactory.create(), UserFactory.create(), UserFactory.create()
    for user in (one, two):
        ban_evasion.save_trace(user, ban_evasion.device_hash("203.0.113.7", "Browser"), now())
    ban_evasion.save_trace(three, ban_evasion.device_hash("203.0.113.8", "Browser"), now())
    client = staff_client(permissions.SENIOR)
    path = reverse("admin:player-act", args=[one.pk, "devices"])
    assert two.display_name not in client.get(path).content.decode()
    assert not AuditEntry.objects.exists()
    page = client.post(path, {"reason": "two at one table"}).content.decode()
    assert two.display_name in page
    assert three.display_name not in page
    assert "203.0.113.7" not in page
    assert AuditEntry.objects.get().action == "devices"


def test_an_export_is_a_file_and_an_entry_in_the_trail() -> None:
    path = reverse("admin:audit-export")
    answer = staff_client(permissions.OPERATOR).post(path, {"form": "csv", "reason": "yearly"})
    assert answer["Content-Disposition"].startswith("attachment")
    assert AuditEntry.objects.get().action == "export-audit"


# --- cost and contents --------------------------------------------------------------------------


def much_of_everything() -> User:
    """Make some of everything that lists show; return who may see it."""
    boss = staff(permissions.SENIOR, permissions.OPERATOR, is_superuser=True)
    for _ in range(8):
        loaded = new_table(3)
        services.say(on_turn(loaded), loaded.table.code, "hello", token(), now())
        user = on_turn(loaded)
        reported(user)
        sanctions.warn(boss, user, grounds(), now())
        player_records.add_player_note(boss, user, f"note about {user.pk}", now())
    return boss


def test_every_list_and_page_costs_at_most_nineteen_queries() -> None:
    client = enter(Client(), much_of_everything())
    client.get("/privacy/")
    report = Report.objects.first()
    assert report is not None
    rooms = {path: ROOMY.get(name) for name, (path, _) in pages(report.about, report).items()}
    paths = [*rooms]
    paths += [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    ]
    paths += [f"{path}?q=digger" for path in paths if path.endswith(("user/", "game/"))]
    costs = {}
    for path in (reverse("admin:index"), *paths):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        costs[path] = len(queries)
    allowed = {path: rooms.get(path) or MOST_QUERIES for path in costs}
    assert {path: cost for path, cost in costs.items() if cost > allowed[path]} == {}


def test_no_page_shows_a_secret_of_a_running_round() -> None:
    loaded = moves_on(new_table(4), 9)
    user = on_turn(loaded)
    services.say(user, loaded.table.code, "hello", token(), now())
    message = loaded.table.messages.get()
    complaint = Complaint("message", user, "look", loaded.table, message)
    report = reports.file_report(UserFactory.create(), complaint, token(), now())
    mark_every_secret(loaded)
    client = enter(Client(), staff(is_superuser=True))
    leaks = [
        name
        for name, (path, _) in pages(user, report).items()
        if MARK in client.get(path).content.decode()
    ]
    assert leaks == []
    exported = client.post(reverse("admin:audit-export"), {"form": "json", "reason": "yearly"})
    assert MARK not in exported.content.decode()


def test_a_page_has_no_inline_script_or_style_and_the_strict_policy() -> None:
    client = enter(Client(), much_of_everything())
    report = Report.objects.first()
    assert report is not None
    lists = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    ]
    for path in [*(path for path, _ in pages(report.about, report).values()), *lists]:
        answer = client.get(path)
        assert "unsafe" not in answer["Content-Security-Policy"]
        text = answer.content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle\s*=|\son\w+\s*=", text), path


def test_what_we_override_of_djangos_admin_is_as_we_expect() -> None:
    """An update that changes it fails here: then check whether ours still fits.

    `admin/search_form.html` is Django's with a label that can be read. The list of the audit trail
    asks for the names in all its rows at once, where the admin makes its list (admin.py).
    """
    theirs = Path(admin.__file__).parent / "templates/admin/search_form.html"
    assert hashlib.sha256(theirs.read_bytes()).hexdigest().startswith("18898ee2576bda25")
    assert [*signature(admin.ModelAdmin.get_changelist_instance).parameters] == ["self", "request"]
