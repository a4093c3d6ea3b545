"""Times are in the reader's zone, in one style per language; deadlines say how long is left."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.template import Context, Template
from django.test import Client
from django.utils import formats, timezone, translation

from accounts import dates
from accounts.models import User
from accounts.templatetags.browsers import browser
from config.environment import ROOT
from tests import real_tables
from tests.factories import PASSWORD, UserFactory

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
FORMATS = ("DATE_FORMAT", "DATETIME_FORMAT")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "16 Nov 2026, 13:00"), ("nl", "16 nov 2026, 13:00"), ("de", "16. Nov 2026, 13:00")],
)
def test_a_moment_is_formatted_for_its_language(language: str, said: str) -> None:
    with translation.override(language), timezone.override(ZoneInfo("Europe/Berlin")):
        assert dates.moment(NOON) == said
        assert dates.day(NOON) == said.split(",")[0]
        for name in FORMATS:  # Django's own pages, the admin's among them, write it the same way
            assert formats.get_format(name) == formats.get_format(f"SHORT_{name}")


def test_a_day_is_in_the_readers_time_zone() -> None:
    late = NOON.replace(hour=23)
    with translation.override("en"), timezone.override(ZoneInfo("Europe/Berlin")):
        assert dates.day(late) == "17 Nov 2026"
        assert dates.day(date(2026, 12, 24)) == "24 Dec 2026"


def test_if_the_zone_is_unknown_a_time_names_its_zone() -> None:
    with translation.override("en"):
        assert dates.moment(NOON) == "16 Nov 2026, 12:00 UTC"
        assert dates.moment_without_zone(NOON) == "16 Nov 2026, 12:00"


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (timedelta(days=2, hours=5), "in 2 days"),
        (timedelta(days=1), "in 1 day"),
        (timedelta(hours=23), "in 23 hours"),
        (timedelta(minutes=1), "in 1 minute"),
        (timedelta(seconds=20), "any moment now"),
        (timedelta(seconds=-1), ""),
    ],
)
def test_a_deadline_says_how_much_time_is_left(left: timedelta, said: str) -> None:
    with translation.override("en"):
        assert dates.time_until(NOON + left, NOON) == said


def test_times_on_pages_are_machine_readable() -> None:
    page = Template("{% load when %}{{ at|moment }} {{ at|deadline }} {{ none|moment }}")
    with time_machine.travel(NOON - timedelta(hours=3), tick=False), translation.override("en"):
        said = page.render(Context({"at": NOON, "none": None}))
    stamp = '<time datetime="2026-11-16T12:00:00+00:00">'
    words = "16 Nov 2026, 12:00 UTC"
    assert said == f"{stamp}{words}</time> {stamp}{words} (in 3 hours)</time> "


def test_no_template_formats_dates_in_its_own_style() -> None:
    """`c` and `U` are for machines, a month with its year for profiles."""
    allowed = {'"c"', '"U"', '"YEAR_MONTH_FORMAT"'}
    for path in Path(ROOT, "templates").rglob("*.*"):
        assert set(re.findall(r"\|date:(\S+?)[ %}]", path.read_text())) <= allowed, path


# --- whose zone -----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_visitor_reads_times_in_the_zone_of_the_browser(client: Client) -> None:
    table = real_tables.lobby()
    client.cookies["zone"] = "Pacific/Auckland"
    said = _expiry(client, table.code)
    with timezone.override(ZoneInfo("Pacific/Auckland")):
        assert dates.moment(table.expires_at) in said  # type: ignore[arg-type]
    for nonsense in ("Nowhere/Land", "../../etc/passwd", "x" * 5000):
        client.cookies["zone"] = nonsense
        assert " UTC" in _expiry(client, table.code)


def _expiry(client: Client, code: str) -> str:
    return client.get(f"/t/{code}/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "cookie", "language", "kept"),
    [
        ("Asia/Tokyo", "Europe/Paris", "en", "Asia/Tokyo"),
        ("", "Europe/Paris", "en", "Europe/Paris"),
        ("", "Nowhere/Land", "nl", "Europe/Amsterdam"),
        ("", "", "de", "Europe/Berlin"),
        ("", "", "en", "UTC"),
    ],
)
def test_a_new_account_gets_its_players_zone(
    client: Client, zone: str, cookie: str, language: str, kept: str
) -> None:
    client.cookies["zone"] = cookie
    client.cookies["django_language"] = language
    form = {"username": "Cleo", "email": "cleo@example.org", "password1": PASSWORD}
    page = client.get("/accounts/signup/")
    if not zone:
        assert page.context["form"]["time_zone"].initial == kept
    client.post("/accounts/signup/", form | ({"time_zone": zone} if zone else {}))
    assert User.objects.get(name="Cleo").time_zone == kept


@pytest.mark.django_db
def test_signing_up_with_an_unknown_zone_is_refused(client: Client) -> None:
    form = {"username": "Cleo", "email": "cleo@example.org", "password1": PASSWORD}
    answer = client.post("/accounts/signup/", form | {"time_zone": "Nowhere/Land"})
    assert "time_zone" in answer.context["form"].errors


@pytest.mark.django_db
def test_a_player_reads_times_in_their_own_zone_whatever_the_browser_says() -> None:
    user = UserFactory.create(time_zone="Asia/Tokyo")
    table = real_tables.lobby()
    client = real_tables.signed_in(user)
    client.cookies["zone"] = "Pacific/Auckland"
    with timezone.override(ZoneInfo("Asia/Tokyo")):
        assert dates.moment(table.expires_at) in _expiry(client, table.code)  # type: ignore[arg-type]


# What a browser calls itself, in words.

X11 = "Mozilla/5.0 (X11; Linux x86_64)"


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (f"{X11} Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"{X11} AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("", "Some browser"),
        ("curl/8.0", "Some browser"),
    ],
)
def test_a_browser_is_shown_by_its_usual_name(agent: str, words: str) -> None:
    assert browser(agent) == words
