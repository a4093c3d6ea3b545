"""Hostile requests: how one is generated, and how it is sent as a server would send it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote_from_bytes, unquote_to_bytes, urlencode

from config.environment import ROOT
from tests.fuzz import hostile
from tests.fuzz.routes import Route
from tests.fuzz.world import FORM_KEY, World

METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS")
ODD_METHODS = ("PATCH", "TRACE", "PROPFIND", "get", "\xe9", "X" * 300)
HEADERS = (
    "HTTP_USER_AGENT", "HTTP_REFERER", "HTTP_ACCEPT_LANGUAGE", "HTTP_ORIGIN", "HTTP_HX_CURRENT_URL",
    "HTTP_HX_TARGET", "HTTP_HX_PROMPT", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE",
    "HTTP_X_FORWARDED_FOR", "HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "HTTP_RANGE", "HTTP_HOST",
    "HTTP_X_CSRFTOKEN", "CONTENT_LENGTH", "REMOTE_ADDR",
)  # fmt: skip
READ = re.compile(r"(?:POST|GET|asked)\.get(?:list)?\(\s*\"(\w+)\"")
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.S)
FIELD = re.compile(r"<(?:input|select|textarea|button|option)\b([^>]*)>")
ATTRIBUTE = re.compile(r'(name|value|action|hx-post)="([^"]*)"')
LINK = re.compile(r'href="[^"?]*\?([^"]+)"')
FORM_TYPE = hostile.TYPES[0]


@dataclass(slots=True)
class Asked:
    """A request as it goes over the wire; its `str` shows how to repeat it."""

    who: str
    method: str
    path: bytes
    query: bytes = b""
    body: bytes = b""
    cookie: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        parts: dict[str, str | bytes] = {
            "path": self.path,
            "query": self.query,
            "body": self.body,
            "cookie": self.cookie,
            **self.headers,
        }
        lines = [f"  {name}: {_short(value)}" for name, value in parts.items() if value]
        return "\n".join([f"{self.method} as {self.who}", *lines])

    def environ(self) -> dict[str, Any]:
        """Return it as gunicorn passes it on: bytes as Latin-1."""
        target = self.path + (b"?" + self.query if self.query else b"")
        return {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(self.path).decode("latin-1"),
            "RAW_URI": target.decode("latin-1"),
            "QUERY_STRING": self.query.decode("latin-1"),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "192.0.2.7",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": self.cookie.decode("latin-1"),
            "CONTENT_LENGTH": str(len(self.body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(self.body),
            "wsgi.errors": io.StringIO(),
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        } | self.headers


def _short(value: str | bytes) -> str:
    """Return all of it, or enough to recognise it."""
    return repr(value) if len(value) < 600 else f"{value[:100]!r}, {len(value)} in all"


def fields_read() -> list[str]:
    """Return the names of all fields that our views read from a request."""
    sources = (
        file for app in ("accounts", "games", "config") for file in (ROOT / app).rglob("*.py")
    )
    return sorted({name for file in sources for name in READ.findall(file.read_text())})


class Maker:
    """Generates requests, and learns from every page what its forms would send."""

    def __init__(self, world: World, routes: list[Route]) -> None:
        self.world, self.routes = world, routes
        self.names = [*fields_read(), "next", "q", "p", "o", "e", "all", "_popup", "__proto__"]
        self.forms: dict[str, list[list[tuple[str, str]]]] = {}

    # --- learning

    def learn(self, asked: Asked, page: str) -> None:
        """Collect the page's form fields by address, and the parameters of its links."""
        for link in LINK.findall(page):
            asks = {name for name, _ in parse_qsl(unescape(link)) if name.isascii()}
            self.names += sorted(asks.difference(self.names))
        for head, inside in FORM.findall(page):
            attributes = dict(ATTRIBUTE.findall(head))
            action = unescape(attributes.get("action") or attributes.get("hx-post") or "")
            path = action.partition("?")[0] or asked.path.decode("latin-1")
            known = self.forms.setdefault(path, [])
            if len(known) < 5:
                known.append(list(_fields(inside)))

    # --- generating

    def plain(self, route: Route, who: str, luck: Random) -> Asked:
        """Return a plain request for a page."""
        return Asked(who, "GET", self._path(route, luck, 0), cookie=self._cookie(who, luck, 0))

    def any(self, luck: Random) -> Asked:
        who = luck.choice([*self.world.cookies, "seated", "moderator"])
        method = luck.choice(METHODS) if luck.random() < 0.97 else luck.choice(ODD_METHODS)
        asked = Asked(who, method, self._path(luck.choice(self.routes), luck, 0.2))
        if luck.random() < 0.03:
            asked.path = b"/" + hostile.quoted(luck)
        asked.cookie = self._cookie(who, luck, 0.06)
        asked.query = self._query(luck) if luck.random() < 0.4 else b""
        self._headers(asked, luck)
        if asked.method == "POST" or luck.random() < 0.1:
            self._body(asked, luck)
        return asked

    def _path(self, route: Route, luck: Random, odd: float) -> bytes:
        return route.path({name: self._argument(name, luck, odd) for name in route.arguments})

    def _argument(self, name: str, luck: Random, odd: float) -> bytes:
        known = self.world.values.get(name, ["1", "a"])
        if luck.random() >= odd:
            return quote_from_bytes(luck.choice(known).encode()).encode()
        return hostile.quoted(luck) or b"x"

    def _value(self, name: str, luck: Random) -> bytes:
        known = self.world.values.get(name)
        if known and luck.random() < 0.4:
            return luck.choice(known).encode()
        return hostile.text(luck)

    def _cookie(self, who: str, luck: Random, odd: float) -> bytes:
        own = self.world.cookies[who].encode()
        if luck.random() < odd:
            octal = (
                b'sessionid="a\\000b"; csrftoken="\\377\\000"; theme="\\000"; django_language=\\0'
            )
            raw = b"sessionid=" + hostile.text(luck).replace(b"\n", b"")
            return luck.choice([octal, raw, own + b"; theme=" + hostile.text(luck)])
        return b"; ".join(filter(None, [own, b"csrftoken=" + FORM_KEY.encode()]))

    def _query(self, luck: Random) -> bytes:
        if luck.random() < 0.02:
            return b"&".join([b"a=1"] * 1500)
        names = luck.choices(self.names, k=luck.randrange(1, 4))
        pairs = [
            name.encode() + b"=" + quote_from_bytes(self._value(name, luck)).encode()
            for name in names
        ]
        return b"&".join(pairs)[:8000] if luck.random() < 0.95 else hostile.quoted(luck)[:8000]

    def _headers(self, asked: Asked, luck: Random) -> None:
        asked.headers["HTTP_X_CSRFTOKEN"] = FORM_KEY
        if luck.random() < 0.4:
            asked.headers["HTTP_HX_REQUEST"] = "true"
        if luck.random() < 0.1:
            value = hostile.text(luck).decode("latin-1").replace("\r", "").replace("\n", "")
            asked.headers[luck.choice(HEADERS)] = value

    def _body(self, asked: Asked, luck: Random) -> None:
        asked.headers["CONTENT_TYPE"] = FORM_TYPE
        chance = luck.random()
        pairs = self._pairs(asked, luck)
        if chance < 0.8:
            asked.body = urlencode(pairs).encode()
        elif chance < 0.88:
            asked.headers["CONTENT_TYPE"] = "multipart/form-data; boundary=x"
            asked.body = hostile.parts(pairs, luck.choice([0, 0, 1, 150]))
        elif chance < 0.93:
            asked.headers["CONTENT_TYPE"] = "multipart/form-data; boundary=x"
            asked.body = luck.choice(hostile.BROKEN_PARTS)
        else:
            asked.headers["CONTENT_TYPE"] = luck.choice(hostile.TYPES)
            bodies = (luck.randbytes(40), b"a=1&" * 1500, b"x" * 600_000, hostile.text(luck))
            asked.body = luck.choice(bodies)

    def _pairs(self, asked: Asked, luck: Random) -> list[tuple[bytes, bytes]]:
        """Return a form seen there with a field or two spoiled, or any fields."""
        forms = self.forms.get(asked.path.decode("latin-1"))
        if not forms or luck.random() < 0.2:
            names = luck.choices(self.names, k=luck.randrange(0, 5))
            return [(name.encode(), self._value(name, luck)) for name in names]
        pairs = [(name.encode(), value.encode()) for name, value in luck.choice(forms)]
        for _ in range(luck.choice([0, 1, 1, 1, 2])):
            self._spoil(pairs, luck)
        return pairs

    def _spoil(self, pairs: list[tuple[bytes, bytes]], luck: Random) -> None:
        if not pairs:
            return
        place = luck.randrange(len(pairs))
        name = pairs[place][0]
        what = luck.random()
        if what < 0.1:
            del pairs[place]
        elif what < 0.2:
            pairs.append((name, hostile.text(luck)))
        else:
            pairs[place] = (name, hostile.text(luck))


def _fields(form: str) -> Iterable[tuple[str, str]]:
    """Return what the form would send: each named field with its value, or its first choice."""
    name = ""
    for attributes in map(dict, map(ATTRIBUTE.findall, FIELD.findall(form))):
        if "name" in attributes:
            name = attributes["name"]
            if name != "csrfmiddlewaretoken":
                yield unescape(name), unescape(attributes.get("value", ""))
        elif name and attributes.get("value"):
            yield unescape(name), unescape(attributes["value"])
            name = ""
