"""The broker's queues: how many messages wait in each."""

from __future__ import annotations

from config.celery import app

SECONDS = 3
QUICK = {"socket_timeout": SECONDS, "socket_connect_timeout": SECONDS}
"""Whoever asks wants to know that a broker is silent, and not to wait for it."""


def depths() -> dict[str, int]:
    """By the name of the queue; raises what the broker's library raises when it is away."""
    with app.connection_for_read(connect_timeout=SECONDS, transport_options=QUICK) as line:
        line.ensure_connection(max_retries=1, interval_start=0, timeout=SECONDS)
        channel = line.default_channel
        return {name: channel._size(name) for name in sorted(app.amqp.queues)}
