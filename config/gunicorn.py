"""How gunicorn serves the site, the same wherever it is started: `--config python:config.gunicorn`.

It serves `config.asgi:application`. For `config.wsgi`, without streams, add `--worker-class
gthread`. The address it listens on is the caller's business (`--bind`). Its lines are as ours, from
the first one.
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
max_requests = 5000  # then a process makes room for a fresh one, not all at the same time
max_requests_jitter = 500
