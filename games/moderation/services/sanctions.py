"""Sanctions: decide about players, and lift decisions.

With a suspension or a ban a moderator chooses what happens to the player's seats. Either they are
handed on at once, so that nobody waits (`seat_reassignment.py`); or the clocks run, and each table
treats the player as absent once time is up, so a suspension that is lifted in time costs nothing.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction

from accounts import earlier_names, names
from accounts.models import FOR_GOOD, EarlierName, User
from accounts.sign_in import bans
from config.jobs.sweeps import wake_worker
from games.moderation import permissions, texts
from games.moderation.models import Hidden, Sanction
from games.moderation.permissions import LIFT_ACTIONS, Action, refuse_if
from games.moderation.services import audit, emails, hiding, sanction_records
from games.moderation.services.sanction_records import Grounds, record_sanction
from games.tables.models import Table
from games.tables.services import unit_of_work

LONGEST_SANCTION = timedelta(days=366)
Kind = Sanction.Kind
REASSIGN_SWEEP = "moderation.hand_on_seats"
"""The sweep that hands seats on (seat_reassignment.py)."""


def mute_chat(actor: User, user: User, grounds: Grounds, until: datetime, at: datetime) -> Sanction:
    """Keep a player from writing in any chat until then; they can still play."""
    end = _require_near(until, at)
    return _decide(Action.MUTE, Kind.MUTE, actor, user, grounds, at, end)


def suspend(
    actor: User,
    user: User,
    grounds: Grounds,
    until: datetime,
    at: datetime,
    *,
    hand_on: bool = False,
) -> Sanction:
    """Keep a player from playing until then. Their clocks run, or their seats are handed on."""
    end = _require_near(until, at)
    return _decide(Action.SUSPEND, Kind.SUSPENSION, actor, user, grounds, at, end, hand_on)


def ban(
    actor: User, user: User, grounds: Grounds, at: datetime, *, hand_on: bool = True
) -> Sanction:
    """Suspend without an end. They can still download their data and delete their account."""
    return _decide(Action.BAN, Kind.BAN, actor, user, grounds, at, None, hand_on)


def _require_near(until: datetime, at: datetime) -> datetime:
    refuse_if(until <= at, "past")
    refuse_if(until > at + LONGEST_SANCTION, "far")
    return until


@transaction.atomic
def _decide(
    action: Action,
    kind: Kind,
    actor: User,
    user: User,
    grounds: Grounds,
    at: datetime,
    until: datetime | None = None,
    hand_on: bool = False,
) -> Sanction:
    """Lock the player, check permission, do it, record it, notify the player."""
    player = User.objects.select_for_update().get(pk=user.pk)
    permissions.require_on(actor, action, player)
    if again := Sanction.objects.of_form(grounds.token):
        return again
    before = player_state(player)
    kept = before | _own_words(player, kind)
    sanction = record_sanction(actor, player, kind, grounds, at, until, kept, hand_on)
    _take_effect(player, kind, at)
    _keep_names(sanction, before["name"])
    more = {"hands_on": hand_on} if kind in Sanction.EXCLUDING else {}
    _audit(actor, action, grounds.reason, sanction, before, at, **more)
    emails.notify_sanctioned(sanction, at)
    if hand_on:
        transaction.on_commit(partial(wake_worker, REASSIGN_SWEEP))
    return sanction


# Each is called with the actor, the player, the grounds and the time.
warn = partial(_decide, Action.WARN, Kind.WARNING)
rename = partial(_decide, Action.RENAME, Kind.RENAME)
"""Give a neutral name. The old one is kept, so that this can be lifted."""
reset_reliability = partial(_decide, Action.RESET, Kind.RESET)
"""Stop counting turns kept or missed at tables joined so far."""
remove_bio = partial(_decide, Action.LINE, Kind.LINE)
"""Remove the bio from their page. It is kept, so that this can be lifted."""


def _own_words(player: User, kind: Kind) -> dict[str, str]:
    """Return what this decision removes: stored with it, not in the trail, which many read."""
    if kind != Kind.LINE:
        return {}
    refuse_if(not player.line, "nothing-to-hide")
    return {"line": player.line}


def _keep_names(sanction: Sanction, name: str) -> None:
    """Store the name or bio for quoting, if the decision is about it."""
    quoted: dict[str, str | None] = {}
    if sanction.kind == Kind.RENAME:
        quoted = {"name": name, "now": sanction.user.name}
    elif sanction.kind == Kind.LINE:
        quoted = {"line": sanction.before["line"]}
    elif sanction.reason == texts.Reason.NAME:
        quoted = {"name": name}
    sanction.about = (sanction.about or {}) | quoted
    sanction.save(update_fields=["about"])


@transaction.atomic
def lift(actor: User, number: int, reason: str, at: datetime) -> Sanction:
    """Undo a decision as far as possible, and notify the player.

    A decision against somebody who has left can be lifted too: it frees their address and name.
    """
    unit_of_work.lock_all(_tables(number))  # before the player, as everywhere at tables
    owner = Sanction.objects.values_list("user", flat=True).get(pk=number)
    player = User.objects.select_for_update().get(pk=owner)
    sanction = Sanction.objects.select_for_update(of=("self",)).get(pk=number)
    action = LIFT_ACTIONS[sanction.kind]
    permissions.require_on(actor, action, player)
    refuse_if(sanction.lifted_at is not None, "lifted")
    before = player_state(player)
    sanction.user, sanction.lifted_at, sanction.lifted_by = player, at, actor
    sanction.seats_due = None  # seats that were not handed on yet stay theirs
    sanction.save(update_fields=["lifted_at", "lifted_by", "seats_due"])
    sanction.ties.all().delete()
    if sanction.kind in Sanction.HIDING:
        hiding.unhide(actor, sanction, at)
    else:
        _undo_effect(sanction, player, at)
    _audit(actor, action, reason, sanction, before, at)
    emails.notify_sanctioned(sanction, at)
    return sanction


def _tables(number: int) -> set[str]:
    """Return the codes of tables that lifting it changes: of their seats, or of hidden texts."""
    sat = Sanction.objects.filter(pk=number, table__isnull=False)
    hid = Hidden.objects.filter(sanction=number)
    return {code for rows in (sat, hid) for code in rows.values_list("table__code", flat=True)}


def _audit(
    actor: User,
    action: Action,
    reason: str,
    sanction: Sanction,
    before: dict[str, Any],
    at: datetime,
    **more: Any,
) -> None:
    after = player_state(sanction.user) | {"sanction": sanction.pk} | more
    audit.write(
        actor, action, reason, at, target=sanction.user, report_number=sanction.report_id,
        table_code=_table_code(sanction),
        before=before, after=after | {"reason": sanction.reason, "words": sanction.words},
    )  # fmt: skip


def _table_code(sanction: Sanction) -> str:
    """Return the code of its table: where they sat, where it hid something, or of its report."""
    if table := sanction.table or sanction_records.hidden_at_table(sanction):
        return table.code
    return str(sanction.report.context.get("table", "")) if sanction.report else ""


def player_state(player: User) -> dict[str, Any]:
    return {
        "name": player.name,
        "suspended_until": audit.iso(player.suspended_until),
        "chat_muted_until": audit.iso(player.chat_muted_until),
        "reliability_from": audit.iso(player.reliability_from),
    }


def _take_effect(player: User, kind: str, at: datetime) -> None:
    if kind == Kind.RENAME:
        earlier_names.change_name(player, neutral_name(), EarlierName.Because.STAFF, at)
    elif kind == Kind.LINE:
        player.line = ""
        player.save(update_fields=["line"])
    elif kind == Kind.RESET:
        player.reliability_from = at
        player.save(update_fields=["reliability_from"])
    else:
        recount(player, at)


def _undo_effect(sanction: Sanction, player: User, at: datetime) -> None:
    if sanction.kind == Kind.RENAME:
        _give_name_back(player, sanction.before.get("name") or "", at)
    elif sanction.kind == Kind.LINE:
        player.line = player.line or sanction.before.get("line", "")
        player.save(update_fields=["line"])
    elif sanction.kind == Kind.RESET:
        earlier = sanction.before.get("reliability_from")
        player.reliability_from = datetime.fromisoformat(earlier) if earlier else None
        player.save(update_fields=["reliability_from"])
    elif sanction.kind == Kind.REMOVAL:
        _keep_seat_for(sanction, player)
    else:
        recount(player, at)


def _keep_seat_for(sanction: Sanction, player: User) -> None:
    """Let the player have the seat back, as if they had left, if nobody else has it."""
    number, table = sanction.before.get("seat"), sanction.table
    if number is not None and table is not None and table.status == Table.Status.RUNNING:
        table.seats.filter(number=number, user=None, former=None).update(former=player)


def recount(player: User, at: datetime) -> None:
    """Set the ends of suspension and mute: the latest of all sanctions that hold now."""
    running = [row for row in player.sanctions.all() if row.runs(at)]
    out = [row.until or FOR_GOOD for row in running if row.kind in Sanction.EXCLUDING]
    silent = [row.until or FOR_GOOD for row in running if row.kind == Kind.MUTE]
    if player.deleted_at is not None:
        bans.set_end(player, max(out, default=None))
        return
    player.suspended_until = max(out, default=None)
    player.chat_muted_until = max(silent, default=None)
    player.save(update_fields=["suspended_until", "chat_muted_until"])


def _give_name_back(player: User, name: str, at: datetime) -> None:
    taken = User.objects.named(name).exclude(pk=player.pk).exists()
    refuse_if(not name or taken or earlier_names.was_used_by_other(name, player), "name-taken")
    player.earlier_names.filter(key=names.key(name)).delete()  # it was wrongly taken from them
    earlier_names.change_name(player, name, EarlierName.Because.BACK, at)


def neutral_name() -> str:
    """Return a name that says nothing about anybody, and that nobody has."""
    while True:
        name = f"Digger-{secrets.randbelow(900_000) + 100_000}"
        free = not User.objects.filter(name_key=names.key(name)).exists()
        if free and not earlier_names.was_used_by_other(name):
            return name
