"""Gunicorn's configuration: `gunicorn config.asgi:application --config python:config.gunicorn`.

`config.wsgi` with `--worker-class gthread` works too, without streams.
"""

from __future__ import annotations

import os

from config import environment
from config.observability import logs

_world = environment.read(os.environ)

logs.configure_process()
logconfig_dict = logs.configuration(_world.get("LOG_LEVEL", "INFO"))
workers = int(_world.get("WEB_CONCURRENCY", "1" if environment.is_local(os.environ) else "2"))
worker_class = "config.serving.gunicorn_worker.UvicornWorker"
threads = environment.number(_world, "WEB_THREADS")
timeout = 120
graceful_timeout = 30
max_requests = 5000  # then a process is replaced; with jitter, not all at once
max_requests_jitter = 500
