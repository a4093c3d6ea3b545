"""The Celery app, its queues and its timetable, which the sweeps fill (config/jobs/sweeps.py).

A message on the broker only wakes a worker: every task finds its work in the rows, so a lost
message costs nothing but time until the next sweep.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from celery import Celery, signals
from kombu.entity import Exchange, Queue

from config.jobs import local_broker
from config.observability import logs, request_ids
from config.storage import limits

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

if "celery" in Path(sys.argv[0]).parts[-2:]:  # a worker or beat, not a process that wakes one
    logs.configure_process()
local_broker.register()
app = Celery("undermine")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["config.jobs"], related_name="sweeps")

# Each queue has workers of its own: a slow bot, host or mail server doesn't delay the clocks.
CLOCKS, BOTS, DELIVERY, MAIL = QUEUES = ("clocks", "bots", "delivery", "mail")
TIMETABLE: dict[str, dict[str, object]] = {}
ROUTES: dict[str, dict[str, str]] = {}
app.conf.task_default_queue = CLOCKS
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
app.conf.task_routes, app.conf.beat_schedule = ROUTES, TIMETABLE


def schedule(name: str, seconds: float, queue: str) -> None:
    """Let beat send this task regularly. A message expires when the next one is due."""
    ROUTES[name] = {"queue": queue}
    TIMETABLE[name] = {"task": name, "schedule": seconds, "options": {"expires": seconds}}


def use_our_logging(**_: object) -> None:
    """Keep Celery from installing its own log handlers."""
    import logging.config

    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


def log_shutdown(**_: object) -> None:
    """Log a worker's shutdown messages, which Celery writes straight to stderr."""
    from celery.apps import worker

    worker.safe_say = logs.log_line


def send_first_heartbeat(**_: object) -> None:
    """Send a heartbeat, which wakes late sweeps, without waiting for beat's first tick."""
    app.send_task("config.heartbeat")


signals.setup_logging.connect(use_our_logging)
signals.celeryd_init.connect(log_shutdown)
signals.worker_init.connect(limits.configure_worker)
signals.worker_ready.connect(send_first_heartbeat)
signals.before_task_publish.connect(request_ids.add_to_message)
signals.task_prerun.connect(request_ids.read_from_message)
