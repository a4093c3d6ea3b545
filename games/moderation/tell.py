"""Telling players what moderators decided: a notice by mail, which cannot be switched off.

Never by push or webhook, because friends may read those. What such a notice says: letters.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.moderation.models import AuditEntry, Report, Sanction
from games.notices import causes, preferences, writing
from games.notices.causes import Cause
from games.notices.models import Notice
from games.tables.models import Seat
from games.tables.store import LoadedTable

KIND = "moderation"


def sanctioned(sanction: Sanction, at: datetime) -> None:
    """What was decided about you, why, and how to appeal."""
    _tell(sanction.user, sanction.kind, causes.sanction(sanction.pk), at)


def lifted(sanction: Sanction, at: datetime) -> None:
    _tell(sanction.user, "lifted", causes.lifted_sanction(sanction.pk), at)


def answered(report: Report, at: datetime) -> None:
    """What became of your report, or of your appeal."""
    if report.reporter is not None:
        what = "appeal" if report.kind == Report.Kind.APPEAL else "answer"
        _tell(report.reporter, what, causes.report(report.pk), at)


def roles_changed(user: User, entry: AuditEntry, at: datetime) -> None:
    """Which roles you have now, what they allow, and whom to ask."""
    _tell(user, "roles", causes.roles(entry.pk), at)


def _tell(user: User, what: str, cause: Cause, at: datetime) -> None:
    found = writing.notices(user, KIND, cause, at, what=what)
    writing.keep([row for row in found if row.channel == preferences.MAIL])


# --- what was done at a table ---------------------------------------------------------------------


def table(
    found: LoadedTable, what: str, at: datetime, seat: Seat | None = None, reason: str = ""
) -> None:
    """Tell all who sit there: what is done within ten minutes is one mail (notices/writing.py)."""
    users = [other.user for other in found.seats if other.user is not None]
    _keep(found, [_at_table(found, user, what, at, seat, reason) for user in users], at)


def removed(found: LoadedTable, seat: Seat, player: User, at: datetime) -> None:
    """Tell the player who no longer sits there."""
    _keep(found, [_at_table(found, player, "lost", at, seat, "")], at)


def _keep(found: LoadedTable, rows: Sequence[Sequence[Notice]], at: datetime) -> None:
    written = [row for some in rows for row in some]
    writing.keep(writing.wait_together(written, found.table, at))


def _at_table(
    found: LoadedTable, user: User, what: str, at: datetime, seat: Seat | None, reason: str
) -> list[Notice]:
    cause = causes.change(what, found.table.length)
    number = None if seat is None else seat.number
    rows = writing.notices(
        user, KIND, cause, at, table=found.table, seat=number, what=what, reason=reason
    )
    return [row for row in rows if row.channel == preferences.MAIL]
