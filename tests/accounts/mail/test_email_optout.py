"""An invited address opts out of all further invitations: one click, no account."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse

from accounts.mail import addresses
from accounts.models import NeverAgain, OutgoingMail, User
from config.clock import now
from games.notices.models import Notice
from games.tables import services
from games.tables.models import Invitation
from tests import real_tables
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

DORI = "dori@example.org"
Post = Callable[[], list[EmailMessage]]


def path(email: str = DORI) -> str:
    return urlsplit(addresses.optout_link(email)).path


def invite(email: str = DORI, host: User | None = None) -> None:
    owner = host or UserFactory.create()
    services.invite_email(owner, real_tables.lobby(owner, public=False).code, email, now())


def test_every_invitation_to_a_stranger_has_an_opt_out_link(post: Post) -> None:
    invite()
    (mail,) = post()
    headers = mail.message()
    assert path() in str(mail.body)
    assert headers["List-Unsubscribe"].strip() == f"<{addresses.optout_link(DORI)}>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert DORI not in str(mail.body)


def test_an_old_title_with_a_link_is_not_mailed(post: Post) -> None:
    host = UserFactory.create()
    table = real_tables.lobby(host, title="evil.example/login")
    services.invite_email(host, table.code, DORI, now())
    (mail,) = post()
    assert "evil" not in mail.subject + str(mail.body)
    assert reverse("invitation", args=[table.invite_code]) in str(mail.body)


def test_opening_the_link_changes_nothing() -> None:
    answer = Client().get(path())
    assert answer.status_code == 200
    assert b"<form" in answer.content
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not NeverAgain.objects.exists()


def test_one_click_in_a_mail_program_stops_invitations_from_everybody(
    settings: LazySettings, post: Post
) -> None:
    """As in RFC 8058: a POST with that one field, no cookie and no CSRF token."""
    client = Client(enforce_csrf_checks=True)
    for _ in range(2):
        answer = client.post(path(), {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert not client.cookies.get(settings.SESSION_COOKIE_NAME)
    for email in (DORI, "DORI@Example.org", "dori+games@example.org"):
        invite(email)
    assert post() == []
    invite("nori@example.org")
    assert [mail.to for mail in post()] == [["nori@example.org"]]


def test_the_inviting_player_sees_the_same_as_always() -> None:
    host = UserFactory.create()
    client, seen = real_tables.signed_in(host), []
    Client().post(path())
    for email in (DORI, "nori@example.org"):
        table = real_tables.lobby(host, title="Same", public=False)
        answer = client.post(reverse("table-invite", args=[table.code]), {"who": email})
        page = client.get(table.get_absolute_url()).content.decode()
        for secret in (email, table.code, table.invite_code):
            page = page.replace(secret, "…")
        page = re.sub(r'<svg [^>]*class="link-code".*?</svg>', "", page)  # of another link
        seen.append((answer.status_code, len(page), page.count("…")))
    assert seen[0] == seen[1]
    assert Invitation.objects.count() == 2


def test_only_a_keyed_hash_is_kept(settings: LazySettings) -> None:
    Client().post(path())
    (row,) = NeverAgain.objects.values()
    assert re.fullmatch("[0-9a-f]{64}", row["mailbox"])
    assert set(row) == {"id", "mailbox", "at"}
    assert "dori" not in path()
    settings.SECRET_KEY = "another " * 10
    assert addresses.may_mail(DORI)  # without the key, nobody can test addresses against the rows


def test_a_forged_link_is_not_found() -> None:
    token = path().split("/")[-2]
    forged = "0" * 64 + token[token.index(":") :]
    for broken in ("x", token[:-1] + ("A" if token[-1] != "A" else "B"), forged):
        assert Client().post(f"/n/never/{broken}/").status_code == 404
    assert not NeverAgain.objects.exists()


def test_it_can_be_undone_with_the_same_link(post: Post) -> None:
    client = Client()
    assert b'name="again"' in client.post(path()).content
    client.post(path(), {"again": "1"})
    invite()
    assert len(post()) == 1


def test_a_waiting_invitation_is_not_sent_but_other_mail_is() -> None:
    invite()
    invite("nori@example.org")
    Client().post(
        reverse("accounts:sign-up"),
        {"username": "Dori", "email": DORI, "password1": "lantern and rope"},
    )
    assert OutgoingMail.objects.filter(recipients=DORI).count() == 2
    Client().post(path())
    (left,) = OutgoingMail.objects.filter(recipients=DORI)
    assert "/n/never/" not in left.mime
    assert OutgoingMail.objects.filter(recipients="nori@example.org").exists()


def test_an_account_created_later_gets_its_mail() -> None:
    """Only mail that it requests itself: an invitation by address still isn't mailed."""
    Client().post(path())
    user = UserFactory.create(email=DORI)
    host = UserFactory.create()
    invite(DORI, host)
    assert not Notice.objects.filter(recipient=user).exists()
    table = real_tables.lobby(host, public=False)
    services.invite(host, table.code, user.name or "", now())
    assert Notice.objects.get(recipient=user).kind == "invited"
    real_tables.running(host, user, UserFactory.create())
    assert Notice.objects.filter(recipient=user, kind="started").exists()


def test_the_export_shows_the_opt_out() -> None:
    from accounts.privacy import personal_data

    user = UserFactory.create(email=DORI)
    (before,) = personal_data.addresses(user)[1]
    Client().post(path())
    (after,) = personal_data.addresses(user)[1]
    assert (list(before.values())[2], list(after.values())[2]) == (False, True)


def test_the_privacy_page_mentions_the_opt_out() -> None:
    assert b"Addresses that want no invitations" in Client().get("/privacy/").content
