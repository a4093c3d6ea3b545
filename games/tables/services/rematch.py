"""The same table again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import User
from games.mine.minds import EASY
from games.tables import dwarfs, throttle
from games.tables.models import Invitation, Table
from games.tables.news import Invited
from games.tables.services.lobby import KEPT, Plan, join, open_table
from games.tables.services.refusals import require
from games.tables.services.unit_of_work import row_for_update, work_on
from games.tables.store import LoadedTable


def rematch(user: User, code: str, at: datetime) -> Table:
    """The same table again: the first to ask opens it, the others sit down at it."""
    with row_for_update(code, at) as work:
        old = work.table
        work.seat_of(user)
        played = old.status in Table.OVER and old.status != Table.Status.EXPIRED
        require(played, "not-over")
        if old.rematch is None or old.rematch.status in Table.CAME_TO_NOTHING:
            old.rematch = _open_again(old, user, at)
            work.changed("rematch")
        new = old.rematch
    return join(user, new.code, at)


def _bots(old: Table) -> dict[str, Any]:
    """The same dwarfs, each as strong as they were."""
    seats = old.seats.exclude(bot="").order_by("number")
    found = [(seat.bot, dwarfs.dwarf_of(seat).key) for seat in seats]
    strengths, keys = zip(*found, strict=True) if found else ((EASY,), ())
    return {"bots": len(found), "strengths": strengths, "dwarfs": keys}


def _open_again(old: Table, user: User, at: datetime) -> Table:
    require(throttle.may_open(user, at), "too-many-tables")
    kept = {name: getattr(old, name) for name in KEPT}
    plan = Plan(old.kind, old.size, old.title, old.options, **_bots(old), **kept)
    new = open_table(user, plan, f"rematch-{old.pk}-{old.rematch_id or 0}", at)
    others = old.seats.filter(user__isnull=False).exclude(user=user).select_related("user")
    guests = tuple(seat.user for seat in others if seat.user is not None)
    for guest in guests:
        Invitation.objects.get_or_create(table=new, user=guest, defaults={"at": at})
    with work_on(LoadedTable(new, []), at) as work:
        work.tell(Invited(guests, user))
    return new
