"""Thin Celery tasks: each finds its work in the rows and calls a service."""

from __future__ import annotations

import logging

from celery import Task, shared_task
from kombu.exceptions import OperationalError

from config.clock import now

logger = logging.getLogger("undermine.games")
AT_ONCE = 100


@shared_task(name="games.move_bots")
def move_bots() -> int:
    """Let every bot move whose time has come, and those who come next, until none is left."""
    from games import services
    from games.models import Seat

    moved = 0
    while moved < AT_ONCE:
        due = Seat.objects.filter(act_at__lte=now()).order_by("act_at")
        ids = list(due.values_list("pk", flat=True)[:AT_ONCE])
        played = sum(services.let_bot_move(seat, now()) for seat in ids)
        moved += played
        if not played:
            break
    return moved


@shared_task(name="games.expire_lobbies")
def expire_lobbies() -> int:
    from games import services

    return services.expire_lobbies(now())


@shared_task(name="games.send_notices")
def send_notices() -> int:
    """Tell everybody what is due."""
    return 0  # games/delivery


def hint_bots() -> None:
    """Tell a worker that bots are due. A broker that is down costs only time: beat sweeps."""
    _hint(move_bots)


def hint_notices() -> None:
    """Tell a worker that notices are due."""
    _hint(send_notices)


def _hint(task: Task) -> None:
    try:
        task.delay()
    except OperationalError:
        logger.warning("the broker is down: %s waits for the next sweep", task.name)
