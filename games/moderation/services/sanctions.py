"""Sanctions: decide about players, and lift decisions.

With a suspension or a ban a moderator chooses what happens to the player's seats. Either they are
handed on at once, so that nobody waits (`seat_reassignment.py`); or the clocks run, and each table
treats the player as absent once time is up: a suspension lifted in time then costs nothing.
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
    """They can play, but write in no chat."""
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
    """They cannot play until then. Their clocks run, or their seats are handed on at once."""
    end = _require_near(until, at)
    return _decide(Action.SUSPEND, Kind.SUSPENSION, actor, user, grounds, at, end, hand_on)


def ban(
    actor: User, user: User, grounds: Grounds, at: datetime, *, hand_on: bool = True
) -> Sanction:
    """A suspension without an end. They can still download their data and delete their account."""
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
    """Lock the player, ask permission, do it, write it down, tell the player."""
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
"""To a neutral name. The old one is kept, so that this can be lifted."""
reset_reliability = partial(_decide, Action.RESET, Kind.RESET)
"""Turns kept or missed at tables joined so far no longer count."""
remove_bio = partial(_decide, Action.LINE, Kind.LINE)
"""What they say of themselves goes from their page. It is kept, so that this can be lifted."""


def _own_words(player: User, kind: Kind) -> dict[str, str]:
    """What this decision takes away: kept with it, and not in the trail, which many read."""
    if kind != Kind.LINE:
        return {}
    refuse_if(not player.line, "nothing-to-hide")
    return {"line": player.line}


def _keep_names(sanction: Sanction, name: str) -> None:
    """A name, or a line, is quoted where it is what the decision is about."""
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
    """Undo it as far as possible, and tell the player.

    What keeps somebody out who has left can be lifted too: their address and name are free then.
    """
    unit_of_work.lock_all(_tables(number))  # before the player, as everybody at tables does
    owner = Sanction.objects.values_list("user", flat=True).get(pk=number)
    player = User.objects.select_for_update().get(pk=owner)
    sanction = Sanction.objects.select_for_update(of=("self",)).get(pk=number)
    action = LIFT_ACTIONS[sanction.kind]
    permissions.require_on(actor, action, player)
    refuse_if(sanction.lifted_at is not None, "lifted")
    before = player_state(player)
    sanction.user, sanction.lifted_at, sanction.lifted_by = player, at, actor
    sanction.seats_due = None  # what was not handed on yet stays theirs
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
    """The codes of the tables that lifting it changes: where they sat, or where it hid words."""
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
    """The table it is about: where they sat, of what it hid, or of the report it came from."""
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
    """They may have the seat back, as if they had left it themselves, if nobody else has it."""
    number, table = sanction.before.get("seat"), sanction.table
    if number is not None and table is not None and table.status == Table.Status.RUNNING:
        table.seats.filter(number=number, user=None, former=None).update(former=player)


def recount(player: User, at: datetime) -> None:
    """How long they are suspended and muted: the longest of all sanctions that hold now."""
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
    player.earlier_names.filter(key=names.key(name)).delete()  # it was taken from them wrongly
    earlier_names.change_name(player, name, EarlierName.Because.BACK, at)


def neutral_name() -> str:
    """A name that says nothing about anybody, and that nobody has."""
    while True:
        name = f"Digger-{secrets.randbelow(900_000) + 100_000}"
        free = not User.objects.filter(name_key=names.key(name)).exists()
        if free and not earlier_names.was_used_by_other(name):
            return name
