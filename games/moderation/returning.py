"""A banned player who may be back under another name: from devices that a senior has tied to a ban.

Tying keeps the hash of a device (`devices.py`) as long as the ban or the suspension holds, also
after the account is deleted. A new account that signs in from there comes into the queue, once.
Families and schools share devices, so nothing else happens: people decide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import FOR_GOOD, User
from games.moderation import audit, reports, roles
from games.moderation.actions import Action
from games.moderation.models import DeviceTie, DeviceTrace, Report, Sanction
from games.moderation.roles import NotAllowed
from games.moderation.sanctions import OUT


def holding(player: User, at: datetime) -> Sanction | None:
    """The ban or suspension that holds longest now."""
    running = [row for row in player.sanctions.filter(kind__in=OUT) if row.runs(at)]
    return max(running, key=lambda row: row.until or FOR_GOOD, default=None)


@transaction.atomic
def tie(actor: User, user: User, devices: Collection[int], reason: str, at: datetime) -> int:
    """Tie these devices (keys of traces) to what holds; how many were new? Twice is once."""
    player = User.objects.select_for_update().get(pk=user.pk)
    roles.require_on(actor, Action.TIE_DEVICES, player)
    sanction = holding(player, at)
    if sanction is None:
        raise NotAllowed("holds-nothing")
    chosen = DeviceTrace.objects.filter(user=player, pk__in=devices)
    traces = set(chosen.values_list("trace", flat=True))
    if not traces:
        raise NotAllowed("no-device")
    new = traces - set(sanction.ties.values_list("trace", flat=True))
    if new:
        _tie(sanction, new, at)
        after = {"sanction": sanction.pk, "devices": len(new)}
        audit.write(actor, Action.TIE_DEVICES, reason, at, target=player, after=after)
    return len(new)


def _tie(sanction: Sanction, traces: Iterable[str], at: datetime) -> None:
    """Whoever signed in from there since the decision, with a new account, is found at once."""
    rows = [DeviceTie(sanction=sanction, trace=trace, at=at, until=sanction.until)
            for trace in sorted(traces)]  # fmt: skip
    DeviceTie.objects.bulk_create(rows)
    known = DeviceTrace.objects.filter(trace__in=[row.trace for row in rows])
    seen = known.filter(user__joined_at__gt=sanction.at).exclude(user=sanction.user)
    for newcomer in User.objects.filter(pk__in=seen.values("user"), deleted_at=None):
        _report(newcomer, sanction, at)


def look(user: User, traces: Collection[str], at: datetime) -> None:
    """Somebody signed in from this device. Is their account newer than a ban that it is tied to?"""
    ties = DeviceTie.objects.filter(trace__in=traces, sanction__lifted_at=None)
    ties = ties.filter(Q(until__isnull=True) | Q(until__gt=at), sanction__at__lt=user.joined_at)
    found = ties.exclude(sanction__user=user).select_related("sanction").order_by("-pk").first()
    if found is not None:
        _report(user, found.sanction, at)


def _report(newcomer: User, sanction: Sanction, at: datetime) -> None:
    """One for each new account, whatever became of it."""
    context = {
        "about": newcomer.display_name,
        "sanction": sanction.pk,
        "banned": sanction.user_id,
    }
    Report.objects.get_or_create(
        about=newcomer,
        kind=Report.Kind.RETURN,
        defaults={"context": context, "at": at, "due_at": reports.due(at)},
    )
