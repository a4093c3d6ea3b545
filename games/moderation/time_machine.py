"""The time machine: a table as a seat knew it after some entry, and as it really was.

The only place outside of a player's own pages where a secret of a running round is shown. It needs
a privilege of its own and a reason; each look is an entry of the audit trail, and is counted; and
nobody looks into a table at which he plays or has played before it is over. It reads, and changes
nothing. Private notes of players are not in it: they are no part of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.moderation import audit, roles, table_acts
from games.moderation.models import AuditEntry
from games.moderation.roles import NotAllowed
from games.tables import replay, store
from games.tables.models import Table
from games.tables.store import LoadedTable

EVERYTHING = -1
"""Instead of a seat: as it really was."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after so many entries, with its secrets."""

    loaded: LoadedTable
    number: int
    seat: int | None
    """Whose eyes; None: as it really was."""
    state: Any
    view: Any
    """What that seat knew; a spectator's, where all is shown."""
    looks: int
    """How often this moderator has opened secrets, this time included."""


def looks(actor: User) -> int:
    return AuditEntry.objects.filter(actor=actor, action="secrets").count()


@transaction.atomic
def open_secrets(
    actor: User, code: str, seat: int, number: int, reason: str, at: datetime
) -> Moment:
    """Look, for a reason, which is written down before anything is shown."""
    roles.require(actor, "secrets")
    table = Table.objects.get(code=code)
    table_acts.refuse_own(actor, table)
    if not table.round_number:
        raise NotAllowed("not-dealt")
    loaded = store.current(table.pk)
    if not EVERYTHING <= seat < len(loaded.seats):
        raise NotAllowed("no-seat")
    if not 1 <= number <= loaded.table.length:
        raise NotAllowed("no-entry")
    nth = looks(actor) + 1
    eyes = "everything" if seat == EVERYTHING else seat
    after = {"seat": eyes, "entry": number, "look": nth}
    audit.write(actor, "secrets", reason, at, table_code=code, after=after)
    return _moment(loaded, None if seat == EVERYTHING else seat, number, nth)


def _moment(loaded: LoadedTable, seat: int | None, number: int, nth: int) -> Moment:
    """By replay; an unsound log is shown as far as it can be played."""
    found, _ = replay.course(loaded, number)
    state = found.states[-1]
    return Moment(loaded, len(found.states) - 1, seat, state, loaded.rules.view(state, seat), nth)
