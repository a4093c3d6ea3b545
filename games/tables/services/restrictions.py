"""Who must keep away from a table, though nothing at the table itself says so.

Moderation knows why: a member of staff has opened the secrets of this table. Ask under the table's
lock, so that nobody can sit down and look at the same moment.
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


# What a guest may do at tables: play with bots, and with friends who sent them a link; and nothing
# that a spammer could use (decision 113). Of everybody else nothing is asked.

MAX_GUEST_TABLES: Final = 3
"""So many at a time."""


def require_guest_may_open(user: User, table: Table, bots: int) -> None:
    """A table of their own has no seat for others, and nobody watches it."""
    if user.is_guest:
        require(bots + 1 >= table.size and not table.public, "guest-opens")
        _require_room(user, table)


def require_guest_may_join(user: User, table: Table) -> None:
    """Where a friend has sent them the link: at no table that is open to all."""
    if user.is_guest:
        require(not table.public, "guest-joins")
        _require_room(user, table)


def is_silent_guest(user: User, seats: Iterable[Seat]) -> bool:
    """Must they keep from writing, for other people would read it?"""
    seated = {seat.user_id for seat in seats} - {None}
    return user.is_guest and seated != {user.pk}


def _require_room(user: User, table: Table) -> None:
    """Beside this table; two requests at once are counted one after the other."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    others = Seat.objects.filter(user=user, table__status__in=Table.OPEN).exclude(table=table)
    require(others.count() < MAX_GUEST_TABLES, "guest-tables")
