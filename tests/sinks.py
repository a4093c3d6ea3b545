"""Receiving servers on loopback that speak the real protocols and count what arrives.

A mail server, a push service that decrypts and checks signatures as browsers and push services do,
and a webhook. Each can be made to fail.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tools import machine

OK = "250 OK"


@dataclass
class MailSink:
    """An SMTP server that keeps what it accepted; callbacks decide on addresses and mails."""

    letters: list[EmailMessage] = field(default_factory=list)
    answer: Callable[[str], str] = field(default=lambda address: OK)
    on_data: Callable[[EmailMessage], str] = field(default=lambda letter: OK)
    refusals: dict[str, str] = field(default_factory=dict)
    """Answers to give instead to a command (MAIL, DATA …) or as the greeting (220)."""
    late: float = 0
    """Seconds between accepting a mail and confirming it."""
    host: str = "127.0.0.1"
    port: int = 0
    lines: int = 0
    """The number of open connections."""

    async def handle_RCPT(  # noqa: N802  (aiosmtpd's name)
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        said = self.answer(address)
        if said == OK:
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        said = self.on_data(letter)
        if said == OK:
            self.letters.append(letter)
        await asyncio.sleep(self.late)
        return said

    @property
    def url(self) -> str:
        return f"smtp://{self.host}:{self.port}"

    @property
    def ids(self) -> Counter[str]:
        """Return how often each mail was accepted."""
        return Counter(str(letter["Message-ID"]) for letter in self.letters)


class _Server(SMTP):
    """Counts open connections: without one, nothing more can be accepted."""

    def __init__(self, handler: MailSink, **options: Any) -> None:
        super().__init__(handler, **options)
        self._smtp_methods.update({name: self._refuse(name) for name in handler.refusals})

    def _refuse(self, command: str) -> Callable[[str], Any]:
        return lambda argument: self.push(self.event_handler.refusals[command])

    async def push(self, status: Any) -> None:
        """Send a response; all of them go through here, the greeting first."""
        greeting = str(status).startswith("220 ")
        await super().push(self.event_handler.refusals.get("220", status) if greeting else status)

    def connection_made(self, transport: Any) -> None:
        self.event_handler.lines += 1
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self.event_handler.lines -= 1


class _Controller(Controller):
    def factory(self) -> SMTP:
        return _Server(self.handler, **self.SMTP_kwargs)


@contextmanager
def mail_sink(port: int | None = None) -> Iterator[MailSink]:
    logging.getLogger("mail.log").setLevel(logging.ERROR)  # the server's own, with addresses in it
    sink = MailSink(port=port or machine.free_port())
    controller = _Controller(sink, hostname=sink.host, port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()


@contextmanager
def silent_sink() -> Iterator[tuple[int, list[socket.socket]]]:
    """Run a server that accepts connections and says nothing; yield its port and connections."""
    lines: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:

        def listen() -> None:
            with suppress(OSError):
                while True:
                    lines.append(server.accept()[0])

        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield server.getsockname()[1], lines
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
            for line in lines:
                line.close()


# --- HTTP ---------------------------------------------------------------------------------------


@dataclass
class Request:
    """One request that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class WebSink:
    """A web server that keeps what it was sent; `answer` says with which status it replies."""

    requests: list[Request] = field(default_factory=list)
    answer: Callable[[Request], int] = field(default=lambda request: 201)
    headers: dict[str, str] = field(default_factory=dict)
    drip: float = 0
    """Seconds between the bytes of an answer that never ends."""
    port: int = 0
    lines: int = 0
    """The number of requests being answered."""

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def at(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.path == path]


class _Handler(BaseHTTPRequestHandler):
    sink: WebSink

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        request = Request(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
        status = self.sink.answer(request)
        if 200 <= status < 300:
            self.sink.requests.append(request)
        if self.sink.drip:
            self._drip()
            return
        self.send_response(status)
        for name, value in self.sink.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST  # noqa: N815

    def _drip(self) -> None:
        try:
            for sign in b"HTTP/1.1 " + b"2" * 10_000:
                self.wfile.write(bytes([sign]))
                time.sleep(self.sink.drip)
        except OSError:
            pass

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def web_sink() -> Iterator[WebSink]:
    sink = WebSink()
    handler = type("Handler", (_Handler,), {"sink": sink})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    sink.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield sink
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


# --- what browsers and receivers do with it -----------------------------------------------------


def unpadded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def padded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


class Browser:
    """A push subscription with its keys, which only the browser has."""

    def __init__(self, sink: WebSink, name: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.sink, self.path = sink, f"/push/{name}"
        self.endpoint = sink.url(self.path)
        self.p256dh, self.auth = unpadded(point(self.key)), unpadded(self.secret)

    def shown(self) -> list[dict[str, str]]:
        """Return what it was sent, decrypted as a browser does."""
        return [self.read(request) for request in self.sink.at(self.path)]

    def read(self, request: Request) -> dict[str, str]:
        assert request.headers["content-encoding"] == "aes128gcm"
        clear = http_ece.decrypt(
            request.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        found: dict[str, str] = json.loads(clear)
        return found


def vapid_claims(request: Request, public_key: str) -> dict[str, Any]:
    """Return the claims of a VAPID header after verifying its signature with this key."""
    scheme, _, rest = request.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert fields["k"] == public_key
    signed, _, signature = fields["t"].rpartition(".")
    raw = padded(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(public_key))
    key.verify(encode_dss_signature(*numbers), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(padded(signed.split(".")[1]))
    return claims


def is_signed(request: Request, secret: str) -> bool:
    """Verify a signature as our documentation tells webhook receivers to."""
    fields = dict(part.split("=", 1) for part in request.headers["undermine-signature"].split(","))
    signed = fields["t"].encode() + b"." + request.body
    wanted = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(wanted, fields["v1"])
