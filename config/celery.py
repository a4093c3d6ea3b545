"""Celery, with the whole timetable of the project.

A message on the broker is only a hint: every task finds its work in the rows, so a lost
message costs time until the next sweep and nothing else.
"""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import setup_logging, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("undermine")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Sweeps are dropped when no worker took them before the next one is due.
app.conf.beat_schedule = {
    "heartbeat": {
        "task": "config.heartbeat",
        "schedule": 20,
        "options": {"expires": 20},
    },
    "move bots": {
        "task": "games.move_bots",
        "schedule": 10,
        "options": {"expires": 10},
    },
    "expire lobbies": {
        "task": "games.expire_lobbies",
        "schedule": 600,
        "options": {"expires": 600},
    },
    "send waiting mail": {
        "task": "accounts.send_waiting_mail",
        "schedule": 20,
        "options": {"expires": 20},
    },
}


@setup_logging.connect
def use_our_logging(**_: object) -> None:
    """Keep Celery from laying its own handlers over the project's."""
    import logging.config

    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@app.task(name="config.heartbeat")
def heartbeat() -> None:
    """Tell /readyz that beat, broker and worker do their part."""
    from config import health

    health.beat()


@worker_ready.connect
def beat_at_once(**_: object) -> None:
    """Do not wait for beat's first tick: send the first heartbeat through the broker now."""
    heartbeat.delay()
