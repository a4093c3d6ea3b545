"""What time counts for a player: deadlines, reminders and banks. Pure, and without a database.

A `Calendar` says what does not count: the hours of every night in which he wants quiet, and the
days of his vacation, both as the clock on his own wall shows them. Everything else counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from itertools import count
from zoneinfo import ZoneInfo

from accounts.models import User
from config import wall
from games.models import Game, Seat

LONGEST_QUIET = timedelta(hours=12)
"""In a day: so some time always counts, whatever a row says."""
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
NOTHING = timedelta()
Pause = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a player's clock stands still, in his own zone."""

    zone: ZoneInfo
    quiet: tuple[time, time] | None = None
    """From, and up to; past midnight if it ends before it begins."""
    away: tuple[date, date] | None = None
    """The first and the last day of a vacation."""
    away_zone: ZoneInfo | None = None
    """Whose days those are, if not of his zone: he may have moved on since he announced it."""

    def pauses(self, start: datetime) -> Iterator[Pause]:
        """Whenever the clock stands still after this moment, in the order of their beginnings."""
        return merge(self._nights(start), self._vacation())

    def _vacation(self) -> Iterator[Pause]:
        if self.away:
            (first, last), where = self.away, self.away_zone or self.zone
            yield wall.first(first, time(), where), wall.first(last + DAY, time(), where)

    def _nights(self, start: datetime) -> Iterator[Pause]:
        if self.quiet is None or (length := quiet_length(*self.quiet)) == NOTHING:
            return
        begins = self.quiet[0]
        for number in count(-1):
            day = wall.today(start, self.zone) + number * DAY
            ends = datetime.combine(day, begins) + min(length, LONGEST_QUIET)
            yield (
                wall.first(day, begins, self.zone),
                wall.last(ends.date(), ends.time(), self.zone),
            )


def quiet_length(begins: time, ends: time) -> timedelta:
    """From one time on the wall to the next other one; nothing, if they are the same."""
    return (datetime.combine(date.min, ends) - datetime.combine(date.min, begins)) % DAY


def deadline(start: datetime, allowance: timedelta, calendar: Calendar) -> datetime:
    """The first moment at which so much counted time is over."""
    moment, left = start.astimezone(UTC), allowance
    for begins, ends in calendar.pauses(moment):
        if left <= max(begins - moment, NOTHING):
            break
        left -= max(begins - moment, NOTHING)
        moment = max(moment, ends)
    return moment + left


def counted(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """How much of the time from start to end counts."""
    moment, total = start.astimezone(UTC), NOTHING
    end = end.astimezone(UTC)
    for begins, ends in calendar.pauses(moment):
        if begins >= end:
            break
        total += max(begins - moment, NOTHING)
        moment = max(moment, ends)
    return total + max(end - moment, NOTHING)


def remind_at(start: datetime, allowance: timedelta, calendar: Calendar) -> datetime:
    """When four fifths of the time are gone."""
    return deadline(start, allowance * 4 // 5, calendar)


# --- a seat's clock -------------------------------------------------------------------------------


def rest(user: User, game: Game) -> str:
    """His quiet hours, where the table lets them count, and his zone, as a seat keeps them."""
    words = [wall.zone(user.time_zone).key]
    if game.sleep_aware and user.quiet_from is not None and user.quiet_to is not None:
        words += [f"{user.quiet_from:%H:%M}", f"{user.quiet_to:%H:%M}"]
    return " ".join(words)


def calendar(rest: str, away: tuple[date, date] | None, away_zone: str = "") -> Calendar:
    """Read what `rest` wrote, and add a vacation."""
    words = rest.split(" ")
    quiet = (time.fromisoformat(words[1]), time.fromisoformat(words[2])) if words[2:] else None
    return Calendar(wall.zone(words[0]), quiet, away, wall.zone(away_zone) if away_zone else None)


def away(user: User | None, game: Game) -> tuple[date, date] | None:
    """His vacation, where the table lets it count."""
    if user is None or not game.vacation_ok or user.away_from is None or user.away_to is None:
        return None
    return user.away_from, user.away_to


def of(seat: Seat, game: Game) -> Calendar:
    """The calendar by which this seat's running clock counts."""
    where = seat.user.away_zone if seat.user else ""
    return calendar(seat.rest, away(seat.user, game), where)


def start(seat: Seat, game: Game, at: datetime, allowance: timedelta) -> None:
    """Let a seat's clock run from now on, by its player's calendar of today."""
    assert seat.user is not None
    seat.rest = rest(seat.user, game)
    seat.due_at = deadline(at, allowance, of(seat, game))
    seat.remind_at = remind_at(at, allowance, of(seat, game))


def stop(seat: Seat) -> None:
    seat.due_at, seat.remind_at, seat.rest = None, None, ""
    seat.held_due, seat.held_remind = None, None
    seat.kept_due, seat.kept_remind, seat.kept_from = None, None, None


def left(seat: Seat, game: Game, at: datetime) -> timedelta:
    """What is left of the time a running clock had; nothing where none runs."""
    return counted(at, seat.due_at, of(seat, game)) if seat.due_at else NOTHING


def change_calendar(seat: Seat, before: Calendar, after: Calendar, at: datetime) -> None:
    """A vacation came or went while the clock runs: what is left stays what it was."""
    if seat.due_at is not None:
        seat.due_at = deadline(at, counted(at, seat.due_at, before), after)
    if seat.remind_at is not None:
        seat.remind_at = deadline(at, counted(at, seat.remind_at, before), after)


def extend(seat: Seat, game: Game, more: timedelta) -> None:
    """So much more counted time, whether the clock runs or is held; also before the reminder."""
    if seat.held_due is not None:
        seat.held_due += more
        seat.held_remind = None if seat.held_remind is None else seat.held_remind + more
    if seat.due_at is not None:
        seat.due_at = deadline(seat.due_at, more, of(seat, game))
    if seat.remind_at is not None:
        seat.remind_at = deadline(seat.remind_at, more, of(seat, game))


# --- a table that is paused -----------------------------------------------------------------------


def hold(seat: Seat, game: Game, at: datetime) -> None:
    """Whatever runs at this seat stops, and what was left is kept: no sweep finds it."""
    if seat.due_at is not None:
        seat.held_due, seat.held_remind = left(seat, game, at), None
        if seat.remind_at is not None:
            seat.held_remind = counted(at, seat.remind_at, of(seat, game))
        seat.due_at, seat.remind_at = None, None
    if seat.offered_until is not None:
        seat.held_offer, seat.offered_until = max(seat.offered_until - at, NOTHING), None


def release(seat: Seat, game: Game, at: datetime) -> None:
    """It runs on from now with what was left."""
    if seat.held_due is not None:
        seat.due_at = deadline(at, seat.held_due, of(seat, game))
    if seat.held_remind is not None:
        seat.remind_at = deadline(at, seat.held_remind, of(seat, game))
    if seat.held_offer is not None:
        seat.offered_until = at + seat.held_offer
    if seat.kept_from is not None and game.paused_at is not None:
        seat.kept_from += at - max(seat.kept_from, game.paused_at)
    seat.held_due, seat.held_remind, seat.held_offer = None, None, None


# --- somebody who left, and may come back ---------------------------------------------------------
#
# Nobody gains time by leaving: the clock of who gets up runs on unseen, where no sweep finds it,
# and is theirs again when they sit down. It ends with the turn.


def keep(seat: Seat, game: Game, at: datetime) -> None:
    """Who sits here gets up in their turn: what they have left runs on from now."""
    if not seat.on_turn:
        return
    due, remind, words = seat.held_due or NOTHING, seat.held_remind, seat.rest
    if seat.due_at is not None:
        due = left(seat, game, at)
        remind = counted(at, seat.remind_at, of(seat, game)) if seat.remind_at else None
    stop(seat)
    seat.kept_due, seat.kept_remind, seat.kept_from, seat.rest = due, remind, at, words


def start_unseen(seat: Seat, game: Game, at: datetime) -> None:
    """A turn begins at the seat of somebody who left: it does not wait for them to come back."""
    allowance = for_turn(seat, game)
    seat.kept_due, seat.kept_remind, seat.kept_from = allowance, allowance * 4 // 5, at


def resume(seat: Seat, game: Game, at: datetime) -> None:
    """Back in the same turn: the time that they were away has passed like any other."""
    assert seat.user is not None
    assert seat.kept_from is not None
    due, remind, since = seat.kept_due or NOTHING, seat.kept_remind, seat.kept_from
    words = seat.rest or rest(seat.user, game)
    stop(seat)
    seat.rest = words
    gone = counted(since, at, of(seat, game))
    seat.due_at = deadline(at, max(due - gone, NOTHING), of(seat, game))
    if remind is not None:
        seat.remind_at = deadline(at, max(remind - gone, NOTHING), of(seat, game))


def end(seat: Seat, game: Game) -> None:
    """A turn is over; who left in it keeps what they had left in their bank, or one move's time."""
    least = refilled(game, NOTHING)
    if seat.kept_due is not None and least is not None:
        seat.bank = max(seat.kept_due, least)
    stop(seat)


# --- banks ----------------------------------------------------------------------------------------


def full(game: Game) -> timedelta:
    """What a fresh clock has: a full bank or, without banks, the time of a turn."""
    return (game.bank_hours or game.pace_hours) * HOUR


def for_turn(seat: Seat, game: Game) -> timedelta:
    """What a turn that begins now may take."""
    return seat.bank if game.bank_hours and seat.bank is not None else full(game)


def refilled(game: Game, left: timedelta) -> timedelta | None:
    """A bank after a move: what was left and what a move adds, never above what it holds."""
    if not game.bank_hours:
        return None
    return min(left + game.pace_hours * HOUR, game.bank_hours * HOUR)
