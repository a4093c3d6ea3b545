"""Hints that two players share a device: hashed, kept for a month, looked at for a reason.

At sign-in, and at no other time, a keyed hash of network address and browser is kept. Families,
schools and trains share both, so this decides nothing: it is shown to a senior who gives a reason,
and looking is written down.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from django.db import transaction
from django.db.models import Count
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import User
from config.clock import now
from games.moderation import audit, roles
from games.moderation.models import DeviceTrace
from games.tables.models import Seat

SHOWN = 10


def note(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """Somebody signed in."""
    if request is not None and request.META.get("HTTP_USER_AGENT"):
        remember(user, trace(_address(request), request.META["HTTP_USER_AGENT"]), now())


def _address(request: HttpRequest) -> str:
    return str(get_adapter().get_client_ip(request) or "")


def trace(address: str, browser: str) -> str:
    """Without the key of this site nobody can try addresses until one fits."""
    seal = salted_hmac("games.device", f"{address}\n{browser}", algorithm="sha256")
    return seal.hexdigest()[:32]


def remember(user: User, found: str, at: datetime) -> None:
    DeviceTrace.objects.update_or_create(user=user, trace=found, defaults={"last_day": at.date()})


@dataclass(frozen=True, slots=True)
class Hint:
    """Another player who signed in from a browser and network that this one used too."""

    user: User
    devices: int
    tables: int
    """At how many tables both have sat."""


@transaction.atomic
def hints(actor: User, user: User, reason: str, at: datetime) -> list[Hint]:
    """Who may share a device with him, at most ten, with what speaks for weighing it."""
    roles.require(actor, "devices")
    his = DeviceTrace.objects.filter(user=user).values("trace")
    same = DeviceTrace.objects.filter(trace__in=his).exclude(user=user).values("user")
    counted = dict(same.annotate(n=Count("trace")).order_by("-n").values_list("user", "n")[:SHOWN])
    tables = Seat.objects.filter(user=user).values("table")
    met = Seat.objects.filter(table__in=tables, user__in=counted).values("user")
    together = dict(met.annotate(n=Count("pk")).order_by().values_list("user", "n"))
    audit.write(actor, "devices", reason, at, target=user, after={"hints": len(counted)})
    people = User.objects.in_bulk(counted)
    return [Hint(people[pk], n, together.get(pk, 0)) for pk, n in counted.items()]
