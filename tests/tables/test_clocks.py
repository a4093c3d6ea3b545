"""Which time counts: quiet hours, vacations, and changes to and from summer time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts import time_zones
from accounts.models import User
from games.tables import clocks
from games.tables.clocks import Calendar, counted, deadline
from games.tables.models import Seat, Table
from tests.properties import assume, given, settings, st

HOUR = timedelta(hours=1)
ZONES = (
    "UTC", "Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
    "Pacific/Apia", "America/Santiago", "Africa/Cairo", "Pacific/Chatham", "Asia/Kolkata",
)  # fmt: skip


def at_home(
    zone: str, year: int, month: int, day: int, hour: int = 0, minute: int = 0, fold: int = 0
) -> datetime:
    shown = datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone), fold=fold)
    return shown.astimezone(UTC)


def utc(year: int, month: int, day: int, hour: int = 0) -> datetime:
    return at_home("UTC", year, month, day, hour)


def sleeper(zone: str, begins: str = "22:00", ends: str = "07:00") -> Calendar:
    return Calendar(ZoneInfo(zone), (time.fromisoformat(begins), time.fromisoformat(ends)))


# --- for any zone, hours and days ---------------------------------------------------------------

minutes = st.integers(0, 24 * 60 - 1).map(lambda n: time(n // 60, n % 60))
moments = st.timedeltas(timedelta(0), timedelta(days=5000)).map(
    lambda since: datetime(2020, 1, 1, tzinfo=UTC) + since
)
allowances = st.timedeltas(timedelta(0), timedelta(days=30))


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    zone = ZoneInfo(draw(st.sampled_from(ZONES)))
    quiet = draw(st.none() | st.tuples(minutes, minutes))
    begins = draw(st.dates(date(2020, 1, 1), date(2035, 1, 1)))
    away = draw(st.none() | st.integers(0, 40).map(lambda n: (begins, begins + n * clocks.DAY)))
    return Calendar(zone, quiet, away)


@given(moments, allowances, calendars())
def test_exactly_the_allowed_time_counts_up_to_a_deadline(
    start: datetime, allowance: timedelta, calendar: Calendar
) -> None:
    end = deadline(start, allowance, calendar)
    assert counted(start, end, calendar) == allowance
    assert end - start >= allowance


@given(moments, allowances, allowances, calendars())
def test_more_time_never_ends_sooner(
    start: datetime, one: timedelta, other: timedelta, calendar: Calendar
) -> None:
    less, more = sorted((one, other))
    assert deadline(start, less, calendar) <= deadline(start, more, calendar)


@given(moments, allowances, allowances, calendars())
def test_time_counts_the_same_in_one_part_and_in_two(
    start: datetime, one: timedelta, other: timedelta, calendar: Calendar
) -> None:
    middle, end = start + one, start + one + other
    parts = counted(start, middle, calendar) + counted(middle, end, calendar)
    assert parts == counted(start, end, calendar)


@st.composite
def moments_asleep(draw: st.DrawFn) -> tuple[datetime, Calendar]:
    """Return moments in quiet hours by local time, including times that occur twice."""
    begins, minutes_in = draw(minutes), draw(st.integers(0, 719))
    night = datetime.combine(draw(st.dates(date(2020, 1, 1), date(2033, 1, 1))), begins)
    ends = (night + timedelta(minutes=draw(st.integers(minutes_in + 1, 720)))).time()
    calendar = Calendar(ZoneInfo(draw(st.sampled_from(ZONES))), (begins, ends))
    shown = (night + timedelta(minutes=minutes_in)).replace(tzinfo=calendar.zone)
    return shown.replace(fold=draw(st.integers(0, 1))).astimezone(UTC), calendar


@settings(max_examples=500)
@given(moments_asleep())
def test_quiet_time_never_counts(found: tuple[datetime, Calendar]) -> None:
    start, calendar = found
    assume(_quiet(start.astimezone(calendar.zone).time(), calendar))  # the time may be skipped
    assert counted(start, start + timedelta(microseconds=1), calendar) == timedelta(0)


@given(
    st.integers(0, 9), minutes, st.sampled_from(ZONES), st.dates(date(2020, 1, 1), date(2050, 1, 1))
)
def test_no_time_of_a_vacation_day_counts(days: int, shown: time, zone: str, day: date) -> None:
    calendar = Calendar(ZoneInfo(zone), away=(day, day + 9 * clocks.DAY))
    start = time_zones.first_occurrence(day + days * clocks.DAY, shown, calendar.zone)
    assert counted(start, start + timedelta(microseconds=1), calendar) == timedelta(0)


@given(moments, calendars())
def test_waking_time_always_counts(start: datetime, calendar: Calendar) -> None:
    """Around a clock change a little less may count, but never on a normal day."""
    local = start.astimezone(calendar.zone)
    usual = {(start + days * clocks.DAY).astimezone(calendar.zone).utcoffset() for days in (-2, 2)}
    assume(len(usual) == 1)
    assume(not _quiet(local.time(), calendar) and not _away(local.date(), calendar))
    tick = timedelta(microseconds=1)
    assert counted(start, start + tick, calendar) == tick


@given(moments, calendars())
def test_some_time_counts_on_every_day_outside_a_vacation(
    start: datetime, calendar: Calendar
) -> None:
    awake = Calendar(calendar.zone, calendar.quiet)
    assert counted(start, start + 2 * clocks.DAY, awake) >= 20 * HOUR


@given(moments, allowances, calendars())
def test_a_reminder_comes_when_a_fifth_of_the_time_is_left(
    start: datetime, allowance: timedelta, calendar: Calendar
) -> None:
    reminder = clocks.remind_at(start, allowance, calendar)
    end = deadline(start, allowance, calendar)
    assert abs(counted(reminder, end, calendar) - allowance / 5) <= timedelta(microseconds=1)


def _quiet(shown: time, calendar: Calendar) -> bool:
    if calendar.quiet is None or calendar.quiet[0] == calendar.quiet[1]:
        return False
    begins, ends = calendar.quiet
    length = min(clocks.quiet_length(begins, ends), clocks.LONGEST_QUIET_HOURS)
    since = clocks.quiet_length(begins, shown)
    return since < length


def _away(day: date, calendar: Calendar) -> bool:
    return calendar.away is not None and calendar.away[0] <= day <= calendar.away[1]


# --- examples to check by hand --------------------------------------------------------------------


def test_a_plain_clock_counts_everything() -> None:
    assert deadline(utc(2026, 1, 5, 12), 72 * HOUR, Calendar(ZoneInfo("UTC"))) == utc(
        2026, 1, 8, 12
    )


def test_a_night_in_between_is_not_counted() -> None:
    start = at_home("Europe/Amsterdam", 2026, 1, 5, 20)
    end = deadline(start, 8 * HOUR, sleeper("Europe/Amsterdam"))
    assert end == at_home("Europe/Amsterdam", 2026, 1, 6, 13)


def test_the_clock_of_a_turn_at_night_starts_in_the_morning() -> None:
    start = at_home("Europe/Amsterdam", 2026, 1, 5, 3)
    assert deadline(start, HOUR, sleeper("Europe/Amsterdam")) == at_home(
        "Europe/Amsterdam", 2026, 1, 5, 8
    )


def test_in_spring_quiet_hours_are_an_hour_shorter_and_waking_time_is_not() -> None:
    """29 March 2026: two o'clock becomes three."""
    start = at_home("Europe/Amsterdam", 2026, 3, 28, 21)
    end = deadline(start, 3 * HOUR, sleeper("Europe/Amsterdam"))
    assert end == at_home("Europe/Amsterdam", 2026, 3, 29, 9)
    assert end - start == 11 * HOUR


def test_in_autumn_quiet_hours_are_an_hour_longer_and_waking_time_is_not() -> None:
    """25 October 2026: three o'clock becomes two."""
    start = at_home("Europe/Amsterdam", 2026, 10, 24, 21)
    end = deadline(start, 3 * HOUR, sleeper("Europe/Amsterdam"))
    assert end == at_home("Europe/Amsterdam", 2026, 10, 25, 9)
    assert end - start == 13 * HOUR


def test_quiet_hours_that_begin_at_a_skipped_time_begin_at_the_jump() -> None:
    start = at_home("Europe/Amsterdam", 2026, 3, 29, 1)
    end = deadline(start, 2 * HOUR, sleeper("Europe/Amsterdam", "02:30", "07:00"))
    assert end == at_home("Europe/Amsterdam", 2026, 3, 29, 8)


def test_quiet_hours_that_end_at_a_skipped_time_end_at_the_jump() -> None:
    start = at_home("Europe/Amsterdam", 2026, 3, 28, 23)
    end = deadline(start, HOUR, sleeper("Europe/Amsterdam", "22:00", "02:30"))
    assert end == at_home("Europe/Amsterdam", 2026, 3, 29, 4)


def test_quiet_hours_that_end_at_a_time_shown_twice_end_the_second_time() -> None:
    start = at_home("Europe/Amsterdam", 2026, 10, 24, 23)
    end = deadline(start, HOUR, sleeper("Europe/Amsterdam", "22:00", "02:30"))
    assert end == at_home("Europe/Amsterdam", 2026, 10, 25, 2, 30, fold=1) + HOUR


def test_quiet_hours_that_begin_at_a_time_shown_twice_begin_the_first_time() -> None:
    start = at_home("Europe/Amsterdam", 2026, 10, 25, 2)
    end = deadline(start, HOUR, sleeper("Europe/Amsterdam", "02:30", "07:00"))
    assert end == at_home("Europe/Amsterdam", 2026, 10, 25, 7, 30)


def test_on_the_southern_hemisphere_spring_is_in_october() -> None:
    """Sydney, 4 October 2026: two o'clock becomes three."""
    start = at_home("Australia/Sydney", 2026, 10, 3, 21)
    assert deadline(start, 3 * HOUR, sleeper("Australia/Sydney")) - start == 11 * HOUR
    start = at_home("Australia/Sydney", 2026, 4, 4, 21)
    assert deadline(start, 3 * HOUR, sleeper("Australia/Sydney")) - start == 13 * HOUR


def test_zones_may_have_half_hour_offsets_and_jumps() -> None:
    start = at_home("Asia/Kolkata", 2026, 1, 5, 21, 30)
    assert deadline(start, HOUR, sleeper("Asia/Kolkata")) == at_home(
        "Asia/Kolkata", 2026, 1, 6, 7, 30
    )
    start = at_home("Australia/Lord_Howe", 2026, 10, 3, 21)
    end = deadline(start, 2 * HOUR, sleeper("Australia/Lord_Howe"))
    assert end - start == timedelta(hours=10, minutes=30)


def test_midnight_itself_may_be_skipped() -> None:
    """Santiago, 6 September 2026: midnight becomes one o'clock."""
    calendar = Calendar(ZoneInfo("America/Santiago"), away=(date(2026, 9, 6), date(2026, 9, 6)))
    start = at_home("America/Santiago", 2026, 9, 5, 23)
    assert deadline(start, 2 * HOUR, calendar) == at_home("America/Santiago", 2026, 9, 7, 1)
    assert counted(start, start + 26 * HOUR, calendar) == 3 * HOUR


def test_a_whole_day_may_be_missing() -> None:
    """Apia had no 30 December 2011."""
    start = at_home("Pacific/Apia", 2011, 12, 29, 21)
    assert deadline(start, 2 * HOUR, sleeper("Pacific/Apia")) == at_home(
        "Pacific/Apia", 2011, 12, 31, 8
    )


def test_a_vacation_is_whole_days_in_the_players_zone() -> None:
    calendar = Calendar(ZoneInfo("Asia/Tokyo"), away=(date(2026, 8, 1), date(2026, 8, 7)))
    start = at_home("Asia/Tokyo", 2026, 7, 31, 12)
    assert deadline(start, 24 * HOUR, calendar) == at_home("Asia/Tokyo", 2026, 8, 8, 12)


def test_quiet_hours_after_the_twelfth_count() -> None:
    start = utc(2026, 1, 5, 20)
    assert deadline(start, HOUR, sleeper("UTC", "20:00", "19:59")) == utc(2026, 1, 6, 9)


def test_quiet_hours_without_a_length_are_ignored() -> None:
    assert deadline(utc(2026, 1, 5, 20), HOUR, sleeper("UTC", "20:00", "20:00")) == utc(
        2026, 1, 5, 21
    )


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "Europe", "a\0b"])
def test_a_zone_that_the_machine_does_not_know_is_utc(name: str) -> None:
    assert time_zones.zone_info(name).key == "UTC"
    assert User(time_zone=name).zone.key == "UTC"


# --- a seat's clock -------------------------------------------------------------------------------


def person(**more: Any) -> User:
    fields = {"time_zone": "UTC", "quiet_from": time(22), "quiet_to": time(7)} | more
    return User(pk=1, name="Ada", **fields)


def test_a_table_decides_whether_quiet_hours_and_vacations_count() -> None:
    user = person(away_from=date(2026, 1, 7), away_to=date(2026, 1, 8))
    at = utc(2026, 1, 5, 12)
    ends = {}
    for sleeps in (False, True):
        for travels in (False, True):
            table = Table(pace_hours=48, sleep_aware=sleeps, vacation_ok=travels)
            seat = Seat(user=user)
            clocks.start(seat, table, at, clocks.full_clock(table))
            ends[sleeps, travels] = seat.due_at
    assert ends[False, False] == utc(2026, 1, 7, 12)
    assert ends[False, True] == utc(2026, 1, 9, 12)
    assert ends[True, False] == utc(2026, 1, 8, 15)  # 10, 15, 15, and 8 hours
    assert ends[True, True] == utc(2026, 1, 10, 15)


def test_changing_quiet_hours_does_not_affect_the_current_turn() -> None:
    table, seat = Table(pace_hours=8, bank_hours=72), Seat(user=person())
    at = utc(2026, 1, 5, 12)
    clocks.start(seat, table, at, 72 * HOUR)
    seat.user = person(quiet_from=None, quiet_to=None)
    assert clocks.time_left(seat, table, at + 24 * HOUR) == 57 * HOUR


def test_a_bank_gains_with_every_move_up_to_its_maximum() -> None:
    table = Table(pace_hours=8, bank_hours=72)
    assert clocks.refilled(table, 10 * HOUR) == 18 * HOUR
    assert clocks.refilled(table, 70 * HOUR) == 72 * HOUR
    assert clocks.refilled(table, timedelta(0)) == 8 * HOUR
    assert clocks.refilled(Table(pace_hours=8), 10 * HOUR) is None


def test_a_turn_may_take_the_bank_or_the_turn_length() -> None:
    assert clocks.for_turn(Seat(bank=5 * HOUR), Table(pace_hours=8, bank_hours=72)) == 5 * HOUR
    assert clocks.for_turn(Seat(), Table(pace_hours=8)) == 8 * HOUR


@settings(max_examples=50)
@given(moments, st.integers(1, 336), st.integers(0, 336))
def test_a_vacation_announced_and_cancelled_changes_nothing(
    at: datetime, pace: int, later: int
) -> None:
    table, seat = Table(pace_hours=pace), Seat(user=person(time_zone="Europe/Amsterdam"))
    clocks.start(seat, table, at, clocks.full_clock(table))
    due, remind = seat.due_at, seat.remind_at
    assert due is not None
    assert remind is not None
    moment = min(at + later * HOUR, remind)
    home = clocks.calendar_of(seat, table)
    day = time_zones.local_date(moment, home.zone)
    gone = Calendar(home.zone, home.quiet, (day, day + 6 * clocks.DAY))
    clocks.change_calendar(seat, home, gone, moment)
    assert seat.due_at is not None
    assert seat.due_at - due >= 5 * clocks.DAY
    clocks.change_calendar(seat, gone, home, moment)
    assert counted(moment, seat.due_at, home) == counted(moment, due, home)
