"""/metrics, for Prometheus: counters of every process of this machine, and current values.

Requests must carry METRICS_TOKEN; without it the page does not exist. Counters are increased where
things happen (`config/observability/metrics.py`); rows, cache and broker are looked up here.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily

from accounts.mail import outbox
from config.celery import SWEEP_SCHEDULE, late_after
from config.clock import now
from config.jobs import monitoring, sweeps
from config.observability.metrics import exposition
from games.notices import delivery
from games.tables import services
from games.tables.models import Table

logger = logging.getLogger("undermine.metrics")


@require_safe
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    if not _may_look(request):
        raise Http404
    return HttpResponse(exposition(gauges(now())), content_type=CONTENT_TYPE_LATEST)


def _may_look(request: HttpRequest) -> bool:
    shown = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    return bool(settings.METRICS_TOKEN) and constant_time_compare(shown, wanted)


def gauges(at: datetime) -> Iterator[GaugeMetricFamily]:
    """How things stand; of a part that is away nothing is said but that."""
    up: dict[str, float] = {}
    for part, look in PARTS.items():
        try:
            yield from list(look(at))
            up[part] = 1
        except Exception as error:  # the other parts are still reported
            logger.warning("no figures of the %s: %s", part, type(error).__name__)
            up[part] = 0
    yield _by("undermine_up", "Whether this part answered.", "part", up)


def _rows(at: datetime) -> Iterable[GaugeMetricFamily]:
    found = {what: backlog_of(what, at) for what in BACKLOGS}
    rows = {what: float(waiting.rows) for what, waiting in found.items()}
    seconds = {what: waiting.seconds for what, waiting in found.items()}
    yield _by("undermine_due", f"Rows that are due, up to {MAX_COUNTED}.", "what", rows)
    yield _by("undermine_oldest_due_seconds", "How long the oldest is due.", "what", seconds)
    tables = GaugeMetricFamily("undermine_tables_running", "Tables that are being played.")
    tables.add_metric([], running_tables())
    yield tables


def _heartbeat_ages(at: datetime) -> Iterable[GaugeMetricFamily]:
    """A sweep that nobody remembers is endlessly old."""
    seen = sweeps.last_runs(SWEEP_SCHEDULE)
    ages = {name: _age(seen.get(name), at) for name in SWEEP_SCHEDULE}
    limits = {name: late_after(name).total_seconds() for name in SWEEP_SCHEDULE}
    yield _by("undermine_sweep_age_seconds", "Since each last ran to its end.", "sweep", ages)
    yield _by("undermine_sweep_patience_seconds", "From then on it is late.", "sweep", limits)
    beat = GaugeMetricFamily("undermine_heartbeat_age_seconds", "Since a worker was last heard.")
    beat.add_metric([], _age(monitoring.last_heartbeat(), at))
    yield beat


def _age(seen: datetime | None, at: datetime) -> float:
    return (at - seen).total_seconds() if seen else math.inf


def _queues(at: datetime) -> Iterable[GaugeMetricFamily]:
    depths = {name: float(depth) for name, depth in monitoring.queue_depths().items()}
    yield _by("undermine_queue_messages", "Messages that wait for a worker.", "queue", depths)


PARTS: Mapping[str, Callable[[datetime], Iterable[GaugeMetricFamily]]] = {
    "database": _rows,
    "cache": _heartbeat_ages,
    "broker": _queues,
}


def _by(name: str, words: str, label: str, found: Mapping[str, float]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, words, labels=[label])
    for value, figure in found.items():
        family.add_metric([value], figure)
    return family


# --- Waiting work: how much, and for how long. One indexed query each. ---

MAX_COUNTED = 1_000
"""Rows are counted up to here: what a look costs does not grow with what is wrong."""
MAX_TABLES_COUNTED = 10_000


class Backlog(NamedTuple):
    rows: int
    seconds: float
    """Since when the oldest is due; 0 if nothing is."""


BACKLOGS: Mapping[str, tuple[Callable[[datetime], QuerySet[Any]], str]] = {
    "mail": (outbox.waiting_mail, "due_at"),
    "notices": (delivery.due_notices, "due_at"),
    "turns": (services.overdue_seats, "due_at"),
    "bot moves": (services.bots_due, "act_at"),
}


def backlog_of(what: str, at: datetime) -> Backlog:
    find, column = BACKLOGS[what]
    first = find(at).order_by(column)[:MAX_COUNTED]
    found = first.aggregate(rows=Count("pk"), oldest=Min(column))
    oldest = found["oldest"] or at
    return Backlog(found["rows"], max(0.0, (at - oldest).total_seconds()))


def running_tables() -> int:
    return Table.objects.filter(status=Table.Status.RUNNING)[:MAX_TABLES_COUNTED].count()
