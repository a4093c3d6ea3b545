"""One click switches off exactly that kind of mail, and nothing happens before it."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts.models import User
from games.notices import preferences
from games.notices.channels import emails
from games.notices.notice_types import NOTICE_TYPES
from tests.notices.tables import reader

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


def path(user: User, kind: str) -> str:
    return urlsplit(emails.unsubscribe_link(user, kind)).path


def modes(user: User) -> dict[str, str]:
    user.refresh_from_db()
    return {kind: preferences.mode(user, kind) for kind in NOTICE_TYPES}


def test_opening_the_link_changes_nothing() -> None:
    user = reader()
    before = modes(user)
    answer = Client().get(path(user, "turn"))
    assert answer.status_code == 200
    assert b"<form" in answer.content
    assert modes(user) == before


def test_one_click_in_a_mail_program_switches_off_that_kind_only(settings: LazySettings) -> None:
    """As in RFC 8058: a POST with that one field, no cookie and no CSRF token."""
    user, other = reader(), reader()
    before = modes(user)
    client = Client(enforce_csrf_checks=True)
    answer = client.post(path(user, "turn"), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert modes(user) == before | {"turn": preferences.OFF}
    assert modes(other) == before
    assert not client.cookies.get(settings.SESSION_COOKIE_NAME)


def test_clicking_twice_is_harmless_and_undo_restores_the_choice() -> None:
    user = reader(notice_modes={"turn": {"mail": "digest", "push": "off"}})
    client = Client()
    page = client.post(path(user, "turn"))
    assert b'value="turn:digest"' in page.content
    client.post(path(user, "turn"))
    assert modes(user)["turn"] == preferences.OFF
    client.post(path(user, "turn"), {"again": "turn:digest"})
    assert modes(user)["turn"] == preferences.DIGEST
    assert user.notice_modes["turn"]["push"] == "off"


@pytest.mark.parametrize("forged", ["chat:off", "turn:nonsense", "nonsense:now", "x", "test:off"])
def test_undo_touches_only_the_kind_of_the_link(forged: str) -> None:
    user = reader()
    before = modes(user)
    Client().post(path(user, "turn"), {"again": forged})
    assert {kind: mode for kind, mode in modes(user).items() if kind != "turn"} == {
        kind: mode for kind, mode in before.items() if kind != "turn"
    }


def test_unsubscribing_from_the_digest_keeps_immediate_mails() -> None:
    user = reader(notice_modes={"chat": {"mail": "digest"}})
    Client().post(path(user, "digest"))
    after = modes(user)
    assert (after["chat"], after["round-over"], after["turn"]) == ("off", "off", "now")


def test_a_forged_link_is_not_found() -> None:
    user = reader()
    token = path(user, "turn").split("/")[-2]
    for broken in ("x", token[:-1] + ("A" if token[-1] != "A" else "B"), token + "x"):
        assert Client().post(f"/n/off/{broken}/").status_code == 404
    assert modes(user)["turn"] == "now"


def test_a_requested_mail_has_no_unsubscribe_link() -> None:
    assert emails.unsubscribe_link(reader(), "test") == ""


def test_the_page_speaks_the_language_of_the_account() -> None:
    user = reader(language="de")
    answer = Client().get(path(user, "turn"), headers={"Accept-Language": "nl"})
    assert answer.headers["Content-Language"] == "de"
    assert b'<html lang="de"' in answer.content


def test_a_suspended_player_can_stop_mail_too() -> None:
    from config.clock import now
    from tests.notices.tables import DAY

    user = reader(suspended_until=now() + DAY)
    client = Client()
    client.force_login(user)
    assert client.post(path(user, "turn")).status_code == 200
    assert modes(user)["turn"] == "off"


def test_a_deleted_player_has_no_page() -> None:
    from accounts.privacy import deletion
    from config.clock import now

    user = reader()
    link = path(user, "turn")
    deletion.delete_account(user, now())
    assert Client().get(link).status_code == 404
