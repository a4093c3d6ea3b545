"""What a page says to somebody who must keep away from a table (games/tables/barriers.py)."""

from __future__ import annotations

from accounts.models import User
from games.tables import barriers
from games.tables.access import Reader
from games.tables.models import Table
from games.tables.words.refusals import reason


def keep_away(reader: Reader, table: Table) -> str:
    """Why they can neither sit nor talk here, in words; for most people nothing.

    Only for staff a page asks, so that it costs others no query. The services ask for everybody.
    """
    if not isinstance(reader, User) or not reader.is_staff:
        return ""
    return reason("has-looked") if barriers.barred(reader, table) else ""
