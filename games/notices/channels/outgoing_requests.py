"""Requests to addresses that players named: to the open internet, and nowhere else.

A player's webhook or push service is resolved here, and every address it has must be open to all;
then we connect to exactly the address that was looked at, so that a name cannot point elsewhere a
moment later. No redirect is followed, no proxy asked, only the head of an answer read, and no slow
one waited for.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Thread, Timer
from time import monotonic
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import requests
from django.conf import settings
from django.db import models
from django.db.models import F
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager
from urllib3.connection import HTTPConnection, HTTPSConnection

from config.jobs import leases
from config.jobs.leases import PermanentError

CONNECT_SECONDS: Final = 3.0
"""Seconds for looking up a name, and for connecting to all of its addresses together."""
TOTAL_SECONDS: Final = 5.0
"""Seconds for all of it: a drip of single bytes must not hold a worker."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
NEVER_PUBLIC: Final = tuple(
    ipaddress.ip_network(net) for net in ("64:ff9b:1::/48", "::/96", "fec0::/10", "192.0.0.0/24")
)


class Forbidden(PermanentError):  # noqa: N818  (nothing went wrong: it may not be done)
    """We do not send anything there; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Answered(Exception):  # noqa: N818
    """The other side answered, but not that it took it."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered {status}")
        self.status = status


class Unanswered(Exception):  # noqa: N818
    """Nobody answered. Says how it failed and not where: the address is its owner's secret."""


def check_url(url: str) -> SplitResult:
    """Refuse what can be refused by looking at the address alone."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise Forbidden("malformed") from None
    if parts.scheme != "https" and not (settings.OUTGOING_LOOPBACK and parts.scheme == "http"):
        raise Forbidden("not-https")
    if not host or parts.username or parts.password or not url.isprintable() or " " in url:
        raise Forbidden("malformed")
    with suppress(ValueError):  # a name: it is resolved when something is sent
        if not is_allowed(ipaddress.ip_address(host.strip("[]"))):
            raise Forbidden("not-public")
    return parts


def is_allowed(address: Address) -> bool:
    """Open to all; or this very machine, where a test says so."""
    return is_public(address) or bool(settings.OUTGOING_LOOPBACK and address.is_loopback)


def is_public(address: Address) -> bool:
    """An address of the open internet, and no other form of one that is not."""
    inner = _embedded_ipv4(address)
    if inner is not None:
        return all(is_public(other) for other in inner)
    closed = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not closed and not any(address in net for net in NEVER_PUBLIC)


def _embedded_ipv4(address: Address) -> tuple[Address, ...] | None:
    """The IPv4 addresses that an IPv6 address leads to."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address.ipv4_mapped:
        return (address.ipv4_mapped,)
    if address.sixtofour:
        return (address.sixtofour,)
    if address.teredo:
        return address.teredo
    if address in NAT64:
        return (ipaddress.IPv4Address(int(address) & 0xFFFFFFFF),)
    return None


def resolve(host: str, port: int) -> list[tuple[Any, Any]]:
    """Every address of this name, if all of them are allowed."""
    found = _look_up(host, port)
    for *_, target in found:
        if not is_allowed(ipaddress.ip_address(str(target[0]).split("%")[0])):
            raise Forbidden("not-public")
    return [(family, target) for family, _, _, _, target in found]


def _look_up(host: str, port: int) -> list[Any]:
    """In a thread of its own: nothing else ends a name server that says nothing."""
    found: Future[list[Any]] = Future()

    def ask() -> None:
        try:
            found.set_result(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:
            found.set_exception(error)

    Thread(target=ask, daemon=True).start()
    return found.result(CONNECT_SECONDS)


def dial(host: str, port: int) -> socket.socket:
    """Connect to one of the addresses that were looked at, and to no other."""
    failure: OSError = OSError(f"no address for {host}")
    addresses = resolve(host, port)[:4]
    until = monotonic() + CONNECT_SECONDS
    for family, target in addresses:
        line = socket.socket(family, socket.SOCK_STREAM)
        line.settimeout(max(0.1, until - monotonic()))
        try:
            line.connect(target)
        except OSError as error:
            line.close()
            failure = error
        else:
            return line
    raise failure


class _Guarded:
    """A connection that dials by itself and hangs up when its whole time is over."""

    host: str
    port: int
    _timer: Timer | None = None
    _spare: socket.socket

    def _new_conn(self) -> socket.socket:
        until = monotonic() + TOTAL_SECONDS
        line = dial(self.host, self.port)
        self._spare = line.dup()  # TLS takes the first one over
        self._timer = Timer(max(0, until - monotonic()), _hang_up, [self._spare])
        self._timer.daemon = True
        self._timer.start()
        return line

    def close(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
            self._spare.close()
        super().close()  # type: ignore[misc]


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError), line:
        line.shutdown(socket.SHUT_RDWR)


class _Plain(_Guarded, HTTPConnection):
    pass


class _Secure(_Guarded, HTTPSConnection):
    pass


class _PlainPool(HTTPConnectionPool):
    ConnectionCls = _Plain


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _Secure


class _Adapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        self.poolmanager = PoolManager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _PlainPool, "https": _SecurePool}


class GuardedSession(requests.Session):
    """What every request to the outside goes through; use it in a `with`, for one request."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False  # no proxy, no netrc: nothing that leads around the guard
        self.mount("https://", _Adapter(max_retries=0))
        self.mount("http://", _Adapter(max_retries=0))

    def request(self, method: Any, url: Any, *args: Any, **kwargs: Any) -> requests.Response:
        """As everywhere, but guarded, without redirects, and only the head of the answer."""
        check_url(str(url))
        kwargs |= {
            "allow_redirects": False,
            "stream": True,
            "timeout": (CONNECT_SECONDS, TOTAL_SECONDS),
        }
        answer = super().request(method, url, *args, **kwargs)
        answer._content = b""
        answer.close()
        return answer


# A quick answer leaves no row. One slow or missing answer postpones an address, three in a row its
# host, which others may share. Meanwhile nothing is sent there, and no attempt is used up; then a
# single request finds out whether it is better. All workers share the rows.

SLOW_AFTER: Final = 2.0
"""Seconds: an answer that took longer came too late to send the next thing at once."""
REST_FACTOR: Final = 10
"""After a slow answer an address rests for this many times as long as the answer took."""
LONGEST_PAUSE: Final = timedelta(minutes=10)
TRIAL_TIME: Final = timedelta(seconds=2 * TOTAL_SECONDS)
"""For how long one request has an end for itself; a worker that died with it delays no more."""
FORGOTTEN_AFTER: Final = timedelta(days=1)
ADDRESS_TIMES: Final = 1
HOST_TIMES: Final = 3


class SlowEnd(models.Model):
    """An address or a host that was slow or silent when it was last asked."""

    name = models.CharField(max_length=64, unique=True)
    """Its hash: an address is its owner's secret."""
    times = models.PositiveIntegerField(default=0, db_default=0)
    """How often in a row."""
    until = models.DateTimeField()
    """When it may be asked again, once it was slow often enough to be put off."""

    def __str__(self) -> str:
        return f"slow end {self.pk}"


class HostPostponed(Exception):  # noqa: N818
    """Nothing was sent: that address, or its host, is put off."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


@contextmanager
def request_to(url: str, at: datetime) -> Iterator[GuardedSession]:
    """A session for one request to this address. HostPostponed: it is put off."""
    ends = _names_of(url)
    known = list(SlowEnd.objects.filter(name__in=ends))
    _reserve_trial([end for end in known if end.times >= ends[end.name]], at)
    began = monotonic()
    try:
        with GuardedSession() as session:
            yield session
    except requests.RequestException as error:  # its words name the address
        _note_slow(ends, at, None)
        raise Unanswered(type(error).__name__) from None
    except Answered:
        _note_answer(ends, known, at, monotonic() - began)
        raise
    _note_answer(ends, known, at, monotonic() - began)


def _names_of(url: str) -> Mapping[str, int]:
    """The address and its host by their hashes, and how often each may be slow."""
    times = {url: ADDRESS_TIMES, f"host {urlsplit(url).netloc.lower()}": HOST_TIMES}
    return {sha256(name.encode()).hexdigest(): often for name, often in times.items()}


def _reserve_trial(put_off: list[SlowEnd], at: datetime) -> None:
    """Have these to ourselves for one request, if their time has come."""
    until = max((end.until for end in put_off), default=at)
    if until > at:
        raise HostPostponed(until)
    for end in put_off:
        if not SlowEnd.objects.filter(pk=end.pk, until__lte=at).update(until=at + TRIAL_TIME):
            raise HostPostponed(at + TRIAL_TIME)


def _note_answer(ends: Mapping[str, int], known: list[SlowEnd], at: datetime, took: float) -> None:
    """Whatever it said: it is there."""
    if took > SLOW_AFTER:
        _note_slow(ends, at, timedelta(seconds=REST_FACTOR * took))
    elif known:
        SlowEnd.objects.filter(pk__in=[end.pk for end in known]).delete()


def _note_slow(ends: Mapping[str, int], at: datetime, rest: timedelta | None) -> None:
    """Leave them alone for this time; without one, for longer each time that they are silent."""
    SlowEnd.objects.filter(until__lt=at - FORGOTTEN_AFTER).delete()
    for name, often in ends.items():
        end, _ = SlowEnd.objects.get_or_create(name=name, defaults={"until": at})
        pause = rest or min(leases.pause_after(end.times + 2 - often), LONGEST_PAUSE)
        SlowEnd.objects.filter(pk=end.pk).update(times=F("times") + 1, until=at + pause)
