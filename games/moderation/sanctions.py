"""What moderators decide about players, and how it is lifted.

A suspension or a ban does nothing to running tables at once. The player cannot move, their clock
runs, and when it is up each table does what it has agreed for absent players. So no moderator
touches a game with secrets, and a suspension that is lifted in time costs nothing.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts import earlier_names, names
from accounts.models import FOR_GOOD, EarlierName, User
from games.moderation import audit, facts, roles, tell, words
from games.moderation.actions import LIFT, Action
from games.moderation.models import Report, Sanction, new_token
from games.moderation.roles import NotAllowed
from games.tables.models import Message, Table
from games.tables.services import unit_of_work

LONGEST = timedelta(days=366)
Kind = Sanction.Kind


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why: a code and words for the player, the full reason for the audit trail."""

    code: str
    reason: str
    words: str = ""
    report: Report | None = None
    message: Message | None = None
    """What they said, if it is about that and nobody reported it."""
    token: str = field(default_factory=new_token)
    """From the form: a form that is sent twice decides once."""


@transaction.atomic
def warn(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    return _decide(actor, user, Action.WARN, Kind.WARNING, grounds, at)


@transaction.atomic
def mute_chat(actor: User, user: User, grounds: Grounds, until: datetime, at: datetime) -> Sanction:
    """They can play, but write in no chat."""
    return _decide(actor, user, Action.MUTE, Kind.MUTE, grounds, at, _soon(until, at))


@transaction.atomic
def suspend(actor: User, user: User, grounds: Grounds, until: datetime, at: datetime) -> Sanction:
    """They cannot play until then. Their tables do what they have agreed for absent players."""
    return _decide(actor, user, Action.SUSPEND, Kind.SUSPENSION, grounds, at, _soon(until, at))


@transaction.atomic
def ban(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    """A suspension without an end. They can still download their data and delete their account."""
    return _decide(actor, user, Action.BAN, Kind.BAN, grounds, at)


@transaction.atomic
def rename(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    """To a neutral name. The old one is kept, so that this can be lifted."""
    return _decide(actor, user, Action.RENAME, Kind.RENAME, grounds, at)


@transaction.atomic
def reset_reliability(actor: User, user: User, grounds: Grounds, at: datetime) -> Sanction:
    """Turns kept or missed at tables joined so far no longer count."""
    return _decide(actor, user, Action.RESET, Kind.RESET, grounds, at)


def _soon(until: datetime, at: datetime) -> datetime:
    if until <= at:
        raise NotAllowed("past")
    if until > at + LONGEST:
        raise NotAllowed("far")
    return until


def _decide(
    actor: User,
    user: User,
    action: Action,
    kind: Kind,
    grounds: Grounds,
    at: datetime,
    until: datetime | None = None,
) -> Sanction:
    """Lock the player, ask permission, do it, write it down, tell the player."""
    player = User.objects.select_for_update().get(pk=user.pk)
    roles.require_on(actor, action, player)
    again = Sanction.objects.filter(token=grounds.token).first()
    if again is not None:
        return again
    _check(kind, grounds)
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
        about=facts.subject(player, grounds.report, grounds.message),
        token=grounds.token,
    )
    _take_effect(player, kind, at)
    _keep_names(sanction, before["name"])
    after = standing(player) | {"sanction": sanction.pk}
    _audit(actor, action, grounds.reason, sanction, before, after, at)
    tell.sanctioned(sanction, at)
    return sanction


def _keep_names(sanction: Sanction, name: str) -> None:
    """A name is quoted where it is what the decision is about."""
    if sanction.kind == Kind.RENAME:
        sanction.about = {**(sanction.about or {}), "name": name, "now": sanction.user.name}
    elif sanction.reason == words.Reason.NAME:
        sanction.about = {**(sanction.about or {}), "name": name}
    sanction.save(update_fields=["about"])


def _check(kind: str, grounds: Grounds) -> None:
    """A reason that fits: goodwill is none to warn somebody, nor for anything else that binds."""
    fitting = words.Reason.values if kind == Kind.RESET else words.BREACHES
    if grounds.code not in fitting:
        raise NotAllowed("unknown")
    if len(grounds.words) > audit.LONGEST_REASON:
        raise NotAllowed("too-long")


@transaction.atomic
def lift(actor: User, number: int, reason: str, at: datetime) -> Sanction:
    """Undo it as far as possible, and tell the player."""
    owner, code = Sanction.objects.values_list("user", "table__code").get(pk=number)
    if code:  # before the player, as everybody at tables does
        unit_of_work.lock(code)
    player = User.objects.select_for_update().get(pk=owner)
    sanction = Sanction.objects.select_for_update(of=("self",)).get(pk=number)
    action = LIFT[sanction.kind]
    roles.require_on(actor, action, player)
    if sanction.lifted_at is not None:
        raise NotAllowed("lifted")
    before = standing(player)
    sanction.user, sanction.lifted_at, sanction.lifted_by = player, at, actor
    sanction.save(update_fields=["lifted_at", "lifted_by"])
    _take_back(sanction, player, at)
    after = standing(player) | {"sanction": sanction.pk}
    _audit(actor, action, reason, sanction, before, after, at)
    tell.lifted(sanction, at)
    return sanction


def _audit(
    actor: User,
    action: Action,
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
    """What sanctions can change about a player."""
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
        earlier_names.change(player, neutral_name(), EarlierName.Because.STAFF, at)
    elif kind == Kind.RESET:
        player.reliability_from = at
        player.save(update_fields=["reliability_from"])
    else:
        recount(player, at)


def _take_back(sanction: Sanction, player: User, at: datetime) -> None:
    if sanction.kind == Kind.RENAME:
        _give_name_back(player, sanction.before.get("name") or "", at)
    elif sanction.kind == Kind.RESET:
        earlier = sanction.before.get("reliability_from")
        player.reliability_from = datetime.fromisoformat(earlier) if earlier else None
        player.save(update_fields=["reliability_from"])
    elif sanction.kind == Kind.REMOVAL:
        _keep_seat_for(sanction, player)
    else:
        recount(player, at)


def _keep_seat_for(sanction: Sanction, player: User) -> None:
    """They may have the seat back, as if they had left it themselves, if nobody else has it."""
    number, table = sanction.before.get("seat"), sanction.table
    if number is not None and table is not None and table.status == Table.Status.RUNNING:
        table.seats.filter(number=number, user=None, former=None).update(former=player)


def recount(player: User, at: datetime) -> None:
    """How long they are suspended and muted: the longest of all sanctions that hold now."""
    running = [row for row in player.sanctions.all() if row.runs(at)]
    out = [row.until or FOR_GOOD for row in running if row.kind in (Kind.SUSPENSION, Kind.BAN)]
    silent = [row.until or FOR_GOOD for row in running if row.kind == Kind.MUTE]
    player.suspended_until = max(out, default=None)
    player.chat_muted_until = max(silent, default=None)
    player.save(update_fields=["suspended_until", "chat_muted_until"])


def _give_name_back(player: User, name: str, at: datetime) -> None:
    taken = User.objects.named(name).exclude(pk=player.pk).exists()
    if not name or taken or earlier_names.is_kept(name, player):
        raise NotAllowed("name-taken")
    player.earlier_names.filter(key=names.key(name)).delete()  # it was taken from them wrongly
    earlier_names.change(player, name, EarlierName.Because.BACK, at)


def neutral_name() -> str:
    """A name that says nothing about anybody, and that nobody has."""
    while True:
        name = f"Digger-{secrets.randbelow(900_000) + 100_000}"
        free = not User.objects.filter(name_key=names.key(name)).exists()
        if free and not earlier_names.is_kept(name):
            return name
