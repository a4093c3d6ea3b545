"""Somebody is taken from a table: the decision that they read (sanctions.py takes it back)."""

from __future__ import annotations

from accounts.models import User
from games.moderation.grounds import Grounds, write_down
from games.moderation.models import Sanction
from games.tables.models import Seat
from games.tables.services.work import TableWork


def write(work: TableWork, seat: Seat, player: User, grounds: Grounds, by: User) -> Sanction:
    """Why they no longer sit there. It binds nobody further, and they may appeal."""
    return write_down(
        by, player, Sanction.Kind.REMOVAL, grounds, work.at,
        before={"seat": seat.number}, table=work.table,
    )  # fmt: skip


def of(user: User, code: str) -> Sanction | None:
    """The decision that keeps this player from that table."""
    rows = Sanction.objects.filter(user=user, kind=Sanction.Kind.REMOVAL, lifted_at=None)
    return rows.filter(table__code=code).select_related("user").order_by("-at").first()
