"""Find banned players who return under another name, by devices that a senior tied to the ban.

Tying keeps the hash of a device (`device_hash`) as long as the ban or the suspension holds, also
after the account is deleted. A new account that signs in from there is put in the queue, once.
Families and schools share devices, so nothing else happens: people decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.models import FOR_GOOD, User
from config.clock import now
from games.moderation import conflicts, permissions
from games.moderation.models import DeviceTie, DeviceTrace, Report, Sanction
from games.moderation.permissions import Action, NotAllowed, refuse_if
from games.moderation.services import audit


def longest_exclusion(player: User, at: datetime) -> Sanction | None:
    """Return the ban or suspension that lasts longest from now."""
    running = [row for row in player.sanctions.filter(kind__in=Sanction.EXCLUDING) if row.runs(at)]
    return max(running, key=lambda row: row.until or FOR_GOOD, default=None)


@transaction.atomic
def tie_devices(
    actor: User, user: User, devices: Collection[int], reason: str, at: datetime
) -> int:
    """Tie these devices (keys of traces) to the sanction; return the number of new ones."""
    player = User.objects.select_for_update().get(pk=user.pk)
    permissions.require_on(actor, Action.TIE_DEVICES, player)
    sanction = longest_exclusion(player, at)
    if sanction is None:
        raise NotAllowed("holds-nothing")
    chosen = DeviceTrace.objects.filter(user=player, pk__in=devices)
    traces = set(chosen.values_list("trace", flat=True))
    refuse_if(not traces, "no-device")
    new = traces - set(sanction.ties.values_list("trace", flat=True))
    if new:
        _tie_traces(sanction, new, at)
        after = {"sanction": sanction.pk, "devices": len(new)}
        audit.write(actor, Action.TIE_DEVICES, reason, at, target=player, after=after)
    return len(new)


def _tie_traces(sanction: Sanction, traces: Collection[str], at: datetime) -> None:
    """Tie the devices, and check new accounts that signed in from there since the decision."""
    DeviceTie.objects.bulk_create(
        DeviceTie(sanction=sanction, trace=trace, at=at, until=sanction.until)
        for trace in sorted(traces)
    )
    known = DeviceTrace.objects.filter(trace__in=traces)
    seen = known.filter(user__joined_at__gt=sanction.at).exclude(user=sanction.user)
    for newcomer in User.objects.filter(pk__in=seen.values("user"), deleted_at=None):
        _report_evasion(newcomer, sanction, at)


def check_for_evasion(user: User, traces: Collection[str], at: datetime) -> None:
    """Report a sign-in from this device if the account is newer than a ban tied to it."""
    ties = DeviceTie.objects.filter(trace__in=traces, sanction__lifted_at=None)
    ties = ties.filter(Q(until__isnull=True) | Q(until__gt=at), sanction__at__lt=user.joined_at)
    found = ties.exclude(sanction__user=user).select_related("sanction").order_by("-pk").first()
    if found is not None:
        _report_evasion(user, found.sanction, at)


def _report_evasion(newcomer: User, sanction: Sanction, at: datetime) -> None:
    """File one report per new account, even if an earlier one was resolved."""
    about, banned = newcomer.display_name, sanction.user_id
    context = {"about": about, "sanction": sanction.pk, "banned": banned}
    Report.objects.get_or_create(
        about=newcomer,
        kind=Report.Kind.RETURN,
        defaults={"context": context, "at": at, "due_at": at + settings.REPORTS_DUE},
    )


# Players who may share a device: found by hashes that are kept for a month.
#
# A keyed hash of network address and browser is kept at sign-in, and at no other time. Families,
# schools and trains share both, so this proves nothing. Only seniors can view it, with a reason,
# and each view is recorded.

MAX_MATCHES = 10


def note_sign_in(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    if request is not None and request.META.get("HTTP_USER_AGENT"):
        address = str(get_adapter().get_client_ip(request) or "")
        here, at = (address, request.META["HTTP_USER_AGENT"]), now()
        save_trace(user, device_hash(*here), at)
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        check_for_evasion(user, [device_hash(*here, key) for key in keys], at)


def device_hash(address: str, browser: str, key: str | None = None) -> str:
    """Return a keyed hash: without the key nobody can find the address by trying them all."""
    text = f"{address}\n{browser}"
    seal = salted_hmac("games.device", text, secret=key, algorithm="sha256")
    return seal.hexdigest()[:32]


def save_trace(user: User, found: str, at: datetime) -> None:
    DeviceTrace.objects.update_or_create(user=user, trace=found, defaults={"last_day": at.date()})


@transaction.atomic
def players_sharing_devices(
    actor: User, user: User, reason: str, at: datetime
) -> list[dict[str, Any]]:
    """Return at most ten players who may share a device with this one, with the number of devices
    and of tables where both sit or sat."""
    permissions.require_about(actor, Action.DEVICES, user)
    traces = DeviceTrace.objects.filter(user=user).values("trace")
    same = DeviceTrace.objects.filter(trace__in=traces).exclude(user=user).values("user")
    counted = dict(
        same.annotate(n=Count("trace")).order_by("-n").values_list("user", "n")[:MAX_MATCHES]
    )
    together = tables_together(user, counted)
    audit.write(actor, Action.DEVICES, reason, at, target=user, after={"matches": len(counted)})
    people = User.objects.in_bulk(counted)
    return [{"user": people[pk], "devices": n, "tables": together[pk]} for pk, n in counted.items()]


@transaction.atomic
def count_shared_devices(actor: User, one: User, other: User, reason: str, at: datetime) -> int:
    """Count the devices that these two may share, without revealing which."""
    permissions.require(actor, Action.DEVICES)
    traces = DeviceTrace.objects.filter(user=one).values("trace")
    found = DeviceTrace.objects.filter(user=other, trace__in=traces).count()
    after = {"other": other.pk, "shared": found}
    audit.write(actor, Action.DEVICES, reason, at, target=one, others=[other], after=after)
    return found


def tables_together(user: User, others: Iterable[int]) -> Counter[int]:
    """Count the tables that each shared with this player, even if one left or was removed."""
    tables = {table for table, _ in conflicts.tables_played([user.pk])}
    return Counter(who for table, who in conflicts.tables_played(list(others)) if table in tables)
