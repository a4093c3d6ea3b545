"""Web processes: gunicorn manages them, uvicorn serves in them.

Start them by `gunicorn config.asgi:application --config python:config.gunicorn`. `config.wsgi` with
`--worker-class gthread` works too, without streams. tests/config/test_framework_internals.py fails
when an update changes what the worker overrides.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys

import uvicorn
from gunicorn.arbiter import Arbiter
from gunicorn.workers import base

from config import environment
from config.observability import logs


class Server(uvicorn.Server):
    """A server that stops with its worker, also after a reload or enough requests."""

    worker: UvicornWorker

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or not self.worker.alive

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End streams first, as shutting down waits for them."""
        stop = getattr(self.worker.wsgi, "stop", None)  # missing if the application failed to load
        if stop is not None:
            stop()
        await super().shutdown(sockets)


class UvicornWorker(base.Worker):  # type: ignore[misc]
    def init_signals(self) -> None:
        """Leave SIGTERM and SIGINT to uvicorn."""
        for number in self.SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGUSR1, self.handle_usr1)
        signal.siginterrupt(signal.SIGUSR1, False)

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGQUIT, self.handle_exit, signal.SIGQUIT, None)
        server = Server(self._config())
        server.worker = self
        await server.serve(sockets=[listener.sock for listener in self.sockets])
        if not server.started:
            sys.exit(Arbiter.WORKER_BOOT_ERROR)

    def _config(self) -> uvicorn.Config:
        """Disable what Django (proxy headers) and our logging already do."""
        return uvicorn.Config(
            self.wsgi,
            interface="asgi3",
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=self.cfg.keepalive,
            timeout_graceful_shutdown=self.cfg.graceful_timeout,
            timeout_notify=1,
            callback_notify=self._live_on,
            limit_max_requests=self.max_requests,
        )

    async def _live_on(self) -> None:
        self.notify()


_world = environment.read(os.environ)

logs.configure_process()
logconfig_dict = logs.configuration(_world.get("LOG_LEVEL", "INFO"))
workers = int(_world.get("WEB_CONCURRENCY", "1" if environment.is_local(os.environ) else "2"))
worker_class = UvicornWorker
threads = environment.number(_world, "WEB_THREADS")
timeout = 120
graceful_timeout = 30
max_requests = 5000  # then a process is replaced; jitter spreads the restarts
max_requests_jitter = 500
