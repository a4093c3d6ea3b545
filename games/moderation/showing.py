"""Giving hidden words back, when the decision that hid them is lifted."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.moderation import hidden, table_acts
from games.moderation.models import Hidden, Sanction
from games.moderation.roles import NotAllowed
from games.tables.models import Message
from games.tables.services import hiding
from games.tables.services.unit_of_work import row_for_update
from games.tables.services.work import RowWork


def again(actor: User, sanction: Sanction, at: datetime) -> None:
    """Everything that this decision hid is shown again, at each of its tables."""
    by_table: dict[str, list[Hidden]] = {}
    for row in hidden.rows(sanction).order_by("table", "pk"):
        by_table.setdefault(row.table.code, []).append(row)
    for code, found in by_table.items():
        with row_for_update(code, at) as work:
            table_acts.refuse_own(actor, work.table)
            said = Message.objects.filter(pk__in=[row.message_id for row in found])
            if messages := list(said):
                hiding.show_again(work, messages)
            else:
                _give_title_back(work, found[-1].title)


def _give_title_back(work: RowWork, title: str) -> None:
    if not title:  # they have left the site, and their words with them
        raise NotAllowed("gone")
    hiding.retitle(work, title)
