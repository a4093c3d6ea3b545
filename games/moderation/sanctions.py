"""What moderators decide about players, and taking it back.

What a suspension or a ban does to running tables: nothing at once. The player cannot move, his
clock runs, and when it is up each table goes the way it has agreed for absent players. Nobody's
secret game is touched by a moderator's hand, and a suspension that is lifted in time costs nothing.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts import names
from accounts.models import FOR_GOOD, User
from games.moderation import audit, roles, tell, words
from games.moderation.models import Report, Sanction, new_token
from games.moderation.roles import NotAllowed

LONGEST = timedelta(days=366)
Kind = Sanction.Kind


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why: a code and words for the player, the full reason for the trail."""

    code: str
    reason: str
    words: str = ""
    report: Report | None = None
    token: str = field(default_factory=new_token)
    """Of the form: sent again, it is decided once."""


@transaction.atomic
def warn(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    return _decide(actor, user, "warn", Kind.WARNING, grounds, at)


@transaction.atomic
def mute_chat(actor: User, user: User, grounds: Grounds, until: datetime, at: datetime) -> Sanction:
    """He may play, and write in no chat."""
    return _decide(actor, user, "mute", Kind.MUTE, grounds, at, _soon(until, at))


@transaction.atomic
def suspend(actor: User, user: User, grounds: Grounds, until: datetime, at: datetime) -> Sanction:
    """He may not play until then; his tables go on without him as they have agreed."""
    return _decide(actor, user, "suspend", Kind.SUSPENSION, grounds, at, _soon(until, at))


@transaction.atomic
def ban(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    """A suspension without an end: he keeps the right to his data and to leave."""
    return _decide(actor, user, "ban", Kind.BAN, grounds, at)


@transaction.atomic
def rename(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    """To a neutral name; the old one is kept for taking it back."""
    return _decide(actor, user, "rename", Kind.RENAME, grounds, at)


@transaction.atomic
def reset_reliability(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    """What he kept or missed at tables joined so far no longer counts."""
    return _decide(actor, user, "reset", Kind.RESET, grounds, at)


def _soon(until: datetime, at: datetime) -> datetime:
    if until <= at:
        raise NotAllowed("past")
    if until > at + LONGEST:
        raise NotAllowed("far")
    return until


def _decide(
    actor: User,
    user: User,
    action: str,
    kind: Kind,
    grounds: Grounds,
    at: datetime,
    until: datetime | None = None,
) -> Sanction:
    """Lock the player, see whether it may be, do it, write it down, tell him."""
    player = User.objects.select_for_update().get(pk=user.pk)
    roles.require_on(actor, action, player)
    again = Sanction.objects.filter(token=grounds.token).first()
    if again is not None:
        return again
    _check(grounds)
    before = standing(player)
    sanction = Sanction.objects.create(
        user=player,
        kind=kind,
        reason=grounds.code,
        words=grounds.words.strip(),
        by=actor,
        report=grounds.report,
        at=at,
        until=until,
        before=before,
        token=grounds.token,
    )
    _take_effect(player, kind, at)
    after = standing(player) | {"sanction": sanction.pk}
    _trace(actor, action, grounds.reason, sanction, before, after, at)
    tell.sanctioned(sanction, at)
    return sanction


def _check(grounds: Grounds) -> None:
    if grounds.code not in words.REASONS:
        raise NotAllowed("unknown")
    if len(grounds.words) > audit.LONGEST_REASON:
        raise NotAllowed("too-long")


@transaction.atomic
def lift(actor: User, number: int, reason: str, at: datetime) -> Sanction:
    """Take it back, as far as it can be, and say so."""
    owner = Sanction.objects.values_list("user", flat=True).get(pk=number)
    player = User.objects.select_for_update().get(pk=owner)
    sanction = Sanction.objects.select_for_update(of=("self",)).get(pk=number)
    action = f"lift-{sanction.kind}"
    roles.require_on(actor, action, player)
    if sanction.lifted_at is not None:
        raise NotAllowed("lifted")
    before = standing(player)
    sanction.user, sanction.lifted_at, sanction.lifted_by = player, at, actor
    sanction.save(update_fields=["lifted_at", "lifted_by"])
    _take_back(sanction, player, at)
    after = standing(player) | {"sanction": sanction.pk}
    _trace(actor, action, reason, sanction, before, after, at)
    tell.lifted(sanction, at)
    return sanction


def _trace(
    actor: User,
    action: str,
    reason: str,
    sanction: Sanction,
    before: dict[str, Any],
    after: dict[str, Any],
    at: datetime,
) -> None:
    audit.write(
        actor, action, reason, at, target=sanction.user, report=sanction.report_id,
        table_code=sanction.report.context.get("table", "") if sanction.report else "",
        before=before, after=after | {"reason": sanction.reason, "words": sanction.words},
    )  # fmt: skip


# --- how a player stands --------------------------------------------------------------------------


def standing(player: User) -> dict[str, Any]:
    """What sanctions can change about him."""
    return {
        "name": player.name,
        "suspended_until": _iso(player.suspended_until),
        "chat_muted_until": _iso(player.chat_muted_until),
        "reliability_from": _iso(player.reliability_from),
    }


def _iso(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def _take_effect(player: User, kind: str, at: datetime) -> None:
    if kind == Kind.RENAME:
        player.name = neutral_name()
        player.save(update_fields=["name"])
    elif kind == Kind.RESET:
        player.reliability_from = at
        player.save(update_fields=["reliability_from"])
    else:
        recount(player, at)


def _take_back(sanction: Sanction, player: User, at: datetime) -> None:
    if sanction.kind == Kind.RENAME:
        _give_name_back(player, sanction.before.get("name") or "")
    elif sanction.kind == Kind.RESET:
        earlier = sanction.before.get("reliability_from")
        player.reliability_from = datetime.fromisoformat(earlier) if earlier else None
        player.save(update_fields=["reliability_from"])
    else:
        recount(player, at)


def recount(player: User, at: datetime) -> None:
    """How long he is kept out, and silent: the longest of what binds him now."""
    running = [row for row in player.sanctions.all() if row.runs(at)]
    out = [row.until or FOR_GOOD for row in running if row.kind in (Kind.SUSPENSION, Kind.BAN)]
    silent = [row.until or FOR_GOOD for row in running if row.kind == Kind.MUTE]
    player.suspended_until = max(out, default=None)
    player.chat_muted_until = max(silent, default=None)
    player.save(update_fields=["suspended_until", "chat_muted_until"])


def _give_name_back(player: User, name: str) -> None:
    if not name or User.objects.named(name).exclude(pk=player.pk).exists():
        raise NotAllowed("name-taken")
    player.name = name
    player.save(update_fields=["name"])


def neutral_name() -> str:
    """Says nothing about anybody, and is free."""
    while True:
        name = f"Digger-{secrets.randbelow(900_000) + 100_000}"
        if not User.objects.filter(name_key=names.key(name)).exists():
            return name
