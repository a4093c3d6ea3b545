"""Sweeps: tasks that find what is due in the rows and do it, row by row.

A sweep is a function that takes the time and yields steps; each does one thing and returns how many
rows it handled. `sweep` makes it a Celery task that runs regularly. A run logs one line, continues
when a step fails, stops after `MAX_STEPS` (and asks to be run again at once), and notes in the
shared cache when it completed: /sweepz looks there. A heartbeat wakes sweeps that are late.

    @sweep("tables.miss_turns", seconds=30)
    def miss_turns(at: datetime) -> SweepSteps:
        return step_per_row(services.overdue(at), services.miss_turn, at)
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Protocol

from celery import shared_task
from django.core.cache import cache
from django.db import close_old_connections, connection
from django.db.models import QuerySet

from config.celery import CLOCKS, MAIL, app, schedule
from config.clock import now
from config.observability.metrics import Counter, Histogram
from config.storage.limits import CircuitBreaker

logger = logging.getLogger("undermine.sweeps")

SWEEP_SECONDS = Histogram(
    "undermine_sweep_seconds",
    "Duration of runs of sweeps.",
    ["sweep"],
    buckets=(0.01, 0.05, 0.25, 1, 5, 20, 40, 80, 300),
)
SWEEP_STEPS = Counter("undermine_sweep_steps", "Steps of sweeps.", ["sweep"])
SWEEP_FAILURES = Counter("undermine_sweep_failures", "Steps of sweeps that failed.", ["sweep"])

BROKER_BREAKER = CircuitBreaker("broker", rest=5)

SweepStep = Callable[[], Any]
SweepSteps = Iterable[SweepStep]

MAX_STEPS = 1000
"""The maximum per run; another run handles the rest at once."""
MAX_FAILURES = 1000
"""Counted separately, so that rows that always fail don't delay others."""
MAX_SECONDS = 40  # far below CELERY_TASK_TIME_LIMIT and `late_after`
MAX_FAILED_CLAIMS = 3
NO_DELAY = timedelta()
TASK_OVERHEAD = 300
"""Seconds a task may take besides its longest step, where that is long."""
MAX_LOGGED_FAILURES = 5  # with a traceback; the rest is only counted


@dataclass(frozen=True, slots=True)
class Schedule:
    """When and where a sweep runs."""

    every: timedelta
    queue: str
    is_urgent: bool
    """Whether /sweepz reports it when it is late."""
    summary: str

    @property
    def max_step(self) -> timedelta:
        """The longest time for a step. A mail server has ten minutes to answer (RFC 5321)."""
        return timedelta(minutes=11) if self.queue == MAIL else NO_DELAY

    @property
    def late_after(self) -> timedelta:
        """The time since its last complete run after which something must be wrong."""
        return 3 * self.every + timedelta(minutes=1) + self.max_step


SWEEPS: dict[str, Schedule] = {}
"""All sweeps, by name."""


@dataclass(slots=True)
class SweepResult:
    """The counts of one run."""

    done: int = 0
    steps: int = 0
    failed: int = 0
    more: bool = False
    """Whether it stopped before everything was done."""


class Sweep(Protocol):
    """The part of a Celery task that we use; Celery has no types."""

    name: str

    def __call__(self) -> int: ...
    def delay(self) -> object: ...


def step_per_row(
    rows: QuerySet[Any], act: Callable[[Any, datetime], Any], at: datetime, by: str = "pk"
) -> Iterator[SweepStep]:
    """Yield a step for each row, which calls `act` with its key and the time.

    `act` must check again, under a lock, that the row is still due.
    """
    for key in list(rows.values_list(by, flat=True)[: MAX_STEPS + MAX_FAILURES]):
        yield functools.partial(act, key, at)


def repeat(
    find: Callable[[datetime], QuerySet[Any]], act: Callable[[Any, datetime], Any]
) -> Iterator[SweepStep]:
    """Yield a step for each row, then for rows that became due meanwhile, until none is left."""
    done = 1

    def counted(step: SweepStep) -> int:
        nonlocal done
        did = int(step() or 0)
        done += did
        return did

    while done:
        done, at = 0, now()
        for step in step_per_row(find(at), act, at):
            yield functools.partial(counted, step)


def drain(act: Callable[[datetime], Any]) -> Iterator[SweepStep]:
    """Yield the same step as long as it finds something to claim.

    A row that failed is leased and isn't found again. After `MAX_FAILED_CLAIMS` failures in a row,
    claiming itself seems broken, and the run ends.
    """
    found: Any = True
    patience = MAX_FAILED_CLAIMS

    def claim() -> Any:
        nonlocal found, patience
        patience -= 1
        found = act(now())
        patience = MAX_FAILED_CLAIMS
        return found

    while found and patience:
        yield claim


def sweep(
    name: str,
    *,
    seconds: int,
    queue: str = CLOCKS,
    is_urgent: bool = True,
    ran: Callable[[datetime], object] | None = None,
) -> Callable[[Callable[[datetime], SweepSteps]], Sweep]:
    """Make a function a Celery task that beat sends every `seconds`.

    Called directly, the task runs once and returns how many rows it handled. `ran` is called with
    the start of each complete run.
    """

    def wrap(body: Callable[[datetime], SweepSteps]) -> Sweep:
        @functools.wraps(body)
        def once() -> int:
            result = run_sweep(name, body, ran)
            if result.more:
                wake_worker(name)
            return result.done

        summary = (body.__doc__ or "").partition("\n")[0]
        SWEEPS[name] = found = Schedule(timedelta(seconds=seconds), queue, is_urgent, summary)
        schedule(name, seconds, queue)
        limits = {"time_limit": TASK_OVERHEAD + found.max_step.seconds} if found.max_step else {}
        task: Sweep = shared_task(name=name, **limits)(once)
        return task

    return wrap


def run_sweep(
    name: str,
    body: Callable[[datetime], SweepSteps],
    ran: Callable[[datetime], object] | None = None,
) -> SweepResult:
    """Run every step once, log a line, and note the run if it wasn't interrupted."""
    began, result, at = monotonic(), SweepResult(), now()
    for step in body(at):
        _run_step(name, step, result)
        if _is_over_limit(result, monotonic() - began):
            # If nothing succeeds, the next regular run is soon enough.
            result.more = result.done > 0
            break
    record_run(name)
    if ran is not None:
        ran(at)
    _report_run(name, result, monotonic() - began)
    return result


def _run_step(name: str, step: SweepStep, result: SweepResult) -> None:
    try:
        result.done += int(step() or 0)
        result.steps += 1
    except Exception as error:  # one broken row must not stop the others
        result.failed += 1
        if not connection.in_atomic_block:
            close_old_connections()  # otherwise a lost connection fails all other steps
        if result.failed <= MAX_LOGGED_FAILURES:
            logger.error("sweep %s: a step failed: %s", name, type(error).__name__, exc_info=True)


def _is_over_limit(result: SweepResult, seconds: float) -> bool:
    full = result.steps >= MAX_STEPS or result.failed >= MAX_FAILURES
    return full or seconds >= MAX_SECONDS


def _report_run(name: str, result: SweepResult, seconds: float) -> None:
    """Log and count a run; one that found nothing only at level DEBUG."""
    SWEEP_SECONDS.labels(name).observe(seconds)
    SWEEP_STEPS.labels(name).inc(result.steps)
    SWEEP_FAILURES.labels(name).inc(result.failed)
    busy = result.done or result.failed
    level = logging.WARNING if result.failed else logging.INFO if busy else logging.DEBUG
    failed = f", {result.failed} failed" if result.failed else ""
    more = ", more at once" if result.more else ""
    logger.log(
        level,
        "sweep %s: %s done in %.3f s%s%s",
        name, result.done, seconds, failed, more,
        extra={"sweep": name, "done": result.done, "steps": result.steps, "failed": result.failed,
               "more": result.more, "seconds": round(seconds, 3)},
    )  # fmt: skip


def wake_worker(name: str, later: timedelta = NO_DELAY) -> None:
    """Ask a worker to run this task now, or later, instead of waiting for beat.

    It never fails, and doesn't wait for a broker that was silent a moment ago.
    """
    if not BROKER_BREAKER.may_try():
        return
    try:
        app.send_task(name, countdown=later.total_seconds() if later > NO_DELAY else None)
    except Exception as error:  # the rows are safe
        BROKER_BREAKER.failed(error)
    else:
        BROKER_BREAKER.worked()


def record_run(name: str) -> None:
    try:
        cache.set(_cache_key(name), now(), timeout=None)
    except Exception as error:  # /sweepz reports a cache that is down
        logger.warning("no note for %s: %s", name, type(error).__name__)


def last_runs(names: Iterable[str]) -> dict[str, datetime]:
    """Return when each last completed, as far as the cache remembers."""
    found = cache.get_many([_cache_key(name) for name in names])
    return {key.removeprefix("sweep:"): at for key, at in found.items()}


def _cache_key(name: str) -> str:
    return f"sweep:{name}"


HEARTBEAT_KEY = "worker-heartbeat"
HEARTBEAT_SECONDS = 20
HEARTBEAT_LATE_AFTER = timedelta(seconds=90)
WAKE_AT_MOST_EVERY = 30  # seconds


def heartbeat() -> None:
    """Show /sweepz that beat, broker and worker run; wake sweeps that are overdue.

    Beat counts from its own start and stores nothing: where processes restart often, a sweep with a
    long period would hardly ever run.
    """
    record_heartbeat()
    for name in overdue_sweeps():
        wake_worker(name)


shared_task(name="config.heartbeat")(heartbeat)
schedule("config.heartbeat", HEARTBEAT_SECONDS, CLOCKS)


def record_heartbeat() -> None:
    cache.set(HEARTBEAT_KEY, now(), timeout=None)


def last_heartbeat() -> datetime | None:
    found: datetime | None = cache.get(HEARTBEAT_KEY)
    return found


def worker_is_alive() -> bool:
    seen = last_heartbeat()
    return seen is not None and now() - seen < HEARTBEAT_LATE_AFTER


def late_sweeps() -> set[str]:
    """Return the urgent sweeps that never ran, or not for too long."""
    late = _not_seen_for(lambda sweep: sweep.late_after)
    return {name for name in late if SWEEPS[name].is_urgent}


def overdue_sweeps() -> list[str]:
    """Return the sweeps that should have run again by now, each at most once in a while."""
    names = _not_seen_for(lambda sweep: 1.5 * sweep.every)
    return [name for name in names if cache.add(f"woken:{name}", True, timeout=WAKE_AT_MOST_EVERY)]


def _not_seen_for(allowed: Callable[[Schedule], timedelta]) -> list[str]:
    seen, at = last_runs(SWEEPS), now()
    return [
        name
        for name, sweep in SWEEPS.items()
        if name not in seen or at - seen[name] > allowed(sweep)
    ]


BROKER_TIMEOUT = 3
BROKER_TIMEOUTS = {"socket_timeout": BROKER_TIMEOUT, "socket_connect_timeout": BROKER_TIMEOUT}


def queue_depths() -> dict[str, int]:
    """Return how many messages wait in each queue; raises an error of the broker's library."""
    with app.connection_for_read(
        connect_timeout=BROKER_TIMEOUT, transport_options=BROKER_TIMEOUTS
    ) as line:
        line.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_TIMEOUT)
        channel = line.default_channel
        return {name: channel._size(name) for name in sorted(app.amqp.queues)}
