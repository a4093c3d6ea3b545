"""Players' clocks: which time counts, deadlines, reminders and banks. No queries.

A player's `Calendar` says what doesn't count: their quiet hours and the days of their vacation,
both in local time. Everything else counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from heapq import merge
from itertools import count
from zoneinfo import ZoneInfo

from accounts import time_zones
from accounts.models import User
from games.tables.models import Seat, Table

LONGEST_QUIET_HOURS = timedelta(hours=12)
"""Maximum per day, so that some time always counts, whatever a row says."""
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
NOTHING = timedelta()
Pause = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a player's clock stands still, in their own zone."""

    zone: ZoneInfo
    quiet: tuple[time, time] | None = None
    """Start and end; it passes midnight if it ends before it begins."""
    away: tuple[date, date] | None = None
    """The first and the last day of a vacation."""
    away_zone: ZoneInfo | None = None
    """The zone of those days, if it isn't this one: the player may have moved since."""

    def pauses(self, start: datetime) -> Iterator[Pause]:
        """Yield every pause of the clock that ends after this moment, in order of their start."""
        if self.away is None:
            return self._nights(start)
        (first, last), zone = self.away, self.away_zone or self.zone
        began = time_zones.first_occurrence(first, time(), zone)
        ended = time_zones.first_occurrence(last + DAY, time(), zone)
        return merge(self._nights(start), [(began, ended)])

    def _nights(self, start: datetime) -> Iterator[Pause]:
        if self.quiet is None or (length := quiet_length(*self.quiet)) == NOTHING:
            return
        begins = self.quiet[0]
        for number in count(-1):
            day = time_zones.local_date(start, self.zone) + number * DAY
            ends = datetime.combine(day, begins) + min(length, LONGEST_QUIET_HOURS)
            yield (
                time_zones.first_occurrence(day, begins, self.zone),
                time_zones.last_occurrence(ends.date(), ends.time(), self.zone),
            )


def quiet_length(begins: time, ends: time) -> timedelta:
    """Return the length from one time of day to the next; zero if they are the same."""
    return (datetime.combine(date.min, ends) - datetime.combine(date.min, begins)) % DAY


def deadline(start: datetime, allowance: timedelta, calendar: Calendar) -> datetime:
    """Return the first moment at which this much counted time has passed."""
    moment, left = start.astimezone(UTC), allowance
    for begins, ends in calendar.pauses(moment):
        if left <= max(begins - moment, NOTHING):
            break
        left -= max(begins - moment, NOTHING)
        moment = max(moment, ends)
    return moment + left


def counted(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """Return how much of the time from start to end counts."""
    moment, total = start.astimezone(UTC), NOTHING
    end = end.astimezone(UTC)
    for begins, ends in calendar.pauses(moment):
        if begins >= end:
            break
        total += max(begins - moment, NOTHING)
        moment = max(moment, ends)
    return total + max(end - moment, NOTHING)


def remind_at(start: datetime, allowance: timedelta, calendar: Calendar) -> datetime:
    """Return when four fifths of the time are gone."""
    return deadline(start, allowance * 4 // 5, calendar)


def saved_calendar(user: User, table: Table) -> str:
    """Write their zone and, if the table respects them, their quiet hours, as a seat keeps them."""
    words = [user.time_zone]
    if table.sleep_aware and user.quiet_from is not None and user.quiet_to is not None:
        words += [f"{user.quiet_from:%H:%M}", f"{user.quiet_to:%H:%M}"]
    return " ".join(words)


@lru_cache(maxsize=1_000)
def read_calendar(rest: str, away: tuple[date, date] | None, away_zone: str = "") -> Calendar:
    """Read what `rest` wrote, and add a vacation."""
    words = rest.split(" ")
    quiet = (time.fromisoformat(words[1]), time.fromisoformat(words[2])) if words[2:] else None
    return Calendar(
        time_zones.zone_info(words[0]),
        quiet,
        away,
        time_zones.zone_info(away_zone) if away_zone else None,
    )


def calendar_of(seat: Seat, table: Table) -> Calendar:
    """Return the calendar of a seat's clock, with a vacation if the table respects it."""
    user = seat.user
    if user is None or not table.vacation_ok or user.away_from is None or user.away_to is None:
        return read_calendar(seat.rest, None)
    return read_calendar(seat.rest, (user.away_from, user.away_to), user.away_zone)


def start(seat: Seat, table: Table, at: datetime, allowance: timedelta) -> None:
    """Start the clock of a seat by its player's current calendar; an empty seat has none."""
    if seat.user is None:
        return
    seat.rest = saved_calendar(seat.user, table)
    seat.due_at = deadline(at, allowance, calendar_of(seat, table))
    seat.remind_at = remind_at(at, allowance, calendar_of(seat, table))


def stop(seat: Seat) -> None:
    seat.due_at, seat.remind_at, seat.rest = None, None, ""
    seat.held_due, seat.held_remind = None, None
    seat.kept_due, seat.kept_remind, seat.kept_from = None, None, None


def time_left(seat: Seat, table: Table, at: datetime) -> timedelta:
    """Return the time left on a running clock; zero if none runs."""
    return counted(at, seat.due_at, calendar_of(seat, table)) if seat.due_at else NOTHING


def change_calendar(seat: Seat, before: Calendar, after: Calendar, at: datetime) -> None:
    """Keep the time left when a vacation is announced or ended while the clock runs."""
    if seat.due_at is not None:
        seat.due_at = deadline(at, counted(at, seat.due_at, before), after)
    if seat.remind_at is not None:
        seat.remind_at = deadline(at, counted(at, seat.remind_at, before), after)


def extend(seat: Seat, table: Table, more: timedelta) -> None:
    """Add counted time to deadline and reminder, whether the clock runs or is held."""
    if seat.held_due is not None:
        seat.held_due += more
        seat.held_remind = None if seat.held_remind is None else seat.held_remind + more
    if seat.due_at is not None:
        seat.due_at = deadline(seat.due_at, more, calendar_of(seat, table))
    if seat.remind_at is not None:
        seat.remind_at = deadline(seat.remind_at, more, calendar_of(seat, table))


def hold(seat: Seat, table: Table, at: datetime) -> None:
    """Stop what runs at this seat and keep the time left, so that no sweep finds it."""
    if seat.due_at is not None:
        seat.held_due, seat.held_remind = time_left(seat, table, at), None
        if seat.remind_at is not None:
            seat.held_remind = counted(at, seat.remind_at, calendar_of(seat, table))
        seat.due_at, seat.remind_at = None, None
    if seat.offered_until is not None:
        seat.held_offer, seat.offered_until = max(seat.offered_until - at, NOTHING), None


def release(seat: Seat, table: Table, at: datetime) -> None:
    """Let it run on from now with the time that was left."""
    if seat.held_due is not None:
        seat.due_at = deadline(at, seat.held_due, calendar_of(seat, table))
    if seat.held_remind is not None:
        seat.remind_at = deadline(at, seat.held_remind, calendar_of(seat, table))
    if seat.held_offer is not None:
        seat.offered_until = at + seat.held_offer
    if seat.kept_from is not None and table.paused_at is not None:
        seat.kept_from += max(at - max(seat.kept_from, table.paused_at), NOTHING)
    seat.held_due, seat.held_remind, seat.held_offer = None, None, None


# --- players who left and may come back -----------------------------------------------------------
#
# Nobody gains time by leaving: the clock of a player who leaves runs on unseen, where no sweep
# finds it, and is theirs again if they come back. It ends with the turn.


def keep_for_return(seat: Seat, table: Table, at: datetime) -> None:
    """Keep the time left for a player who leaves in their turn; it runs on from now."""
    if not seat.on_turn:
        return
    due, remind, words = seat.held_due or NOTHING, seat.held_remind, seat.rest
    if seat.due_at is not None:
        due = time_left(seat, table, at)
        remind = counted(at, seat.remind_at, calendar_of(seat, table)) if seat.remind_at else None
    stop(seat)
    seat.kept_due, seat.kept_remind, seat.kept_from, seat.rest = due, remind, at, words


def start_unseen(seat: Seat, table: Table, at: datetime) -> None:
    """Start the turn of a player who left: it doesn't wait for them to come back."""
    allowance = for_turn(seat, table)
    seat.kept_due, seat.kept_remind, seat.kept_from = allowance, allowance * 4 // 5, at


def resume(seat: Seat, table: Table, at: datetime) -> None:
    """Resume the clock of a player who is back in the same turn: the time away has passed."""
    if seat.user is None or seat.kept_from is None:
        return
    due, remind, since = seat.kept_due or NOTHING, seat.kept_remind, seat.kept_from
    words = seat.rest or saved_calendar(seat.user, table)
    stop(seat)
    seat.rest = words
    gone = counted(since, at, calendar_of(seat, table))
    seat.due_at = deadline(at, max(due - gone, NOTHING), calendar_of(seat, table))
    if remind is not None:
        seat.remind_at = deadline(at, max(remind - gone, NOTHING), calendar_of(seat, table))


def end(seat: Seat, table: Table) -> None:
    """End a turn; a player who left in it keeps the rest of their bank, or the time of a move."""
    least = refilled(table, NOTHING)
    if seat.kept_due is not None and least is not None:
        seat.bank = max(seat.kept_due, least)
    stop(seat)


def turn_time(table: Table) -> timedelta:
    """Return the time for a turn: minutes at a live table, hours or days at any other."""
    return table.pace_minutes * MINUTE if table.pace_minutes else table.pace_hours * HOUR


def full_clock(table: Table) -> timedelta:
    """Return the time on a fresh clock: a full bank or, without banks, the time of a turn."""
    return table.bank_hours * HOUR if table.bank_hours else turn_time(table)


def for_turn(seat: Seat, table: Table) -> timedelta:
    return seat.bank if table.bank_hours and seat.bank is not None else full_clock(table)


def refilled(table: Table, left: timedelta) -> timedelta | None:
    """Return a bank after a move: what was left and what a move adds, up to its maximum."""
    if not table.bank_hours:
        return None
    return min(left + turn_time(table), table.bank_hours * HOUR)
