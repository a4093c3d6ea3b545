"""Addresses from players are called only on the open internet, and lead nowhere else."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import LazySettings

from config.clock import now
from config.environment import problems
from games.notices.channels import outgoing_requests
from tests.sinks import WebSink

CLOSED = """
0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255
192.0.0.1 192.168.1.1 198.18.0.1 224.0.0.1 239.1.1.1 240.0.0.1 255.255.255.255
:: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::7f00:1 ::10.0.0.1
fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 2001:db8::1
64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b:1::808:808 2002:7f00:1:: 2002:a00:1::1 2002:c0a8:101::
2001:0:7f00:1::1 2001:0:808:808:0:0:80ff:fffe
""".split()
OPEN = """
1.1.1.1 8.8.8.8 93.184.216.34 2606:4700:4700::1111 2a00:1450:4001:81b::200e
::ffff:8.8.8.8 64:ff9b::808:808 2002:808:808::1
""".split()


@pytest.mark.parametrize("address", CLOSED)
def test_a_non_public_address_is_refused(address: str) -> None:
    assert not outgoing_requests.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", OPEN)
def test_a_public_address_is_allowed(address: str) -> None:
    assert outgoing_requests.is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://example.org/", "not-https"),
        ("ftp://example.org/", "not-https"),
        ("file:///etc/passwd", "not-https"),
        ("https://", "malformed"),
        ("https://user:word@example.org/", "malformed"),
        ("https://example.org:99999/", "malformed"),
        ("https://exa mple.org/", "malformed"),
        ("https://[::1/", "malformed"),
        ("https://127.0.0.1/", "not-public"),
        ("https://[::1]/", "not-public"),
        ("https://[::ffff:10.0.0.1]/", "not-public"),
        ("https://169.254.169.254/latest/meta-data/", "not-public"),
    ],
)
def test_an_implausible_address_is_refused_by_its_form(url: str, code: str) -> None:
    with pytest.raises(outgoing_requests.Forbidden) as refused:
        outgoing_requests.check_url(url)
    assert refused.value.code == code


def named(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Fake name servers that give one answer per question; return the names asked for."""
    asked: list[str] = []

    def answer(host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        asked.append(host)
        found = addresses[min(len(asked), len(addresses)) - 1].split()
        return [
            (socket.AF_INET6 if ":" in ip else socket.AF_INET, 1, 6, "", (ip, port)) for ip in found
        ]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return asked


@pytest.mark.parametrize(
    "found",
    ["10.0.0.1", "8.8.8.8 10.0.0.1", "127.0.0.1 8.8.8.8", "8.8.8.8 ::1", "::ffff:127.0.0.1"],
)
def test_a_name_with_one_private_address_is_not_called_at_all(
    found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialled: list[object] = []
    monkeypatch.setattr(socket.socket, "connect", lambda self, target: dialled.append(target))
    named(monkeypatch, found)
    with pytest.raises(outgoing_requests.Forbidden), outgoing_requests.GuardedSession() as session:
        session.post("https://rebind.example/", data=b"")
    assert dialled == []


def test_a_name_is_looked_up_once_and_that_address_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second answer would be a private address: it is never requested."""
    dialled: list[object] = []

    def connect(self: socket.socket, target: object) -> None:
        dialled.append(target)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    asked = named(monkeypatch, "93.184.216.34", "127.0.0.1")
    with pytest.raises(requests.ConnectionError), outgoing_requests.GuardedSession() as session:
        session.post("https://rebind.example/", data=b"")
    assert asked == ["rebind.example"]
    assert dialled == [("93.184.216.34", 443)]


def test_without_the_setting_this_machine_is_not_called(
    web: WebSink, settings: LazySettings
) -> None:
    settings.OUTGOING_LOOPBACK = False
    with pytest.raises(outgoing_requests.Forbidden), outgoing_requests.GuardedSession() as session:
        session.post(web.url(), data=b"")
    assert web.requests == []


def test_no_redirect_is_followed(web: WebSink) -> None:
    web.answer, web.headers = lambda request: 302, {"Location": web.url("/elsewhere")}
    seen: list[str] = []
    web.answer = lambda request: seen.append(request.path) or 302  # type: ignore[func-returns-value]
    with outgoing_requests.GuardedSession() as session:
        assert session.post(web.url("/here"), data=b"", allow_redirects=True).status_code == 302
    assert seen == ["/here"]


def test_no_proxy_is_used(web: WebSink, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with outgoing_requests.GuardedSession() as session:
        assert session.post(web.url("/direct"), data=b"x").status_code == 201


def test_an_endless_answer_is_cut_off(web: WebSink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_requests, "TOTAL_SECONDS", 0.3)
    web.drip = 0.02
    with pytest.raises(requests.RequestException), outgoing_requests.GuardedSession() as session:
        session.post(web.url(), data=b"")


def test_a_host_that_never_answers_times_out(web: WebSink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing_requests, "TOTAL_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with (
            pytest.raises(requests.RequestException),
            outgoing_requests.GuardedSession() as session,
        ):
            session.post(url, data=b"")


def test_a_silent_name_server_times_out(web: WebSink, monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(outgoing_requests, "CONNECT_SECONDS", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: end.wait(60))
    with pytest.raises(requests.ConnectionError), outgoing_requests.GuardedSession() as session:
        session.post("http://silent.example/", data=b"")
    end.set()


def test_many_addresses_share_the_time_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def connect(self: socket.socket, target: object) -> None:
        given.append(self.gettimeout() or 0)
        time.sleep(0.05)  # like a connection that gets no response
        raise TimeoutError

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(outgoing_requests, "CONNECT_SECONDS", 0.5)
    named(monkeypatch, "8.8.8.8 8.8.4.4 1.1.1.1")
    with pytest.raises(requests.RequestException), outgoing_requests.GuardedSession() as session:
        session.post("https://many.example/", data=b"")
    assert 0.5 >= given[0] > given[1] > given[2]


def test_nothing_is_left_running_after_an_answer(web: WebSink) -> None:
    before = {thread.ident for thread in threading.enumerate()}
    with outgoing_requests.GuardedSession() as session:
        session.post(web.url(), data=b"")
    left = [t for t in threading.enumerate() if t.ident not in before]
    for timer in (thread for thread in left if isinstance(thread, threading.Timer)):
        # Cancelled: it ends at once, and not when its time is up.
        timer.join(outgoing_requests.TOTAL_SECONDS / 2)
        assert not timer.is_alive()


def test_a_long_answer_is_not_read(web: WebSink) -> None:
    with long_answer(50_000_000) as (port, sent), outgoing_requests.GuardedSession() as session:
        answer = session.post(f"http://127.0.0.1:{port}/", data=b"")
        assert answer.content == b""
    assert sent[0] < 20_000_000


@contextmanager
def long_answer(size: int) -> Iterator[tuple[int, list[int]]]:
    """A server that sends far too much."""
    sent = [0]
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            line, _ = server.accept()
            with line:
                line.recv(65536)
                try:
                    line.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {size}\r\n\r\n".encode())
                    while sent[0] < size:
                        sent[0] += line.send(b"x" * 65536)
                except OSError:
                    pass

        thread = threading.Thread(target=talk)
        thread.start()
        yield server.getsockname()[1], sent
        thread.join()


# --- the name on the certificate ------------------------------------------------------------------


def certificate(folder: Path, name: str) -> Path:
    """Write a key and a self-signed certificate for this name."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now() - datetime.timedelta(days=1))
        .not_valid_after(now() + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{name}.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


@contextmanager
def secure_server(pem: Path) -> Iterator[tuple[int, list[str | None]]]:
    """Answer every request over TLS, and collect the names requested."""
    names: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    context.sni_callback = lambda line, name, _: names.append(name)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                line, _ = server.accept()
                with context.wrap_socket(line, server_side=True) as secure:
                    secure.recv(65536)
                    secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            except OSError:
                pass

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1], names
        thread.join()


@pytest.mark.parametrize("holder", ["hook.example", "other.example"])
def test_the_certificate_must_be_for_the_name_that_was_given(
    holder: str, tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OUTGOING_LOOPBACK = True
    pem = certificate(tmp_path, holder)
    named(monkeypatch, "127.0.0.1")
    with secure_server(pem) as (port, names), outgoing_requests.GuardedSession() as session:
        if holder == "hook.example":
            answer = session.post(f"https://hook.example:{port}/", data=b"", verify=str(pem))
            assert answer.status_code == 204
        else:
            with pytest.raises(requests.exceptions.SSLError):
                session.post(f"https://hook.example:{port}/", data=b"", verify=str(pem))
    assert names == ["hook.example"]


# --- the setting ----------------------------------------------------------------------------------


def test_no_real_site_starts_with_loopback_allowed() -> None:
    real = {"SITE_URL": "https://undermine.example", "OUTGOING_LOOPBACK": "true"}
    tried = {"SITE_URL": "http://localhost", "OUTGOING_LOOPBACK": "true"}
    assert [line for line in problems(real) if "OUTGOING_LOOPBACK" in line]
    assert not [line for line in problems(tried) if "OUTGOING_LOOPBACK" in line]


@pytest.mark.parametrize(
    ("seconds", "sound"), [("1", False), ("119", False), ("120", True), ("x", False)]
)
def test_a_lease_must_outlast_any_delivery(seconds: str, sound: bool) -> None:
    real = {"SITE_URL": "https://undermine.example", "LEASE_SECONDS": seconds}
    assert sound is not any("LEASE_SECONDS" in line for line in problems(real))


@pytest.mark.parametrize(("key", "sound"), [("", True), ("A" * 43, True), ("A" * 42, False)])
def test_a_push_key_is_validated(key: str, sound: bool) -> None:
    assert sound is not any("VAPID" in line for line in problems({"VAPID_PRIVATE_KEY": key}))
