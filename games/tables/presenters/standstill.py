"""What every page says while all clocks stand still, and for a day after they went on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.utils.timesince import timesince

from games.tables import site_clock

TOLD_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standstill:
    """A time in which no clock ran, now or not long ago."""

    stands: bool
    """Clocks stand still now."""
    planned: bool
    """For maintenance; otherwise the site was away."""
    since: datetime
    until: datetime | None
    """When clocks went on, or when operators expect to be done."""
    message: str
    """What operators say about it."""
    length: str = ""
    """How long it was, in words: so far did every deadline move, at least."""


def standstill(at: datetime) -> Standstill | None:
    """One query; nothing to tell where the database does not answer."""
    try:
        clock = site_clock.read()
    except DatabaseError:
        return None
    if since := site_clock.stands_since(clock, at):
        stopped = site_clock.is_stopped(clock)
        until = clock.until if stopped and clock.until and clock.until > at else None
        return Standstill(True, stopped, since, until, clock.message if stopped else "")
    if clock.stopped_at is None or clock.went_on_at is None or at - clock.went_on_at > TOLD_FOR:
        return None
    length = timesince(clock.stopped_at, clock.went_on_at)
    return Standstill(False, clock.planned, clock.stopped_at, clock.went_on_at, "", length)
