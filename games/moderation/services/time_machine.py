"""The time machine: a table as a seat knew it after some entry of the log, or as it really was.

Apart from players' own pages, only this shows secrets of a running round. It needs a permission of
its own and a reason. Each use is recorded in the audit trail and counted. Nobody can open a table
where they play or played until it is over; and staff who have opened one can neither play nor
chat there until then (`has_opened_secrets`). The time machine changes nothing, and it does not show
players' private notes, which are not part of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.moderation import permissions
from games.moderation.models import AuditEntry
from games.moderation.permissions import Action, refuse_if
from games.moderation.services import audit, table_actions
from games.replays import log_check
from games.tables import store
from games.tables.models import Table
from games.tables.services.unit_of_work import lock
from games.tables.store import LoadedTable

EVERYTHING = -1
"""A value instead of a seat: the table as it really was."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after some entry of its log, with its secrets."""

    loaded: LoadedTable
    number: int
    seat: int | None
    """The seat whose knowledge is shown; None shows the table as it really was."""
    state: Any
    view: Any
    """The view of that seat; without a seat, everything."""
    looks: int
    """The number of times this moderator has opened secrets, including now."""


def count_looks(actor: User) -> int:
    return AuditEntry.objects.filter(actor=actor, action=Action.SECRETS).count()


@transaction.atomic
def open_secrets(
    actor: User, code: str, seat: int, number: int, reason: str, at: datetime
) -> Moment:
    """Show the secrets for a reason, which is recorded first."""
    permissions.require(actor, Action.SECRETS)
    table = lock(code)  # nobody can sit down meanwhile
    table_actions.refuse_own_table(actor, table)
    refuse_if(not table.round_number, "not-dealt")
    loaded = store.load(table)
    refuse_if(not EVERYTHING <= seat < len(loaded.seats), "no-seat")
    refuse_if(not 1 <= number <= loaded.table.length, "no-entry")
    nth = count_looks(actor) + 1
    eyes = "everything" if seat == EVERYTHING else seat
    after = {"seat": eyes, "entry": number, "look": nth}
    audit.write(actor, Action.SECRETS, reason, at, table_code=code, after=after)
    return _moment(loaded, None if seat == EVERYTHING else seat, number, nth)


def _moment(loaded: LoadedTable, seat: int | None, number: int, nth: int) -> Moment:
    """Replay the log, as far as it can be replayed."""
    found, _ = log_check.replay_log(loaded, number)
    state, rules = found.states[-1], loaded.rules
    view = rules.uncovered(state) if seat is None else rules.view(state, seat)
    return Moment(loaded, len(found.states) - 1, seat, state, view, nth)


# Staff who have opened the secrets of a table, found in the audit trail.
#
# Until that table is over they may not sit or talk there (games/tables/access.py),
# just as players of a table may not open its secrets. Both are checked under the table's lock, so
# two tabs cannot do both. An index finds the entries by table, and none is cleaned up while its
# table is being played (personal_data.py).


def has_opened_secrets(user: User, table: Table) -> bool:
    """Return whether they opened secrets of this table while it is played."""
    looks = AuditEntry.objects.filter(table_code=table.code, action=Action.SECRETS, actor=user)
    return table.status in Table.OPEN and looks.exists()


def looks_at_open_tables() -> Q:
    """Match the audit entries that keep their actor from sitting down somewhere."""
    played = Table.objects.open().filter(code=OuterRef("table_code"))
    return Q(Exists(played), action=Action.SECRETS)
