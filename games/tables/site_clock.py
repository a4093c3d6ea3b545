"""The clock of the site: whether all players' clocks are stopped, and since when.

They stop when operators stop them, and when no sweep of deadlines completes: then the site is down,
and players may be unable to move. A stopped clock shows the time at which it stopped; whatever
counts a player's time asks `SiteClock.stands_since`. When clocks run again, every deadline moves by
as long as they were stopped: once, in one transaction, before any sweep lets a deadline pass. If
that crashes, the next sweep of any worker does it.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from games.tables import clocks
from games.tables.models import Seat, SiteClock, Table

logger = logging.getLogger("undermine.clocks")

CLOCK_COLUMNS = (
    "due_at", "remind_at", "held_due", "held_remind", "rest",
    "table__vacation_ok", "user__away_from", "user__away_to", "user__away_zone",
)  # fmt: skip
"""The columns that a running clock depends on."""
BATCH_SIZE = 500
"""Rows updated by one statement, each with its own time."""


def clocks_run(at: datetime) -> bool:
    """Check whether deadlines may pass; after an outage, move all of them first.

    Every sweep that counts players' time asks this first.
    """
    clock = SiteClock.current()
    if clock.down_since(at) and not clock.is_stopped:
        clock = _end_outage(at)
    return not clock.is_stopped


def note_sweep(at: datetime) -> None:
    """Record that a sweep of deadlines which began at this time is complete."""
    earlier = Q(swept_at=None) | Q(swept_at__lt=at)
    if not SiteClock.objects.filter(earlier).update(swept_at=at):
        SiteClock.objects.get_or_create(pk=SiteClock.THE_ROW, defaults={"swept_at": at})


@transaction.atomic
def stop_clocks(at: datetime, until: datetime | None = None, message: str = "") -> SiteClock:
    """Stop for maintenance, from the start of an outage if there is one; or change the message."""
    clock = _lock()
    if not clock.is_stopped:
        clock.stopped_at = clock.down_since(at) or at
        clock.went_on_at, clock.planned = None, True
        Table.objects.open().update(changes=F("changes") + 1)  # open pages fetch themselves again
        logger.warning("clocks: stopped for maintenance")
    clock.until, clock.message = until, message
    clock.save()
    return clock


@transaction.atomic
def let_clocks_run(at: datetime) -> timedelta | None:
    """End maintenance; return by how much deadlines moved, or None if no clock was stopped."""
    clock = _lock()
    if not clock.is_stopped or clock.stopped_at is None:
        return None
    return _restart_clocks(clock, clock.stopped_at, at)


@transaction.atomic
def _end_outage(at: datetime) -> SiteClock:
    """Move the deadlines, unless another worker or an operator was quicker."""
    clock = _lock()
    since = clock.down_since(at)
    if since is not None and not clock.is_stopped:
        clock.planned, clock.until, clock.message = False, None, ""
        _restart_clocks(clock, since, at)
    return clock


def _lock() -> SiteClock:
    """Lock every open table, in the usual order, and then the clock, so that no work on a table has
    read a time that is about to change."""
    tables = Table.objects.open().order_by("pk").select_for_update()
    list(tables.values_list("pk", flat=True))
    SiteClock.objects.get_or_create(pk=SiteClock.THE_ROW)
    return SiteClock.objects.select_for_update().get()


def _restart_clocks(clock: SiteClock, since: datetime, at: datetime) -> timedelta:
    length = max(at - since, timedelta())
    _move_deadlines(since, length)
    clock.stopped_at, clock.went_on_at, clock.swept_at = since, at, at
    clock.save()
    logger.warning(
        "clocks: all deadlines moved by %s", length,
        extra={"seconds": int(length.total_seconds()), "planned": clock.planned},
    )  # fmt: skip
    return length


def _move_deadlines(since: datetime, length: timedelta) -> None:
    """Move whatever counts a person's time, except at paused tables."""
    resting = _after_rest(since, length)
    Table.objects.open().update(
        abandon_at=F("abandon_at") + length,
        expires_at=F("expires_at") + length,
        changes=F("changes") + 1,
    )
    Seat.objects.filter(due_at__isnull=False).update(
        due_at=F("due_at") + length, remind_at=F("remind_at") + length
    )
    Seat.objects.bulk_update(resting, ["due_at", "remind_at"], BATCH_SIZE)
    Seat.objects.filter(offered_until__isnull=False).update(
        offered_until=F("offered_until") + length
    )
    ran = Q(table__paused_at=None) | Q(table__paused_at__gt=since)
    Seat.objects.filter(ran, kept_from__isnull=False).update(kept_from=F("kept_from") + length)


def _after_rest(since: datetime, length: timedelta) -> list[Seat]:
    """Find seats whose deadline or reminder would move into or across quiet hours or a vacation,
    and move these further, so that as much time counts. They aren't saved yet."""
    vacations = Q(table__vacation_ok=True, user__away_to__gte=(since - clocks.DAY).date())
    found = Seat.objects.filter(Q(rest__contains=" ") | vacations, due_at__isnull=False)
    further = []
    for seat in found.select_related("user", "table").only(*CLOCK_COLUMNS).iterator():
        straight = _later(seat.due_at, length), _later(seat.remind_at, length)
        clocks.extend(seat, seat.table, length)
        if (seat.due_at, seat.remind_at) != straight:
            further.append(seat)
    return further


def _later(moment: datetime | None, length: timedelta) -> datetime | None:
    return None if moment is None else moment + length
