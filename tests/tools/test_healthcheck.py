"""The health check of containers: what a page answers, as an exit code."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from config.environment import ROOT
from tools import machine

HOSTS: list[str] = []


class Door(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        HOSTS.append(self.headers["Host"])
        self.send_response(200 if self.path == "/healthz" else 503)
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def port() -> Iterator[int]:
    HOSTS.clear()
    server = HTTPServer(("127.0.0.1", 0), Door)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def knock(path: str, port: int, **environ: str) -> int:
    command = [sys.executable, "tools/healthcheck.py", path]
    return subprocess.run(command, cwd=ROOT, env=environ | {"PORT": str(port)}).returncode


def test_an_answering_page_is_healthy_under_an_allowed_host_name(port: int) -> None:
    assert knock("/healthz", port, SITE_URL="https://undermine.example:8443") == 0
    assert knock("/healthz", port, SITE_URL="x", ALLOWED_HOSTS=".a.example, b.example") == 0
    assert HOSTS == ["undermine.example:8443", "a.example"]


def test_a_failing_page_and_a_closed_port_are_not_healthy(port: int) -> None:
    assert knock("/readyz", port) == 1
    assert knock("/healthz", machine.free_port()) == 1
