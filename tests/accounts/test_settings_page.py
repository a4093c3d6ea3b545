"""Language, time zone and theme: chosen once, used everywhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format

from accounts.models import User
from accounts.privacy import personal_data
from tests.factories import UserFactory, show_it_is_them

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
PAGE = "/settings/"


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob", email="bob@example.org")


@pytest.fixture
def theirs(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


@pytest.mark.parametrize("path", [PAGE, "/settings/data/", "/settings/delete/"])
def test_a_visitor_is_redirected_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path).headers["Location"].startswith("/accounts/login/")


def test_choices_are_saved(theirs: Client, bob: User) -> None:
    chosen = {"language": "nl", "time_zone": "Europe/Amsterdam", "theme": "dark"}
    assert theirs.post(PAGE, chosen).status_code == 302
    bob.refresh_from_db()
    assert {key: getattr(bob, key) for key in chosen} == chosen


@pytest.mark.parametrize(
    "wrong", [{"language": "xx"}, {"time_zone": "Mars/Olympus"}, {"theme": "pink"}]
)
def test_unknown_choices_are_refused(theirs: Client, bob: User, wrong: dict[str, str]) -> None:
    chosen = {"language": "nl", "time_zone": "Europe/Amsterdam", "theme": "dark"} | wrong
    answer = theirs.post(PAGE, chosen)
    assert list(answer.context["form"].errors) == list(wrong)
    bob.refresh_from_db()
    assert bob.language == "en"


def test_pages_speak_the_language_of_the_account(theirs: Client, bob: User) -> None:
    User.objects.update(language="de")
    page = theirs.get(PAGE, headers={"accept-language": "nl"})
    assert page.headers["Content-Language"] == "de"
    assert '<html lang="de"' in page.content.decode()
    assert translation.get_language() == "nl"  # as LocaleMiddleware, further out, had it


def test_the_switch_in_the_header_changes_the_account(theirs: Client, bob: User) -> None:
    theirs.post("/i18n/setlang/", {"language": "de", "next": PAGE})
    bob.refresh_from_db()
    assert bob.language == "de"
    assert theirs.get(PAGE).headers["Content-Language"] == "de"


def test_the_switch_ignores_unknown_languages(theirs: Client, bob: User) -> None:
    theirs.post("/i18n/setlang/", {"language": "tlh", "next": PAGE})
    bob.refresh_from_db()
    assert bob.language == "en"


def test_the_switch_works_for_visitors_too(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "nl", "next": "/"})
    assert client.get("/accounts/login/").headers["Content-Language"] == "nl"


def test_times_are_shown_in_the_reader_s_zone(theirs: Client, bob: User) -> None:
    User.objects.update(time_zone="Pacific/Auckland")
    page = theirs.get("/accounts/sessions/")
    assert page.status_code == 200
    assert timezone.get_current_timezone_name() == "UTC"
    [session] = page.context["sessions"]
    local = session.created_at.astimezone(ZoneInfo("Pacific/Auckland"))
    assert date_format(local, "SHORT_DATETIME_FORMAT") in page.content.decode()


def test_a_zone_that_the_machine_does_not_know_is_utc(theirs: Client, bob: User) -> None:
    User.objects.update(time_zone="Gone/Away")
    assert theirs.get(PAGE).status_code == 200
    bob.refresh_from_db()
    assert bob.zone.key == "UTC"


# My data


def test_my_data_is_a_readable_file(theirs: Client, bob: User) -> None:
    answer = show_it_is_them(theirs).post("/settings/data/")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    text = answer.content.decode()
    assert "\n  " in text
    book = json.loads(text)
    assert book["account"]["name"] == "Bob"
    (address,) = book["email addresses"]
    assert (address["address"], address["confirmed"]) == ("bob@example.org", True)
    assert bob.password not in text


def test_my_data_contains_nothing_about_others(theirs: Client) -> None:
    other = UserFactory.create()
    text = show_it_is_them(theirs).post("/settings/data/").content.decode()
    assert str(other.name) not in text
    assert other.email not in text


def chapter(user: User) -> tuple[str, object]:
    return "picks", {"owner": user.name}


def test_another_app_can_add_a_chapter(
    theirs: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    monkeypatch.setattr(personal_data.CHAPTERS, "provided", (chapter,))
    assert json.loads(show_it_is_them(theirs).post("/settings/data/").content)["picks"] == {
        "owner": "Bob"
    }
