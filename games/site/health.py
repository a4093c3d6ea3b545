"""Health checks: /readyz for a load balancer, /sweepz for alerts.

/healthz is in config/serving/middleware.py.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.sign_in import second_factor
from config.celery import app
from config.jobs import sweeps
from config.jobs.sweeps import SWEEPS
from config.serving import error_pages

logger = logging.getLogger("undermine.health")


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


READY_CHECKS: dict[str, Callable[[], bool]] = {"database": database, "migrations": migrations}
"""Checks of what a web process needs; pages and moves work without broker and workers."""
WORKER_CHECKS: dict[str, Callable[[], bool]] = {
    "broker": broker,
    "worker": sweeps.worker_is_alive,
}


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Return whether this process can serve requests, for a load balancer."""
    return _respond(request, "not ready", _states(READY_CHECKS))


@require_safe
@never_cache
def sweepz(request: HttpRequest) -> HttpResponse:
    """Return whether workers run and sweeps are on time, for an alert."""
    return _respond(request, "not swept", _states(WORKER_CHECKS) | _sweep_states())


def _states(parts: dict[str, Callable[[], bool]]) -> dict[str, str]:
    return {name: "ok" if _works(part) else "down" for name, part in parts.items()}


def _works(part: Callable[[], bool]) -> bool:
    try:
        return part()
    except Exception:  # whatever the error, it doesn't work
        return False


def _sweep_states() -> dict[str, str]:
    wanted = sorted(name for name, sweep in SWEEPS.items() if sweep.is_urgent)
    try:
        late = sweeps.late_sweeps()
    except Exception:  # unknown without the cache
        late = set(wanted)
    return {f"sweep {name}": "down" if name in late else "ok" for name in wanted}


def _respond(request: HttpRequest, trouble: str, states: dict[str, str]) -> HttpResponse:
    """Answer ok or down; only staff and the log learn which part is down."""
    down = [name for name, state in states.items() if state != "ok"]
    status, said = (503, "down") if down else (200, "ok")
    response = HttpResponse(said, "text/plain", status)
    if _is_staff(request):
        response = JsonResponse(states, status=status)
    if down:
        error_pages.log_trouble(logger, request, response, trouble, ", ".join(down))
    return response


def _is_staff(request: HttpRequest) -> bool:
    return (
        isinstance(request.user, User)
        and request.user.is_staff
        and second_factor.has_passed(request)
    )
