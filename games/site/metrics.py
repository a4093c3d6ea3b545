"""/metrics for Prometheus: the counters of this machine, and gauges from rows, cache and broker.

It requires METRICS_TOKEN and is a 404 otherwise. Counters are made with
config/observability/metrics.py where something happens.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily

from accounts.mail import outbox
from config.clock import now
from config.jobs import sweeps
from config.jobs.sweeps import SWEEPS
from config.observability.metrics import exposition
from games.notices import delivery
from games.tables.models import Seat, Table

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
    """Yield the gauges of all parts that answer, and which parts do."""
    up: dict[str, float] = {}
    for part, look in PARTS.items():
        try:
            yield from list(look(at))
            up[part] = 1
        except Exception as error:  # report the other parts
            logger.warning("no metrics of the %s: %s", part, type(error).__name__)
            up[part] = 0
    yield _by("undermine_up", "Whether this part answered.", "part", up)


def _rows(at: datetime) -> Iterable[GaugeMetricFamily]:
    found = {what: backlog_of(what, at) for what in BACKLOGS}
    rows = {what: float(count) for what, (count, _) in found.items()}
    seconds = {what: oldest for what, (_, oldest) in found.items()}
    yield _by("undermine_due", f"Rows that are due, up to {MAX_COUNTED}.", "what", rows)
    yield _by("undermine_oldest_due_seconds", "How long the oldest has been due.", "what", seconds)
    running = Table.objects.running()[:MAX_TABLES_COUNTED].count()
    yield GaugeMetricFamily("undermine_tables_running", "Tables that are being played.", running)


def _heartbeat_ages(at: datetime) -> Iterable[GaugeMetricFamily]:
    """Yield the age of each sweep's last run; infinite if it never ran."""
    seen = sweeps.last_runs(SWEEPS)
    ages = {name: _age(seen.get(name), at) for name in SWEEPS}
    limits = {name: sweep.late_after.total_seconds() for name, sweep in SWEEPS.items()}
    yield _by("undermine_sweep_age_seconds", "Since each last completed.", "sweep", ages)
    yield _by("undermine_sweep_patience_seconds", "The age at which it is late.", "sweep", limits)
    age, words = _age(sweeps.last_heartbeat(), at), "Since a worker was last heard."
    yield GaugeMetricFamily("undermine_heartbeat_age_seconds", words, age)


def _age(seen: datetime | None, at: datetime) -> float:
    return (at - seen).total_seconds() if seen else math.inf


def _queues(at: datetime) -> Iterable[GaugeMetricFamily]:
    depths = {name: float(depth) for name, depth in sweeps.queue_depths().items()}
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


MAX_COUNTED = 1_000
"""The limit of a count, which limits its cost when a lot is waiting."""
MAX_TABLES_COUNTED = 10_000


BACKLOGS: Mapping[str, tuple[Callable[[datetime], QuerySet[Any]], str]] = {
    "mail": (outbox.waiting_mail, "due_at"),
    "notices": (delivery.due_notices, "due_at"),
    "turns": (Seat.objects.overdue, "due_at"),
    "bot moves": (Seat.objects.bots_due, "act_at"),
}


def backlog_of(what: str, at: datetime) -> tuple[int, float]:
    """Return how many rows are due, and for how many seconds the oldest has been."""
    find, column = BACKLOGS[what]
    first = find(at).order_by(column)[:MAX_COUNTED]
    found = first.aggregate(rows=Count("pk"), oldest=Min(column))
    oldest = found["oldest"] or at
    return found["rows"], max(0.0, (at - oldest).total_seconds())
