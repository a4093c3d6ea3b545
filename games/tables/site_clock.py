"""The clock of the site: does time count for anybody, and since when does it not?

All clocks stand still while operators have stopped them, and while no sweep of deadlines comes to
its end: then the site is away, and who sits before it may be unable to move. A clock that stands
still shows the time at which it stopped; whatever counts a player's time asks `shown`. When clocks
go on, every deadline moves (`services/standstill.py`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from config.prepared import Prepared
from games.tables.models import SiteClock

CLOCK = Prepared(lambda: SiteClock.objects.order_by("pk")[:1])
AWAY = timedelta(minutes=5)
"""Sweeps come twice a minute. If none has come to its end for so long, the site is away."""


def read() -> SiteClock:
    """The row; one that says nothing, where no sweep has ever run."""
    return CLOCK.first() or SiteClock(pk=SiteClock.THE_ROW)


def is_stopped(clock: SiteClock) -> bool:
    """Have operators stopped all clocks?"""
    return clock.stopped_at is not None and clock.went_on_at is None


def away_since(clock: SiteClock, at: datetime) -> datetime | None:
    """Since when no sweep has come by, if that is too long ago."""
    late = clock.swept_at is not None and at - clock.swept_at > AWAY
    return clock.swept_at if late else None


def stands_since(clock: SiteClock, at: datetime) -> datetime | None:
    """Since when all clocks stand still, if they do."""
    return clock.stopped_at if is_stopped(clock) else away_since(clock, at)


def shown(at: datetime) -> datetime:
    """What clocks show at this moment: the moment itself, or when they stopped."""
    return stands_since(read(), at) or at
