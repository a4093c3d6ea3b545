"""What a table is called outside of its own pages."""

from __future__ import annotations

from games.kinds import KINDS
from games.tables import links
from games.tables.models import Table


def mailed_title(table: Table) -> str:
    """A table's title in mail: an old one with a link in it gives way to the name of its game."""
    return str(KINDS[table.kind].title) if links.found(table.title) else table.title
