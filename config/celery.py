"""Celery, with the whole timetable of the project.

A message on the broker only wakes a worker: every task finds its work in the rows, so a lost
message costs time until the next sweep and nothing else.
"""

from __future__ import annotations

import os
from datetime import timedelta

from celery import Celery
from celery.signals import setup_logging, worker_ready

from config import local_broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

local_broker.register()
app = Celery("undermine")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["config"])
app.autodiscover_tasks(["config"], related_name="heartbeat")

HEARTBEAT = 20
# Every sweep (config/sweeps.py) and how many seconds lie between two runs.
TIMETABLE = {
    "accounts.send_waiting_mail": 20,
    "config.clean_up": 24 * 60 * 60,
    "tables.abandon_tables": 600,
    "tables.end_offers": 60,
    "tables.expire_lobbies": 600,
    "tables.miss_turns": 30,
    "tables.move_bots": 10,
    "tables.remind": 60,
    "notices.send_notices": 20,
}
NOT_URGENT = frozenset({"config.clean_up"})
"""Sweeps that nobody misses at once: /readyz does not ask for them."""

# A message is dropped when no worker took it before the next one is due.
app.conf.beat_schedule = {
    name: {"task": name, "schedule": seconds, "options": {"expires": seconds}}
    for name, seconds in {"config.heartbeat": HEARTBEAT, **TIMETABLE}.items()
}


def patience(name: str) -> timedelta:
    """How long a sweep may stay away before something is wrong."""
    return timedelta(seconds=3 * TIMETABLE[name] + 60)


def use_our_logging(**_: object) -> None:
    """Keep Celery from laying its own handlers over the project's."""
    import logging.config

    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


def beat_at_once(**_: object) -> None:
    """Do not wait for beat's first tick: a heartbeat through the broker now, which wakes sweeps."""
    app.send_task("config.heartbeat")


setup_logging.connect(use_our_logging)
worker_ready.connect(beat_at_once)
