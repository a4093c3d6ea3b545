"""Clean-ups: each can say what it would remove, and remove it.

`manage.py cleanup` and a daily sweep run them all. Each removes rows in small transactions of their own, so it may be killed
at any time, run again, and run by two at once: what one holds in its hands the other leaves out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from config.extensions import ExtensionPoint
from config.jobs import sweeps
from config.jobs.sweeps import SweepStep, SweepSteps, Tally, sweep

logger = logging.getLogger("undermine.cleaning")

BATCHES_PER_QUERY = 100  # batches between two looks at what there is


@dataclass(frozen=True, slots=True)
class Cleaning:
    """One kind of thing that grows old."""

    name: str
    what: str
    """For operators: what goes, and after how long."""
    find: Callable[[datetime], QuerySet[Any]]
    """All that may go at this time, through an index."""
    batch: int = 500
    """How many go in one transaction."""
    hold: Callable[[QuerySet[Any]], QuerySet[Any]] = lambda rows: rows
    """Called under the lock with what is about to go: holds more, and gives what may really go."""

    def count(self, at: datetime) -> int:
        """What it would remove."""
        return self.find(at).count()

    def run(self, at: datetime) -> Tally:
        """Remove as much as one sweep may, and log a line if there was anything."""
        found = self.count(at)
        tally = sweeps.run_sweep(f"cleanup.{self.name}", lambda _: self.steps(at))
        if found:
            logger.info("cleanup %s: %s found, %s removed", self.name, found, tally.done)
        return tally

    def run_all(self, at: datetime) -> Tally:
        """Remove everything, however long it takes."""
        whole = Tally(more=True)
        while whole.more:
            tally = self.run(at)
            whole.done, whole.failed = whole.done + tally.done, tally.failed
            whole.more = tally.more
        return whole

    def steps(self, at: datetime) -> Iterator[SweepStep]:
        """A step for each batch, as long as there are more and some do go."""
        gone, full = 1, True
        while gone and full:
            keys = list(
                self.find(at).values_list("pk", flat=True)[: BATCHES_PER_QUERY * self.batch]
            )
            gone, full = 0, len(keys) == BATCHES_PER_QUERY * self.batch

            def take(batch: list[Any]) -> int:
                nonlocal gone
                removed = self.remove(batch, at)
                gone += removed
                return removed

            for start in range(0, len(keys), self.batch):
                yield partial(take, keys[start : start + self.batch])

    @transaction.atomic
    def remove(self, keys: list[Any], at: datetime) -> int:
        """These rows with all that belongs to them, if they may still go."""
        rows = self.find(at).filter(pk__in=keys).order_by("pk")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True, of=("self",))
        held = self.find(at).filter(pk__in=[row.pk for row in rows])
        _, removed = self.hold(held).order_by().delete()
        return removed.get(held.model._meta.label, 0)


CLEANINGS: ExtensionPoint[Cleaning] = ExtensionPoint()


def cleanings() -> dict[str, Cleaning]:
    """All of them, by name."""
    return {cleaning.name: cleaning for cleaning in CLEANINGS}


def cleanup_steps(at: datetime) -> Iterator[SweepStep]:
    """Each until it is done: one that fails stops no other, and waits for the next day."""
    for cleaning in cleanings().values():
        yield from _until_done(cleaning, at)


def _until_done(cleaning: Cleaning, at: datetime) -> Iterator[SweepStep]:
    more = True

    def once() -> int:
        nonlocal more
        more = False  # unless it comes to its end and says otherwise
        tally = cleaning.run(at)
        more = tally.more
        return tally.done

    while more:
        yield once


@sweep("config.clean_up", seconds=24 * 60 * 60, is_urgent=False)
def clean_up(at: datetime) -> SweepSteps:
    """Remove what is older than its retention period."""
    return cleanup_steps(at)
