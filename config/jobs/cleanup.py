"""Clean-ups: removing rows after their retention period.

`manage.py cleanup` and a daily sweep run them all, in small transactions, so they can be killed at
any time and run in parallel.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet

from config.extensions import ExtensionPoint
from config.jobs import leases, sweeps
from config.jobs.sweeps import SweepResult, SweepStep, SweepSteps, sweep

logger = logging.getLogger("undermine.cleaning")

BATCHES_PER_QUERY = 100  # per query for removable rows


@dataclass(frozen=True, slots=True)
class Cleaning:
    """A kind of row to remove."""

    name: str
    what: str
    """A description of the rows, for operators."""
    find: Callable[[datetime], QuerySet[Any]]
    """Returns all rows that may be removed at this time, by an index."""
    batch: int = 500
    """How many are removed in one transaction."""
    hold: Callable[[QuerySet[Any]], QuerySet[Any]] = lambda rows: rows
    """Called with the locked rows: locks more, and returns those that may really be removed."""

    def count(self, at: datetime) -> int:
        return self.find(at).count()

    def run(self, at: datetime) -> SweepResult:
        """Remove as much as one sweep run may, and log a line if there was anything to remove."""
        found = self.count(at)
        result = sweeps.run_sweep(f"cleanup.{self.name}", lambda _: self.steps(at))
        if found:
            logger.info("cleanup %s: %s found, %s removed", self.name, found, result.done)
        return result

    def run_all(self, at: datetime) -> SweepResult:
        """Remove everything, however long it takes."""
        done, result = 0, self.run(at)
        while result.more:
            done, result = done + result.done, self.run(at)
        return replace(result, done=done + result.done)

    def steps(self, at: datetime) -> Iterator[SweepStep]:
        """Yield a step for each batch, as long as there are more and some are removed."""
        most, more, removed = BATCHES_PER_QUERY * self.batch, True, 0

        def take(batch: list[Any]) -> int:
            nonlocal removed
            gone = self.remove(batch, at)
            removed += gone
            return gone

        while more:
            keys = list(self.find(at).values_list("pk", flat=True)[:most])
            before = removed
            for start in range(0, len(keys), self.batch):
                yield partial(take, keys[start : start + self.batch])
            more = len(keys) == most and removed > before

    @transaction.atomic
    def remove(self, keys: list[Any], at: datetime) -> int:
        """Remove these rows and what belongs to them, if they may still be removed."""
        rows = leases.skip_locked(self.find(at).filter(pk__in=keys).order_by("pk"))
        held = self.find(at).filter(pk__in=[row.pk for row in rows])
        _, removed = self.hold(held).order_by().delete()
        return removed.get(held.model._meta.label, 0)


def older_than(
    model: type[Model], column: str, keep: str = ""
) -> Callable[[datetime], QuerySet[Any]]:
    """Return a function that finds rows whose `column` is older than the setting `keep` allows."""

    def find(at: datetime) -> QuerySet[Any]:
        period = getattr(settings, keep) if keep else timedelta()
        return model._default_manager.filter(**{f"{column}__lte": at - period}).order_by(column)

    return find


CLEANINGS: ExtensionPoint[Cleaning] = ExtensionPoint()


def cleanings() -> dict[str, Cleaning]:
    """Return all clean-ups, by name."""
    return {cleaning.name: cleaning for cleaning in CLEANINGS.provided}


def _until_done(cleaning: Cleaning, at: datetime) -> Iterator[SweepStep]:
    """Yield the runs of a clean-up. If one fails, it continues the next day."""
    more = True

    def once() -> int:
        nonlocal more
        more = False  # unless it comes to its end and says otherwise
        result = cleaning.run(at)
        more = result.more
        return result.done

    while more:
        yield once


@sweep("config.clean_up", seconds=24 * 60 * 60, is_urgent=False)
def clean_up(at: datetime) -> SweepSteps:
    """Remove what is older than its retention period."""
    return chain.from_iterable(_until_done(cleaning, at) for cleaning in cleanings().values())
