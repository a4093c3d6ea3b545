"""Bios: plain text for everybody; muted players and guests cannot write one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts import bio, relations
from accounts.models import User
from accounts.privacy import deletion, personal_data
from config.clock import now
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
PAGE = "/settings/line/"
LINE = "Digs on Tuesdays. Ça va, 👨‍👩‍👧!"


@pytest.fixture
def ada() -> User:
    return UserFactory.create(name="Ada")


def line(user: User) -> str:
    return User.objects.values_list("line", flat=True).get(pk=user.pk)


def test_a_bio_is_shown_as_plain_text(ada: User) -> None:
    client = signed_in(ada)
    sent = client.post(PAGE, {"line": f"  {LINE}\n <b>bold</b> "})
    assert sent.headers["Location"] == "/players/Ada/"
    assert line(ada) == f"{LINE} <b>bold</b>"
    page = Client().get("/players/Ada/").content.decode()
    assert f"{LINE} &lt;b&gt;bold&lt;/b&gt;" in page
    client.post(PAGE, {"line": ""})
    assert line(ada) == ""


@pytest.mark.parametrize(
    "wrong",
    [
        "x" * 141,
        "nice \u202egnp.exe",
        "a\u2066b",
        "zero\u200bwidth",
        "bell\x07",
        "z\u0300\u0301\u0302\u0303\u0304",
        "see https://example.org",
        "visit example.com now",
    ],
)
def test_an_invalid_bio_is_refused_and_changes_nothing(ada: User, wrong: str) -> None:
    bio.save_bio(ada, LINE, now())
    answer = signed_in(ada).post(PAGE, {"line": wrong})
    assert answer.status_code == 422
    assert answer.context["form"].errors["line"]
    assert line(ada) == LINE


def test_muted_and_suspended_players_cannot_change_their_bio(ada: User) -> None:
    bio.save_bio(ada, LINE, now())
    later = now() + timedelta(days=1)
    for fields in ({"chat_muted_until": later}, {"suspended_until": later}):
        User.objects.update(chat_muted_until=None, suspended_until=None)
        User.objects.update(**fields)
        assert signed_in(ada).post(PAGE, {"line": "other"}).status_code in (403, 422)
        assert not bio.save_bio(ada, "other", now())
        assert line(ada) == LINE


def test_a_guest_has_no_bio() -> None:
    browser = Client()
    browser.post("/play/solo/")
    assert browser.post(PAGE, {"line": LINE}).headers["Location"] == "/settings/keep/"
    guest = User.objects.get(guest_until__isnull=False)
    assert not bio.save_bio(guest, LINE, now())
    assert line(guest) == ""


def test_a_player_who_muted_them_does_not_see_the_bio(ada: User) -> None:
    bio.save_bio(ada, LINE, now())
    reader = UserFactory.create()
    assert LINE in signed_in(reader).get("/players/Ada/").content.decode()
    relations.mute(reader, ada, now())
    assert LINE not in signed_in(reader).get("/players/Ada/").content.decode()


def test_the_bio_is_in_the_export_and_deleted_with_the_account(ada: User) -> None:
    bio.save_bio(ada, LINE, now())
    ada.refresh_from_db()
    assert personal_data.account(ada)[1]["line about oneself"] == LINE
    deletion.delete_account(ada, now())
    assert line(ada) == ""


def test_the_bio_can_be_changed_a_limited_number_of_times_a_day(ada: User) -> None:
    client = signed_in(ada)
    answers = [client.post(PAGE, {"line": f"line {n}"}).status_code for n in range(21)]
    assert answers == [302] * 20 + [422]
    assert line(ada) == "line 19"
