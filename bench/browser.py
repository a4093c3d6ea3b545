"""A user's browser without scripts, and what each of its requests cost the server."""

from __future__ import annotations

import gzip
import re
import secrets
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection
from time import monotonic
from urllib.parse import urlencode

from bench.running import Server
from tools.standing import FIELD

MOVES = re.compile(r'name="move"\s+value="([^"]+)"')
KEY = re.compile(r'data-key="([^"]+)"')
MARK = re.compile(r'id="([\w-]+)" data-mark="(\w+)"')
"""A piece of a table's page: the page reports what it has with each request."""
FORM = "application/x-www-form-urlencoded"
HTMX = {"HX-Request": "true"}


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one request in seconds: CPU, including PostgreSQL's, and elapsed time."""

    began: float
    """By the clock that all processes of a machine share."""
    cpu: float
    whole: float
    wall: float
    queries: int
    size: int
    """Of the body as sent, compressed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A response."""

    status: int
    text: str
    cost: Cost

    def expect(self, *statuses: int) -> Answer:
        if self.status not in statuses:
            raise AssertionError(f"{self.status}: {self.text[:500]}")
        return self


@dataclass(slots=True)
class Browser:
    """A signed-in user who stays connected."""

    server: Server
    session: str
    form: dict[str, str] = field(default_factory=dict)
    """The hidden fields of the last page: CSRF token, version, form token."""
    cookies: dict[str, str] = field(default_factory=dict)
    link: HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.link = HTTPConnection("localhost", self.server.port, timeout=600)
        self.cookies["sessionid"] = self.session

    def get(self, path: str, htmx: bool = False) -> Answer:
        return self._ask("GET", path, b"", HTMX if htmx else {})

    def post(self, path: str, form: dict[str, str]) -> Answer:
        """Send a form as htmx does."""
        data = {**self.form, "token": secrets.token_hex(8), **form}
        return self._ask("POST", path, urlencode(data).encode(), {**HTMX, "Content-Type": FORM})

    def look(self, code: str) -> tuple[Answer, list[str]]:
        """Open a table and return the moves that its page offers."""
        answer = self.get(f"/t/{code}/").expect(200)
        self.form = dict(FIELD.findall(answer.text))
        return answer, sorted({unescape(move) for move in MOVES.findall(answer.text)})

    def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Send one request while the server has nothing else to do."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"Cookie": cookie, "Accept-Encoding": "gzip", **headers}
        self.server.settle()
        before = self.server.cpu(), self.server.database_cpu()
        began = monotonic()
        self.link.request(method, path, body or None, sent)
        response = self.link.getresponse()
        content = response.read()
        wall = monotonic() - began
        self.server.settle()
        cpu = self.server.cpu() - before[0]
        whole = cpu + self.server.database_cpu() - before[1]
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        asked = int(response.headers.get("X-Bench-Queries", 0))
        queries, self.server.asked = asked - self.server.asked, asked
        packed = response.headers.get("Content-Encoding") == "gzip"
        text = (gzip.decompress(content) if packed else content).decode()
        cost = Cost(began, cpu, whole, wall, queries, len(content))
        return Answer(response.status, text, cost)
