"""Users who may not sit or talk at a table: staff who have seen its secrets, and guests.

Higher apps fill `RESTRICTIONS`, so that a table needn't know about moderation. Ask under the
table's lock, or somebody could sit down and look at the same moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from accounts.models import User
from config.extensions import ExtensionPoint
from games.tables.models import Seat, Table
from games.tables.refusals import require

RESTRICTIONS: ExtensionPoint[Callable[[User, Table], bool]] = ExtensionPoint()
"""Whether somebody may neither sit nor talk at a table while it is played."""


def is_barred(user: User, table: Table) -> bool:
    return any(applies(user, table) for applies in RESTRICTIONS)


# --- guests ---------------------------------------------------------------------------------------
#
# They may play with bots, and with friends who sent them a link: nothing a spammer could use
# (decision 113).

MAX_GUEST_TABLES: Final = 3
"""At the same time."""


def require_guest_may_open(user: User, table: Table, bots: int) -> None:
    """Refuse unless bots fill the table and nobody can watch it."""
    if user.is_guest:
        require(bots + 1 >= table.size and not table.public, "guest-opens")
        _require_room(user, table)


def require_guest_may_join(user: User, table: Table) -> None:
    """Refuse at public tables: a guest joins by a friend's link."""
    if user.is_guest:
        require(not table.public, "guest-joins")
        _require_room(user, table)


def is_silent_guest(user: User, seats: Iterable[Seat]) -> bool:
    """Check whether a guest may not write here, since other people would read it."""
    seated = {seat.user_id for seat in seats} - {None}
    return user.is_guest and seated != {user.pk}


def _require_room(user: User, table: Table) -> None:
    """Refuse beyond the limit of tables; the lock makes two requests at once count in turn."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    others = Seat.objects.at_open_tables().filter(user=user).exclude(table=table)
    require(others.count() < MAX_GUEST_TABLES, "guest-tables")
