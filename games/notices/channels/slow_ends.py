"""Addresses of players that are slow or silent, and their hosts: put off, not waited for.

What answers at once leaves no row. One slow or missing answer puts an address off, three in a row
its host, which others may share. Meanwhile nothing is sent there, and no attempt is used up; then
one request, and no second beside it, finds out whether it is better. The rows are for all workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from django.db import models
from django.db.models import F

from accounts import leases
from games.notices.channels.outgoing_requests import WHOLE, Answered, Unanswered

SLOW: Final = 2.0
"""Seconds: an answer that took longer came too late to send the next thing at once."""
REST: Final = 10
"""After a slow answer an address is left alone for so many times as long as it took."""
LONGEST: Final = timedelta(minutes=10)
TRIAL: Final = timedelta(seconds=2 * WHOLE)
"""For how long one request has an end for itself; a worker that died with it delays no more."""
FORGOTTEN: Final = timedelta(days=1)
ADDRESS_TIMES: Final = 1
HOST_TIMES: Final = 3


class SlowEnd(models.Model):
    """An address or a host that was slow or silent when it was last asked."""

    name = models.CharField(max_length=64, unique=True)
    """Its hash: an address is its owner's secret."""
    times = models.PositiveIntegerField(default=0, db_default=0)
    """How often in a row."""
    until = models.DateTimeField()
    """When it may be asked again, once it was slow often enough to be put off."""

    def __str__(self) -> str:
        return f"slow end {self.pk}"


class Later(Exception):  # noqa: N818
    """Nothing was sent: that address, or its host, is put off."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


@contextmanager
def asking(url: str, at: datetime) -> Iterator[None]:
    """Send one request to this address inside; raises Later instead while it is put off."""
    ends = _ends(url)
    known = list(SlowEnd.objects.filter(name__in=ends))
    _try_again([end for end in known if end.times >= ends[end.name]], at)
    began = monotonic()
    try:
        yield
    except Unanswered:
        _slow(ends, at, None)
        raise
    except Answered:
        _answered(ends, known, at, monotonic() - began)
        raise
    _answered(ends, known, at, monotonic() - began)


def _ends(url: str) -> Mapping[str, int]:
    """The address and its host by their hashes, and how often each may be slow."""
    times = {url: ADDRESS_TIMES, f"host {urlsplit(url).netloc.lower()}": HOST_TIMES}
    return {sha256(name.encode()).hexdigest(): often for name, often in times.items()}


def _try_again(put_off: list[SlowEnd], at: datetime) -> None:
    """Have these to ourselves for one request, if their time has come."""
    until = max((end.until for end in put_off), default=at)
    if until > at:
        raise Later(until)
    for end in put_off:
        if not SlowEnd.objects.filter(pk=end.pk, until__lte=at).update(until=at + TRIAL):
            raise Later(at + TRIAL)


def _answered(ends: Mapping[str, int], known: list[SlowEnd], at: datetime, took: float) -> None:
    """Whatever it said: it is there."""
    if took > SLOW:
        _slow(ends, at, timedelta(seconds=REST * took))
    elif known:
        SlowEnd.objects.filter(pk__in=[end.pk for end in known]).delete()


def _slow(ends: Mapping[str, int], at: datetime, rest: timedelta | None) -> None:
    """Leave them alone for this time; without one, for longer each time that they are silent."""
    SlowEnd.objects.filter(until__lt=at - FORGOTTEN).delete()
    for name, often in ends.items():
        end, _ = SlowEnd.objects.get_or_create(name=name, defaults={"until": at})
        pause = rest or min(leases.pause_after(end.times + 2 - often), LONGEST)
        SlowEnd.objects.filter(pk=end.pk).update(times=F("times") + 1, until=at + pause)
