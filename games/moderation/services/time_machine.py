"""The time machine: a table as a seat knew it after some entry of the log, or as it really was.

Apart from players' own pages, only this shows secrets of a running round. It needs a permission of
its own and a reason. Each look is written to the audit trail and counted. Nobody can look into a
table at which they play or played, until it is over; and who has looked can neither play nor talk
there until then (looks.py). The time machine changes nothing, and it does not show players' private
notes: they are no part of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.moderation import audit, roles, table_acts
from games.moderation.actions import Action
from games.moderation.models import AuditEntry
from games.moderation.roles import NotAllowed
from games.tables import replay, store
from games.tables.services.unit_of_work import lock
from games.tables.store import LoadedTable

EVERYTHING = -1
"""Instead of a seat: the table as it really was."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after some entry of its log, with its secrets."""

    loaded: LoadedTable
    number: int
    seat: int | None
    """Who looks; None shows the table as it really was."""
    state: Any
    view: Any
    """What that seat knew; without a seat, all there was to know."""
    looks: int
    """How often this moderator has opened secrets, including now."""


def looks(actor: User) -> int:
    return AuditEntry.objects.filter(actor=actor, action=Action.SECRETS).count()


@transaction.atomic
def open_secrets(
    actor: User, code: str, seat: int, number: int, reason: str, at: datetime
) -> Moment:
    """Look for a reason. It is written down before anything is shown."""
    roles.require(actor, Action.SECRETS)
    table = lock(code)  # nobody sits down while somebody looks
    table_acts.refuse_own(actor, table)
    if not table.round_number:
        raise NotAllowed("not-dealt")
    loaded = store.load(table)
    if not EVERYTHING <= seat < len(loaded.seats):
        raise NotAllowed("no-seat")
    if not 1 <= number <= loaded.table.length:
        raise NotAllowed("no-entry")
    nth = looks(actor) + 1
    eyes = "everything" if seat == EVERYTHING else seat
    after = {"seat": eyes, "entry": number, "look": nth}
    audit.write(actor, Action.SECRETS, reason, at, table_code=code, after=after)
    return _moment(loaded, None if seat == EVERYTHING else seat, number, nth)


def _moment(loaded: LoadedTable, seat: int | None, number: int, nth: int) -> Moment:
    """Made by replaying the log, as far as it can be replayed."""
    found, _ = replay.course(loaded, number)
    state, rules = found.states[-1], loaded.rules
    view = rules.uncovered(state) if seat is None else rules.view(state, seat)
    return Moment(loaded, len(found.states) - 1, seat, state, view, nth)
