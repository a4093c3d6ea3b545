"""Several reports about the same thing, claimed or resolved together: all of them, or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max, Sum

from accounts.models import User
from games.moderation import queue, reports, roles, tell
from games.moderation.actions import Action
from games.moderation.models import Report
from games.moderation.reports import Ending
from games.moderation.roles import NotAllowed

MOST = 200
"""So many at once; the rest is a second click."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What of a group a moderator could decide when their page was made."""

    count: int
    last: int
    """The newest report among them."""
    times: int
    """How often they had been sent in all."""
    waiting: int = 0
    """How many wait, with those that colleagues look at."""

    def __str__(self) -> str:
        return f"{self.count}-{self.last}-{self.times}"

    @classmethod
    def read(cls, text: str) -> Seen:
        """From a form; nonsense is a page that is no longer true."""
        parts = text.split("-")
        if len(parts) != 3 or not all(p.isascii() and p.isdigit() and len(p) < 16 for p in parts):
            raise NotAllowed("changed")
        return cls(*map(int, parts))


def seen(found: Report, actor: User, at: datetime) -> Seen:
    """All that this moderator could decide of the group of this report; one query."""
    free = queue.is_free(actor, at)
    counted = queue.like(found, actor).order_by().aggregate(
        count=Count("pk", filter=free),
        last=Max("pk", filter=free),
        times=Sum("times", filter=free),
        waiting=Count("pk"),
    )  # fmt: skip
    return Seen(**{name: value or 0 for name, value in counted.items()})


def all_of(found: Report, actor: User, read: Seen, at: datetime) -> dict[int, int]:
    """The numbers of the whole group as it was seen, with how often each was sent.

    At most `MOST`: this one first, then the oldest. What came in later is left for later.
    """
    rows = queue.takeable(queue.like(found, actor), actor, at).filter(pk__lte=read.last)
    numbers = dict(rows.order_by("pk").values_list("pk", "times"))
    if (len(numbers), sum(numbers.values())) != (read.count, read.times):
        raise NotAllowed("changed")
    first = sorted(numbers, key=lambda number: (number != found.pk, number))
    return {number: numbers[number] for number in first[:MOST]}


@transaction.atomic
def claim(actor: User, numbers: Mapping[int, int], at: datetime) -> list[Report]:
    """All of them, or none if one was taken meanwhile."""
    roles.require(actor, Action.CLAIM)
    _check(numbers)
    with _all_or_none():
        return [reports.claim(actor, number, at, "to look at it") for number in sorted(numbers)]


@transaction.atomic
def resolve(actor: User, numbers: Mapping[int, int], ending: Ending, at: datetime) -> list[Report]:
    """One outcome for all of a group. Each reporter is answered once.

    Each report has its entries in the audit trail. `numbers` says how often each had been sent when
    it was read.
    """
    roles.require(actor, Action.RESOLVE)
    _check(numbers)
    with _all_or_none():
        closed = [
            reports.close(actor, number, ending, at, numbers[number]) for number in sorted(numbers)
        ]
    for found in {row.reporter_id: row for row in reversed(closed)}.values():
        tell.answered(found, at)
    return closed


def _check(numbers: Mapping[int, int]) -> None:
    if not numbers:
        raise NotAllowed("none-chosen")
    rows = Report.objects.filter(pk__in=list(numbers))
    if len(numbers) > MOST or rows.count() != len(numbers):
        raise NotAllowed("changed")
    if rows.order_by().values("about", "table", "sanction").distinct().count() > 1:
        raise NotAllowed("unknown")


@contextmanager
def _all_or_none() -> Iterator[None]:
    """What changed since the page was made is said of all of them."""
    try:
        yield
    except NotAllowed as refused:
        late = refused.code in ("resolved", "claimed", "added")
        raise NotAllowed("changed") if late else refused from None
