"""A web process for tests: uvicorn on the test's database, and readers of its streams.

The test must commit what it writes (`transaction=True`), or the process would not see it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import requests

from config.environment import ROOT
from tests.worker import until
from tools import machine

if TYPE_CHECKING:
    from accounts.models import User

DATABASE = "TEST_WEB_DATABASE"
EVENT = re.compile(r"event: (\w+)\ndata: (.*)")


@dataclass(slots=True)
class Web:
    url: str
    process: subprocess.Popen[bytes]

    def stop(self) -> int:
        """Stop it as an operator does."""
        self.process.terminate()
        return self.process.wait(machine.PATIENCE)

    def reading(self, user: User | None, *topics: str, **cookies: str) -> Reading:
        from tests.real_tables import signed_in

        if user is not None:
            cookies = {"sessionid": signed_in(user).cookies["sessionid"].value}
        return Reading(f"{self.url}/live/", [("on", topic) for topic in topics], cookies)


@dataclass
class Reading:
    """A stream, read by a thread like a browser: what was received, and whether it is open."""

    url: str
    topics: list[tuple[str, str]]
    cookies: dict[str, str]
    raw: bytes = b""
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    is_open: bool = True

    def __post_init__(self) -> None:
        self._line = requests.get(
            self.url, self.topics, cookies=self.cookies, stream=True, timeout=machine.PATIENCE
        )
        self.status, self.headers = self._line.status_code, dict(self._line.headers)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for part in self._line.iter_content(None):
                self.raw += part
        except (requests.RequestException, AttributeError):
            pass  # closed, by the server or by us
        self.is_open = False

    @property
    def events(self) -> list[tuple[str, dict[str, Any]]]:
        whole = self.raw.decode().split("\n\n")[:-1]
        found = [match for part in whole if (match := EVENT.fullmatch(part))]
        return [(match[1], json.loads(match[2])) for match in found]

    def keys(self, topic: str) -> list[str]:
        """Return every key received on a topic, in order."""
        return [
            data["key"] for name, data in self.events if data.get("on") == topic and "key" in data
        ]

    def until(self, name: str, **facts: object) -> None:
        """Wait for this event, which may already have been received."""
        until(lambda: any(n == name and facts.items() <= d.items() for n, d in self.events))

    def close(self) -> None:
        self._line.close()


@contextmanager
def serving(**environ: str) -> Iterator[Web]:
    """Run one process, which answers; stop it afterwards."""
    port = machine.free_port()
    process = start(port, **environ)
    try:
        machine.wait_for_port(port)
        yield Web(f"http://127.0.0.1:{port}", process)
    finally:
        process.terminate()
        process.wait()


def start(port: int, **environ: str) -> subprocess.Popen[bytes]:
    """Start one process, which will answer there."""
    from django.db import connection

    ours = ("PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST", "DJANGO_ALLOW_ASYNC_UNSAFE")
    rest = {key: value for key, value in os.environ.items() if key not in ours}
    here = {DATABASE: str(connection.settings_dict["NAME"]), "LOG_LEVEL": "WARNING"}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.web_process", str(port)], cwd=ROOT, env=rest | here | environ
    )


def main() -> None:
    """Run in the process: the site's own application, with only the database's name changed."""
    import uvicorn
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = os.environ[DATABASE]
    application = "config.asgi:application"
    uvicorn.run(application, port=int(sys.argv[1]), log_config=None, proxy_headers=False)


if __name__ == "__main__":
    main()
