"""Somebody is taken from a table: the decision that they read (sanctions.py takes it back)."""

from __future__ import annotations

from accounts.models import User
from games.moderation import audit, facts, words
from games.moderation.models import Sanction
from games.moderation.roles import NotAllowed
from games.moderation.sanctions import Grounds
from games.tables.models import Seat
from games.tables.services.work import TableWork


def write(work: TableWork, seat: Seat, player: User, grounds: Grounds, by: User) -> Sanction:
    """Why they no longer sit there. It binds nobody further, and they may appeal."""
    if grounds.code not in words.BREACHES:
        raise NotAllowed("unknown")
    if len(grounds.words) > audit.LONGEST_REASON:
        raise NotAllowed("too-long")
    return Sanction.objects.create(
        user=player,
        kind=Sanction.Kind.REMOVAL,
        reason=grounds.code,
        words=grounds.words.strip(),
        by=by,
        report=grounds.report,
        table=work.table,
        about=facts.subject(player, grounds.report, grounds.message, work.table),
        before={"seat": seat.number},
        at=work.at,
        token=grounds.token,
    )


def of(user: User, code: str) -> Sanction | None:
    """The decision that keeps this player from that table."""
    rows = Sanction.objects.filter(user=user, kind=Sanction.Kind.REMOVAL, lifted_at=None)
    return rows.filter(table__code=code).select_related("user").order_by("-at").first()
