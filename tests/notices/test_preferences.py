"""Notification settings and their times, even when clocks change for summer and winter."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.models import User
from games.notices import preferences
from tests.properties import given, st

HOUR = timedelta(hours=1)
ZONES = ("UTC", "Europe/Amsterdam", "Australia/Lord_Howe", "America/Santiago", "Asia/Kathmandu")
moments = st.timedeltas(timedelta(0), timedelta(days=5000)).map(
    lambda since: datetime(2020, 1, 1, tzinfo=UTC) + since
)
minutes = st.integers(0, 24 * 60 - 1).map(lambda n: time(n // 60, n % 60))


def reader(zone: str = "Europe/Amsterdam", **more: Any) -> User:
    return User(name="Ada", email="ada@example.org", time_zone=zone, **more)


def at_home(
    year: int, month: int, day: int, hour: int = 0, minute: int = 0, fold: int = 0
) -> datetime:
    zone = ZoneInfo("Europe/Amsterdam")
    return datetime(year, month, day, hour, minute, tzinfo=zone, fold=fold).astimezone(UTC)


# --- quiet hours ----------------------------------------------------------------------------------


def test_a_notice_at_night_waits_until_the_morning() -> None:
    ada = reader(quiet_from=time(22), quiet_to=time(7))
    for hour in (22, 23):
        assert preferences.quiet_until(ada, at_home(2026, 1, 5, hour)) == at_home(2026, 1, 6, 7)
    assert preferences.quiet_until(ada, at_home(2026, 1, 6, 6, 59)) == at_home(2026, 1, 6, 7)
    assert preferences.quiet_until(ada, at_home(2026, 1, 6, 7)) is None
    assert preferences.quiet_until(ada, at_home(2026, 1, 6, 21, 59)) is None


def test_quiet_hours_at_noon_end_the_same_day() -> None:
    ada = reader(quiet_from=time(13), quiet_to=time(15))
    assert preferences.quiet_until(ada, at_home(2026, 1, 5, 14)) == at_home(2026, 1, 5, 15)
    assert preferences.quiet_until(ada, at_home(2026, 1, 5, 12)) is None


def test_without_quiet_hours_notices_are_sent_at_any_time() -> None:
    at = at_home(2026, 1, 5, 3)
    assert preferences.quiet_until(reader(), at) is None
    assert preferences.quiet_until(reader(quiet_from=time(3), quiet_to=time(3)), at) is None


@pytest.mark.parametrize(("month", "day", "hours"), [(3, 29, 8), (10, 25, 10)])
def test_quiet_hours_end_in_the_morning_when_clocks_change(
    month: int, day: int, hours: int
) -> None:
    ada = reader(quiet_from=time(22), quiet_to=time(7))
    evening = at_home(2026, month, day - 1, 22)
    assert preferences.quiet_until(ada, evening) == evening + hours * HOUR


def test_quiet_hours_that_end_at_a_skipped_time_end_at_the_jump() -> None:
    ada = reader(quiet_from=time(22), quiet_to=time(2, 30))
    assert preferences.quiet_until(ada, at_home(2026, 3, 29, 1)) == at_home(2026, 3, 29, 3)
    assert preferences.quiet_until(ada, at_home(2026, 3, 29, 3)) is None


def test_quiet_hours_that_end_at_a_time_shown_twice_end_the_second_time() -> None:
    ada = reader(quiet_from=time(22), quiet_to=time(2, 30))
    end = at_home(2026, 10, 25, 2, 30, fold=1)
    for at in (at_home(2026, 10, 25, 2, 15), at_home(2026, 10, 25, 2, 45), end - HOUR / 4):
        assert preferences.quiet_until(ada, at) == end
    assert preferences.quiet_until(ada, end) is None


@given(moments, minutes, st.integers(1, 720), st.sampled_from(ZONES))
def test_the_end_of_quiet_hours_is_not_quiet(
    at: datetime, begins: time, length: int, zone: str
) -> None:
    ends = (datetime.combine(at, begins) + timedelta(minutes=length)).time()
    ada = reader(zone, quiet_from=begins, quiet_to=ends)
    end = preferences.quiet_until(ada, at)
    if end is not None:
        assert at < end <= at + 13 * HOUR
        assert preferences.quiet_until(ada, end) is None


# --- the digest -----------------------------------------------------------------------------------


def test_a_digest_goes_out_at_its_hour_today_or_tomorrow() -> None:
    ada = reader(digest_hour=18)
    assert preferences.digest_due(ada, at_home(2026, 1, 5, 12)) == at_home(2026, 1, 5, 18)
    assert preferences.digest_due(ada, at_home(2026, 1, 5, 18)) == at_home(2026, 1, 6, 18)
    assert preferences.digest_due(ada, at_home(2026, 3, 28, 19)) == at_home(2026, 3, 29, 18)


def test_a_digest_whose_hour_is_skipped_goes_out_at_the_jump() -> None:
    ada = reader(digest_hour=2)
    assert preferences.digest_due(ada, at_home(2026, 3, 29, 0)) == at_home(2026, 3, 29, 3)


def test_a_digest_whose_hour_is_shown_twice_goes_out_once() -> None:
    ada = reader(digest_hour=2)
    first = at_home(2026, 10, 25, 2)
    assert preferences.digest_due(ada, first - HOUR) == first
    assert preferences.digest_due(ada, first) == at_home(2026, 10, 26, 2)


@given(moments, st.integers(0, 23), st.sampled_from(ZONES))
def test_the_next_digest_is_at_most_a_day_away(at: datetime, hour: int, zone: str) -> None:
    due = preferences.digest_due(reader(zone, digest_hour=hour), at)
    assert at < due <= at + 26 * HOUR


# --- choices --------------------------------------------------------------------------------------


def test_unset_choices_have_their_defaults() -> None:
    ada = reader()
    assert preferences.mode(ada, "turn") == preferences.NOW
    assert preferences.mode(ada, "round-over") == preferences.DIGEST
    assert preferences.channels(ada, "turn") == [preferences.MAIL]


def test_a_choice_holds_for_its_kind_and_channel_only() -> None:
    ada = reader(has_push=True)
    preferences.choose(ada, "turn", preferences.MAIL, preferences.OFF)
    assert preferences.channels(ada, "turn") == [preferences.PUSH]
    assert preferences.channels(ada, "reminder") == [preferences.MAIL, preferences.PUSH]


def test_there_is_no_digest_by_push() -> None:
    with pytest.raises(ValueError, match="no such mode"):
        preferences.choose(reader(), "turn", preferences.PUSH, preferences.DIGEST)
