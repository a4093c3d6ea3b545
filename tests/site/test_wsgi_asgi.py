"""Both entry points for servers, WSGI and ASGI, serve the same site."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from asgiref.testing import ApplicationCommunicator
from django.test import Client

from tools.machine import PATIENCE


def test_asgi_answers() -> None:
    from config.asgi import application

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/healthz",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }

    async def ask() -> int:
        server = ApplicationCommunicator(application, scope)
        await server.send_input({"type": "http.request", "body": b""})
        start = await server.receive_output(PATIENCE)
        await server.receive_output(PATIENCE)
        await server.wait()
        return int(start["status"])

    with ThreadPoolExecutor(1) as pool:  # playwright's loop may run in this thread
        assert pool.submit(lambda: asyncio.run(ask())).result() == 200


def test_wsgi_answers() -> None:
    from config.wsgi import application

    assert callable(application)
    assert Client().get("/healthz").status_code == 200
