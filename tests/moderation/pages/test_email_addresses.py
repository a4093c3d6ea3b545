"""Email addresses: no staff page has one, except when requested with a reason."""

from __future__ import annotations

import logging

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import OutgoingMail, User
from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry
from games.moderation.permissions import NotAllowed
from games.moderation.services import audit, player_records
from games.notices.models import Notice
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.pages.test_admin_secrecy import addresses, running_table
from tests.moderation.staff import enter, staff, staff_client, trail

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

MARK = "zzz-mailbox"
EVERYTHING = tuple(permissions.ROLES)


def addressed_table() -> LoadedTable:
    """Make a busy table; every address in the database is marked, and so are mail errors."""
    loaded = running_table()
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(
            email=f"{MARK}{user.pk}@example.org", mail_bounced_why=f"no {MARK}@example.org here"
        )
    Notice.objects.update(last_error=f"550 <{MARK}@example.org>: unknown")
    OutgoingMail.objects.create(
        recipients=f"{MARK}1@example.org\n{MARK}2@example.org", sender="site@example.org",
        subject="hello", mime="x", last_error=f"550 <{MARK}1@example.org>",
    )  # fmt: skip
    return loaded


def test_no_staff_page_shows_an_address() -> None:
    loaded = addressed_table()
    client, seen, found = enter(Client(), staff(*EVERYTHING, is_superuser=True)), 0, []
    for path in [*addresses(loaded), "/admin/search/?q=zzz", "/admin/search/?q=digger"]:
        answer = client.get(path)
        page = b"".join(answer) if answer.streaming else answer.content
        seen += answer.status_code == 200
        found += [path] if MARK.encode() in page else []
    assert found == []
    assert seen > 40


def test_an_export_of_the_trail_has_no_address() -> None:
    boss, user = staff(*EVERYTHING), UserFactory.create(email=f"{MARK}@example.org")
    player_records.see_address(boss, user, f"asked as {MARK}@example.org", now())
    player_records.find_by_address(
        boss, f"{MARK}@example.org", f"wrote from {MARK}@example.org", now()
    )
    for form in ("csv", "json"):
        exported = audit.export(boss, AuditEntry.objects.all(), form, "yearly", now())
        assert "find-address" in exported
        assert MARK not in exported


@pytest.mark.parametrize(
    "query",
    [
        "email__startswith=ann",
        "email=ann@example.org",
        "password__startswith=p",
        "q=ann@example.org",
    ],
)
def test_no_list_reveals_whether_an_address_exists(query: str) -> None:
    listing = f"{reverse('admin:accounts_user_changelist')}?{query}"
    client = staff_client(*EVERYTHING)
    without = client.get(listing)
    UserFactory.create(name="Gustav", email="ann@example.org")
    withit = client.get(listing)
    assert withit.status_code == without.status_code
    assert b"Gustav" not in withit.content


# --- a player's address -------------------------------------------------------------------------


def test_an_address_is_shown_for_a_reason_with_an_entry_in_the_trail() -> None:
    user, client = UserFactory.create(email=f"{MARK}@example.org"), staff_client(permissions.SENIOR)
    path = reverse("admin:player-address", args=[user.pk])
    assert MARK not in client.get(path).content.decode()
    assert MARK not in client.post(path, {"reason": " "}).content.decode()
    assert not trail("see-address")
    answer = client.post(path, {"reason": "they wrote to us"})
    assert f"{MARK}@example.org" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    (entry,) = trail("see-address")
    assert (entry.target, entry.reason) == (user, "they wrote to us")
    assert MARK not in str([entry.before, entry.after])


def test_without_permission_every_player_and_address_gets_the_same_answer() -> None:
    user, client = UserFactory.create(email="ann@example.org"), staff_client(permissions.MODERATOR)
    for pk in (user.pk, 999_999):
        path = reverse("admin:player-address", args=[pk])
        assert client.post(path, {"reason": "curious"}).status_code == 403
    for wanted in ("ann@example.org", "nobody@example.org"):
        fields = {"address": wanted, "reason": "curious"}
        assert client.post(reverse("admin:find-address"), fields).status_code == 403
    assert not trail()
    with pytest.raises(NotAllowed):
        player_records.find_by_address(
            staff(permissions.MODERATOR), "ann@example.org", "curious", now()
        )


# --- the owner of an address --------------------------------------------------------------------


def test_a_search_for_an_address_finds_its_owner_and_always_leaves_an_entry() -> None:
    user, client = UserFactory.create(email="ann@example.org"), staff_client(permissions.OPERATOR)
    path = reverse("admin:find-address")
    page = client.post(path, {"address": "Ann@Example.org", "reason": "lost her phone"})
    assert reverse("admin:player", args=[user.pk]) in page.content.decode()
    for wanted in ("ann@example.or", "an@example.org", "nobody@example.org"):
        page = client.post(path, {"address": wanted, "reason": "guessing"})
        assert reverse("admin:player", args=[user.pk]) not in page.content.decode()
    entries = trail("find-address")
    assert [entry.target for entry in entries] == [user, None, None, None]
    assert "example.org" not in str([(entry.reason, entry.after) for entry in entries])


def test_an_address_of_somebody_one_may_not_look_up_finds_nobody() -> None:
    colleague = staff(permissions.MODERATOR, email="colleague@example.org")
    senior = staff(permissions.SENIOR)
    assert player_records.find_by_address(senior, colleague.email, "curious", now()) is None
    with pytest.raises(NotAllowed):
        player_records.see_address(senior, colleague, "curious", now())
    assert (
        player_records.find_by_address(
            staff(permissions.OPERATOR), colleague.email, "locked out", now()
        )
        == colleague
    )


def test_no_log_line_contains_the_address(caplog: pytest.LogCaptureFixture) -> None:
    UserFactory.create(email=f"{MARK}@example.org")
    with caplog.at_level(logging.DEBUG):
        staff_client(permissions.SENIOR).post(
            reverse("admin:find-address"), {"address": f"{MARK}@example.org", "reason": "why"}
        )
    ours = [record for record in caplog.records if record.name.startswith("undermine")]
    assert ours
    assert not [record for record in ours if MARK in record.getMessage()]
