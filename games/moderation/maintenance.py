"""Operators stop all clocks of the site for maintenance, and let them run again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.moderation import audit, roles
from games.moderation.actions import Action
from games.tables import services


@transaction.atomic
def start(actor: User, until: datetime | None, message: str, reason: str, at: datetime) -> None:
    """No deadline passes from now on, and every page says so. Again: the new words hold."""
    roles.require(actor, Action.STOP_CLOCKS)
    clock = services.stop_clocks(at, until, message)
    after = {"since": _iso(clock.stopped_at), "until": _iso(until), "message": message}
    audit.write(actor, Action.STOP_CLOCKS, reason, at, after=after)


@transaction.atomic
def end(actor: User, reason: str, at: datetime) -> None:
    """Every deadline moves by as long as clocks stood still. Where none stood still: nothing."""
    roles.require(actor, Action.START_CLOCKS)
    moved = services.let_clocks_run(at)
    if moved is not None:
        after = {"seconds": int(moved.total_seconds())}
        audit.write(actor, Action.START_CLOCKS, reason, at, after=after)


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat(timespec="seconds") if moment else None
