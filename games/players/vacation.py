"""Vacations: days of the year on which a player's clocks stop.

A player has one vacation at a time, the current or the next. Its days are stored on the player's
row, so clocks need no extra query. `Vacation` rows count the days used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from accounts import time_zones
from accounts.models import User, Vacation
from games.tables import clocks
from games.tables.models import LogEntry, Table
from games.tables.refusals import Refused, require
from games.tables.services.unit_of_work import table_in_transaction

DAY = timedelta(days=1)
FARTHEST_AHEAD = timedelta(days=730)


class Away(NamedTuple):
    """The vacation on a player's row: its days, and their time zone."""

    first: date | None = None
    last: date | None = None
    zone: str = ""

    @property
    def days(self) -> tuple[date, date] | None:
        return None if self.first is None or self.last is None else (self.first, self.last)


@transaction.atomic
def announce_vacation(user: User, first_day: date, last_day: date, at: datetime) -> None:
    """Announce days in the player's time zone, first and last included, at all their tables.

    Refuses: vacation-order, vacation-past, vacation-too-far, vacation-too-long, vacation-twice.
    """
    player = _lock(user)
    today = time_zones.local_date(at, player.zone)
    require(first_day <= last_day, "vacation-order")
    if (player.away_from, player.away_to) == (first_day, last_day) and today <= last_day:
        return  # the form was sent twice
    require(player.away_to is None or player.away_to < today, "vacation-twice")
    require(first_day >= today, "vacation-past")
    _enough_days(player, first_day, last_day)
    # clocks count on beyond its end
    require(last_day - today <= FARTHEST_AHEAD, "vacation-too-far")
    Vacation.objects.create(user=player, first_day=first_day, last_day=last_day)
    days = Away(first_day, last_day, player.time_zone)
    _save_vacation(player, days, at, announced=True)


@transaction.atomic
def end_vacation(user: User, at: datetime) -> None:
    """End or cancel a vacation: clocks run again at once, and unused days are given back.

    Refuses: no-vacation.
    """
    player = _lock(user)
    today = time_zones.local_date(at, player.vacation_zone)
    first, last = player.away_from, player.away_to
    if first is None or last is None or last < today:
        raise Refused("no-vacation")
    rows = Vacation.objects.filter(user=player, first_day=first, last_day=last)
    if first > today:
        rows.delete()
    else:
        rows.update(last_day=today)  # a day that has begun counts as used
    was = Away(first, today - DAY, player.away_zone) if first < today else Away()
    _save_vacation(player, was, at, announced=False)


def days_left(user: User, year: int) -> int:
    """Return how many days of vacation they may still announce for that year."""
    return max(0, settings.VACATION_DAYS - _used(user)[year])


def _lock(user: User) -> User:
    """Lock the player's row; tables are locked after it, in the order of their numbers."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _enough_days(player: User, first: date, last: date) -> None:
    """Check the days of each calendar year; a vacation over New Year uses both."""
    allowed = settings.VACATION_DAYS
    require((last - first).days < 2 * allowed, "vacation-too-long")
    used = _used(player, _days(first, last))
    require(all(days <= allowed for days in used.values()), "vacation-too-long")


def _used(player: User, more: Iterable[date] = ()) -> Counter[int]:
    """Count days of vacation by year; a day that was announced twice counts once."""
    days = set(more)
    for row in Vacation.objects.filter(user=player):
        days.update(_days(row.first_day, row.last_day))
    return Counter(day.year for day in days)


def _days(first: date, last: date) -> list[date]:
    return [first + number * DAY for number in range((last - first).days + 1)]


def _save_vacation(player: User, away: Away, at: datetime, *, announced: bool) -> None:
    """Save the days, recalculate all the player's running clocks, and announce it at their tables.

    Tables that don't respect vacations are left out: their clocks run on.
    """
    before = Away(player.away_from, player.away_to, player.away_zone)
    player.away_from, player.away_to, player.away_zone = away
    player.save(update_fields=["away_from", "away_to", "away_zone"])
    covered = Table.objects.running().filter(seats__user=player, vacation_ok=True)
    for code in covered.order_by("pk").values_list("code", flat=True):
        _recalculate_clocks(code, player, before, at, announced)


def _recalculate_clocks(
    code: str, player: User, before: Away, at: datetime, announced: bool
) -> None:
    with table_in_transaction(code, at) as work:
        seat = work.loaded.seat_of(player)
        if seat is None or work.table.status != Table.Status.RUNNING:
            return  # it ended while we waited for the lock
        old = clocks.read_calendar(seat.rest, before.days, before.zone)
        clocks.change_calendar(seat, old, clocks.calendar_of(seat, work.table), work.clock_time)
        if announced:
            days = {"away_from": player.away_from, "away_to": player.away_to}
            work.append(LogEntry(kind=LogEntry.Kind.AWAY, seat=seat.number, **days))
        work.person_acted()
