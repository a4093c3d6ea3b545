"""What operators ask: is the process up, and can it do its work?"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import second_factor
from config import sweeps
from config.celery import NOT_URGENT, TIMETABLE, app, patience
from config.clock import now

logger = logging.getLogger("undermine.health")

HEARTBEAT = "worker-heartbeat"
LATE = timedelta(seconds=90)
ONE_CALL_IN = 30  # seconds: a sweep that is slow to come is not called over and over


def beat() -> None:
    """Called by a worker every twenty seconds."""
    cache.set(HEARTBEAT, now(), timeout=None)


def database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def migrations() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def broker() -> bool:
    with app.connection_for_write() as link:
        link.ensure_connection(max_retries=1, timeout=2)
        return True


def worker() -> bool:
    seen: datetime | None = cache.get(HEARTBEAT)
    return seen is not None and now() - seen < LATE


def late_sweeps() -> set[str]:
    """The sweeps that are missed: never seen, or not for longer than the patience they are due."""
    return {name for name in _not_seen_for(patience) if name not in NOT_URGENT}


def overdue_sweeps() -> list[str]:
    """Those that should have run again by now, each named once in a while, for a worker to wake."""
    names = _not_seen_for(lambda name: timedelta(seconds=1.5 * TIMETABLE[name]))
    return [name for name in names if cache.add(f"woken:{name}", True, timeout=ONE_CALL_IN)]


def _not_seen_for(allowed: Callable[[str], timedelta]) -> list[str]:
    seen, at = sweeps.last_runs(TIMETABLE), now()
    return [name for name in TIMETABLE if name not in seen or at - seen[name] > allowed(name)]


PARTS: dict[str, Callable[[], bool]] = {
    "database": database,
    "migrations": migrations,
    "broker": broker,
    "worker": worker,
}


def _works(part: Callable[[], bool]) -> bool:
    try:
        return part()
    except Exception:  # whatever is wrong with a part, the answer is that it does not work
        return False


def _sweep_states() -> dict[str, str]:
    wanted = sorted(set(TIMETABLE) - NOT_URGENT)
    try:
        late = late_sweeps()
    except Exception:  # without the cache nobody knows: they count as down
        late = set(wanted)
    return {f"sweep {name}": "down" if name in late else "ok" for name in wanted}


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is up."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether every part works that a request may need; which one does not is for staff and log."""
    states = {name: "ok" if _works(part) else "down" for name, part in PARTS.items()}
    states |= _sweep_states()
    down = [name for name, state in states.items() if state != "ok"]
    if down:
        logger.warning("not ready: %s", ", ".join(down), extra={"down": down})
    status = 503 if down else 200
    if _is_staff(request):
        return JsonResponse(states, status=status)
    return HttpResponse("down" if down else "ok", status=status, content_type="text/plain")


def _is_staff(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_staff", False)) and second_factor.passed(request)
