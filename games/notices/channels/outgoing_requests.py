"""Requests to URLs that players entered, restricted to the public internet.

The host of a webhook or push service is resolved here, and all its IP addresses must be public. We
then connect to an address that was checked, so that a changed DNS record can't redirect us.
No redirect is followed, no proxy used, only the head of an answer read; slow servers are cut off.
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
"""Seconds for resolving a name, and again for trying all of its addresses."""
TOTAL_SECONDS: Final = 5.0
"""Seconds for a whole connection: a server that drips single bytes must not hold a worker."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
NEVER_PUBLIC: Final = tuple(
    ipaddress.ip_network(net) for net in ("64:ff9b:1::/48", "::/96", "fec0::/10", "192.0.0.0/24")
)


class Forbidden(PermanentError):  # noqa: N818  (nothing went wrong: it may not be done)
    """A URL that we refuse to send to; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Answered(Exception):  # noqa: N818
    """The server answered with an error status."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered {status}")
        self.status = status


class Unanswered(Exception):  # noqa: N818
    """The server didn't answer. The text doesn't contain the URL, which is its owner's secret."""


def check_url(url: str) -> SplitResult:
    """Raise Forbidden if the URL is unacceptable, without resolving its host."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise Forbidden("malformed") from None
    if parts.scheme != "https" and not (settings.OUTGOING_LOOPBACK and parts.scheme == "http"):
        raise Forbidden("not-https")
    if not host or parts.username or parts.password or not url.isprintable() or " " in url:
        raise Forbidden("malformed")
    with suppress(ValueError):  # a name, which is resolved when sending
        if not is_allowed(ipaddress.ip_address(host.strip("[]"))):
            raise Forbidden("not-public")
    return parts


def is_allowed(address: Address) -> bool:
    """Return whether we may connect: to public addresses, and to loopback if settings allow it."""
    return is_public(address) or bool(settings.OUTGOING_LOOPBACK and address.is_loopback)


def is_public(address: Address) -> bool:
    """Return whether an address is public and not another notation of a private one."""
    inner = _embedded_ipv4(address)
    if inner is not None:
        return all(is_public(other) for other in inner)
    closed = address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not closed and not any(address in net for net in NEVER_PUBLIC)


def _embedded_ipv4(address: Address) -> tuple[Address, ...] | None:
    """Return the IPv4 addresses embedded in an IPv6 address, if any."""
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
    """Return the addresses of a host; raise Forbidden unless all of them are allowed."""
    found = _look_up(host, port)
    for *_, target in found:
        if not is_allowed(ipaddress.ip_address(str(target[0]).split("%")[0])):
            raise Forbidden("not-public")
    return [(family, target) for family, _, _, _, target in found]


def _look_up(host: str, port: int) -> list[Any]:
    """Resolve in a separate thread, as getaddrinfo has no timeout."""
    found: Future[list[Any]] = Future()

    def ask() -> None:
        try:
            found.set_result(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:
            found.set_exception(error)

    Thread(target=ask, daemon=True).start()
    return found.result(CONNECT_SECONDS)


def dial(host: str, port: int) -> socket.socket:
    """Connect to one of the addresses that were checked."""
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
    """A connection that uses `dial`, and is closed after `TOTAL_SECONDS`."""

    host: str
    port: int
    _timer: Timer | None = None
    _spare: socket.socket

    def _new_conn(self) -> socket.socket:
        until = monotonic() + TOTAL_SECONDS
        line = dial(self.host, self.port)
        self._spare = line.dup()  # TLS takes over the first one
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
    """A session for a single request to the outside; use it in a `with` statement."""

    def __init__(self) -> None:
        super().__init__()
        self.trust_env = False  # no proxy and no netrc, which would bypass the checks
        self.mount("https://", _Adapter(max_retries=0))
        self.mount("http://", _Adapter(max_retries=0))

    def request(self, method: Any, url: Any, *args: Any, **kwargs: Any) -> requests.Response:
        """Check the URL and send; follow no redirect and skip the body of the answer."""
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


# One slow or missing answer postpones a URL; three in a row postpone its host, which other players
# may share. Until then nothing is sent there, and no attempt is counted; a single trial request
# follows. A quick answer deletes the rows. All workers share them.

SLOW_AFTER: Final = 2.0
"""Seconds after which an answer counts as slow and postpones the next request."""
REST_FACTOR: Final = 10
"""The pause after a slow answer, as a multiple of the time that the answer took."""
LONGEST_PAUSE: Final = timedelta(minutes=10)
TRIAL_TIME: Final = timedelta(seconds=2 * TOTAL_SECONDS)
"""How long a trial request reserves a URL or host; bounds the delay if its worker dies."""
FORGOTTEN_AFTER: Final = timedelta(days=1)
ADDRESS_TIMES: Final = 1
HOST_TIMES: Final = 3


class SlowEnd(models.Model):
    """A URL or host whose last answer was slow or missing."""

    name = models.CharField(max_length=64, unique=True)
    """A hash: the URL is its owner's secret."""
    times = models.PositiveIntegerField(default=0, db_default=0)
    """Number of slow or missing answers in a row."""
    until = models.DateTimeField()
    """When requests may resume, if `times` has reached the limit."""

    def __str__(self) -> str:
        return f"slow end {self.pk}"


class HostPostponed(Exception):  # noqa: N818
    """Nothing was sent, as the URL or its host is postponed."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until


@contextmanager
def request_to(url: str, at: datetime) -> Iterator[GuardedSession]:
    """Yield a session for one request to this URL. Raises HostPostponed if it is postponed."""
    ends = _names_of(url)
    known = list(SlowEnd.objects.filter(name__in=ends))
    _reserve_trial([end for end in known if end.times >= ends[end.name]], at)
    began = monotonic()
    try:
        with GuardedSession() as session:
            yield session
    except requests.RequestException as error:  # its text contains the URL
        _note_slow(ends, at, None)
        raise Unanswered(type(error).__name__) from None
    except Answered:
        _note_answer(ends, known, at, monotonic() - began)
        raise
    _note_answer(ends, known, at, monotonic() - began)


def _names_of(url: str) -> Mapping[str, int]:
    """Return the hashes of the URL and its host, with the slow answers that postpone each."""
    times = {url: ADDRESS_TIMES, f"host {urlsplit(url).netloc.lower()}": HOST_TIMES}
    return {sha256(name.encode()).hexdigest(): often for name, often in times.items()}


def _reserve_trial(put_off: list[SlowEnd], at: datetime) -> None:
    """Reserve these for one request; raise HostPostponed if paused or reserved already."""
    until = max((end.until for end in put_off), default=at)
    if until > at:
        raise HostPostponed(until)
    for end in put_off:
        if not SlowEnd.objects.filter(pk=end.pk, until__lte=at).update(until=at + TRIAL_TIME):
            raise HostPostponed(at + TRIAL_TIME)


def _note_answer(ends: Mapping[str, int], known: list[SlowEnd], at: datetime, took: float) -> None:
    """Record an answer of any status: a slow one postpones, a quick one clears the rows."""
    if took > SLOW_AFTER:
        _note_slow(ends, at, timedelta(seconds=REST_FACTOR * took))
    elif known:
        SlowEnd.objects.filter(pk__in=[end.pk for end in known]).delete()


def _note_slow(ends: Mapping[str, int], at: datetime, rest: timedelta | None) -> None:
    """Pause requests for `rest`; if None, for a time that grows with each missing answer."""
    SlowEnd.objects.filter(until__lt=at - FORGOTTEN_AFTER).delete()
    for name, often in ends.items():
        end, _ = SlowEnd.objects.get_or_create(name=name, defaults={"until": at})
        pause = rest or min(leases.pause_after(end.times + 2 - often), LONGEST_PAUSE)
        SlowEnd.objects.filter(pk=end.pk).update(times=F("times") + 1, until=at + pause)
