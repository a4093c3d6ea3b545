"""Celery, with the whole timetable of the project.

A message on the broker only wakes a worker: every task finds its work in the rows, so a lost
message costs time until the next sweep and nothing else.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path

from celery import Celery
from celery.signals import celeryd_init, setup_logging, worker_init, worker_ready
from kombu.entity import Exchange, Queue

from config.jobs import local_broker
from config.observability import logs, request_ids
from config.storage import database

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if "celery" in Path(sys.argv[0]).parts[-2:]:  # a worker or beat, not a process that wakes one
    logs.configure_process()
local_broker.register()
request_ids.propagate_to_tasks()
app = Celery("undermine")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["config.jobs"], related_name="cleanup")
app.autodiscover_tasks(["config.jobs"], related_name="monitoring")

# Each queue has a worker of its own, which can be held up alone: bots that think, a host that is
# slow, a mail server that is silent stop no clock, and not each other.
CLOCKS, BOTS, DELIVERY, MAIL = QUEUES = ("clocks", "bots", "delivery", "mail")
QUEUE_OF = {
    "accounts.send_waiting_mail": MAIL,
    "config.clean_up": CLOCKS,
    "config.heartbeat": CLOCKS,
    "moderation.hand_on_seats": CLOCKS,
    "moderation.tell_on_call": DELIVERY,
    "notices.mail_notices": MAIL,
    "notices.send_notices": DELIVERY,
    "tables.abandon_tables": CLOCKS,
    "tables.count_results": DELIVERY,  # after an upgrade there is much of it: no clock waits
    "tables.end_offers": CLOCKS,
    "tables.expire_lobbies": CLOCKS,
    "tables.miss_turns": CLOCKS,
    "tables.move_bots": BOTS,
    "tables.remind": CLOCKS,
}
app.conf.task_default_queue = CLOCKS
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
app.conf.task_routes = {name: {"queue": queue} for name, queue in QUEUE_OF.items()}

# The seconds that one step may take, where that is long: a mail server has ten minutes to answer
# (RFC 5321, 4.5.3.2.6). Until then its sweep is busy and not late.
LONG_STEP_SECONDS = dict.fromkeys((name for name in QUEUE_OF if QUEUE_OF[name] == MAIL), 11 * 60)
app.conf.task_annotations = {
    name: {"time_limit": seconds + 300} for name, seconds in LONG_STEP_SECONDS.items()
}

HEARTBEAT_SECONDS = 20
# Every sweep (config/jobs/sweeps.py) and how many seconds lie between two runs.
SWEEP_SCHEDULE = {
    "accounts.send_waiting_mail": 20,
    "config.clean_up": 24 * 60 * 60,
    "moderation.hand_on_seats": 30,
    "moderation.tell_on_call": 60,
    "tables.abandon_tables": 600,
    "tables.count_results": 60,
    "tables.end_offers": 60,
    "tables.expire_lobbies": 600,
    "tables.miss_turns": 30,
    "tables.move_bots": 10,
    "tables.remind": 60,
    "notices.mail_notices": 20,
    "notices.send_notices": 20,
}
NOT_URGENT = frozenset({"config.clean_up"})
"""Sweeps that nobody misses at once: /sweepz does not ask for them."""

# A message is dropped when no worker took it before the next one is due.
app.conf.beat_schedule = {
    name: {"task": name, "schedule": seconds, "options": {"expires": seconds}}
    for name, seconds in {"config.heartbeat": HEARTBEAT_SECONDS, **SWEEP_SCHEDULE}.items()
}


def late_after(name: str) -> timedelta:
    """How long a sweep may stay away before something is wrong."""
    return timedelta(seconds=3 * SWEEP_SCHEDULE[name] + 60 + LONG_STEP_SECONDS.get(name, 0))


def use_our_logging(**_: object) -> None:
    """Keep Celery from laying its own handlers over the project's."""
    import logging.config

    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


def log_shutdown(**_: object) -> None:
    """What a worker says when it is told to stop goes around all logging."""
    from celery.apps import worker

    worker.safe_say = logs.log_line


def send_first_heartbeat(**_: object) -> None:
    """Do not wait for beat's first tick: a heartbeat through the broker now, which wakes sweeps."""
    app.send_task("config.heartbeat")


setup_logging.connect(use_our_logging)
celeryd_init.connect(log_shutdown)
worker_init.connect(database.configure_worker)
worker_ready.connect(send_first_heartbeat)
