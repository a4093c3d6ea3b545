"""Which players may share a device: from hashes that are kept for a month.

A keyed hash of network address and browser is kept at sign-in, and at no other time. Families,
schools and trains share both, so this proves nothing. Only seniors can look at it, with a reason,
and each look is written down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import User
from config.clock import now
from games.moderation import audit, returning, roles
from games.moderation.actions import Action
from games.moderation.models import DeviceTrace
from games.tables.models import Departure, Seat

SHOWN = 10


def note(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """A player signed in."""
    if request is not None and request.META.get("HTTP_USER_AGENT"):
        here, at = (_address(request), request.META["HTTP_USER_AGENT"]), now()
        remember(user, trace(*here), at)
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        returning.look(user, [trace(*here, key) for key in keys], at)


def _address(request: HttpRequest) -> str:
    return str(get_adapter().get_client_ip(request) or "")


def trace(address: str, browser: str, key: str | None = None) -> str:
    """A keyed hash: without the site's key nobody can find the address by trying them all."""
    text = f"{address}\n{browser}"
    seal = salted_hmac("games.device", text, secret=key, algorithm="sha256")
    return seal.hexdigest()[:32]


def remember(user: User, found: str, at: datetime) -> None:
    DeviceTrace.objects.update_or_create(user=user, trace=found, defaults={"last_day": at.date()})


@dataclass(frozen=True, slots=True)
class Match:
    """Another player who signed in from a browser and network that this one used too."""

    user: User
    devices: int
    tables: int
    """At how many tables both sit or sat."""


@transaction.atomic
def matches(actor: User, user: User, reason: str, at: datetime) -> list[Match]:
    """At most ten players who may share a device with this one."""
    roles.require_about(actor, Action.DEVICES, user)
    traces = DeviceTrace.objects.filter(user=user).values("trace")
    same = DeviceTrace.objects.filter(trace__in=traces).exclude(user=user).values("user")
    counted = dict(same.annotate(n=Count("trace")).order_by("-n").values_list("user", "n")[:SHOWN])
    together = tables_together(user, counted)
    audit.write(actor, Action.DEVICES, reason, at, target=user, after={"matches": len(counted)})
    people = User.objects.in_bulk(counted)
    return [Match(people[pk], n, together[pk]) for pk, n in counted.items()]


@transaction.atomic
def shared(actor: User, one: User, other: User, reason: str, at: datetime) -> int:
    """How many devices these two may share. It says as little as `matches`."""
    roles.require(actor, Action.DEVICES)
    traces = DeviceTrace.objects.filter(user=one).values("trace")
    found = DeviceTrace.objects.filter(user=other, trace__in=traces).count()
    after = {"other": other.pk, "shared": found}
    audit.write(actor, Action.DEVICES, reason, at, target=one, others=[other], after=after)
    return found


def tables_together(user: User, others: Iterable[int]) -> Counter[int]:
    """At how many tables each of them sat with this player. Who left, or was removed, sat there."""
    tables = {table for _, table in _sat([user.pk])}
    return Counter(who for who, table in _sat(others) if table in tables)


def _sat(users: Iterable[int]) -> set[tuple[int, int]]:
    """Who sits or sat where: user and table, each pair once."""
    wanted = list(users)
    now_there = Seat.objects.filter(user__in=wanted).values_list("user", "table")
    before = Seat.objects.filter(former__in=wanted).values_list("former", "table")
    left = Departure.objects.filter(user__in=wanted).values_list("user", "table")
    return {*now_there, *before, *left}
