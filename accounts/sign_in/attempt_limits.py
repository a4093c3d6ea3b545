"""How often passwords may be tried and codes be mailed: by address, by network, by device.

Nobody can use up what belongs to another. A device that has signed in before has counts of its own;
all others share those of their network at this address, of their network, and of the address.
docs/operations.md has the numbers in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from allauth.core.internal import ratelimit
from allauth.core.internal.ratelimit import RateLimitUsage
from django.http import HttpRequest

from accounts import known_devices, networks

Rates = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """So many in such a time, for each way of counting."""

    name: str
    device: Rates
    """Of one that has signed in with this address before."""
    pair: Rates
    """Of one network at one address."""
    network: Rates
    """Of one network, whatever the address."""
    address: Rates
    """Of all networks at one address."""


PASSWORDS = Limits(
    "password", ("10/h",), ("5/5m", "20/d"), ("20/m", "200/h"), ("100/d",)
)  # wrong ones: a right one is given back
CODES = Limits("code", ("3/m", "10/h"), ("3/m", "6/h"), ("20/m",), ("20/h",))
RESETS = Limits("reset", ("3/m", "10/h"), ("3/m", "6/h"), ("20/m",), ("20/h",))
SIGN_INS = Limits("sign-in", ("30/m",), (), ("60/m",), ())  # right or wrong: hashing costs time

GUESTS = Limits("guest", (), (), ("10/m", "60/h", "200/d"), ("1000/h",))  # nobody's address


def take_unnamed(request: HttpRequest, limits: Limits) -> RateLimitUsage | None:
    """As `take`, for what has no address: counts the network, and the whole site."""
    return _take(request, limits, _of_strangers(request, limits, ""))


def take(request: HttpRequest, limits: Limits, email: str) -> RateLimitUsage | None:
    """Count one more; None, and nothing counted, if that would be too many."""
    email = email.strip().lower()
    device = known_devices.find(request, email)
    if device and (used := _take(request, limits, _of_device(limits, device))):
        return used
    return _take(request, limits, _of_strangers(request, limits, email))


def forgive(request: HttpRequest, email: str) -> None:
    """The owner has proved by mail who they are: what was counted at their address is forgotten."""
    for rate, key in _of_strangers(request, PASSWORDS, email.lower()):
        if email.lower() in key:
            ratelimit.clear(request, **_counter(PASSWORDS, rate, key))


def _of_device(limits: Limits, device: str) -> Iterator[tuple[str, str]]:
    return ((rate, f"device {device}") for rate in limits.device)


def _of_strangers(request: HttpRequest, limits: Limits, email: str) -> Iterator[tuple[str, str]]:
    network = networks.of(request)
    yield from ((rate, f"pair {network} {email}") for rate in limits.pair)
    yield from ((rate, f"network {network}") for rate in limits.network)
    yield from ((rate, f"address {email}") for rate in limits.address)


def _take(
    request: HttpRequest, limits: Limits, counts: Iterator[tuple[str, str]]
) -> RateLimitUsage | None:
    taken = RateLimitUsage(usage=[])
    for rate, key in counts:
        one = ratelimit.consume(request, **_counter(limits, rate, key))
        if one is None:
            taken.rollback()
            return None
        taken.usage += one.usage
    return taken


def _counter(limits: Limits, rate: str, key: str) -> dict[str, object]:
    config = {limits.name: f"{rate}/key"}
    return {"app": "accounts", "action": limits.name, "config": config, "key": key}
