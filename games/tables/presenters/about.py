"""What a page says about a table besides its game: its options, its clock, its deals.

A move changes none of it, so answers to moves leave it out. When a round has ended, its deal is
revealed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from accounts.dates import patterns
from games.replays import picture_files
from games.tables import time_controls
from games.tables.models import Round, Table
from games.tables.presenters import results
from games.tables.store import LoadedTable


@dataclass(frozen=True, slots=True)
class Deal:
    """The commitment to a deal; once the round is over, what it was a commitment to."""

    name: str
    commitment: str
    seed: str = ""
    salt: str = ""
    goals: tuple[results.ShownGoal, ...] = ()
    """What its goals were, where they come from this seed."""


def about(loaded: LoadedTable) -> dict[str, Any]:
    """How this table is played, and whether its deals were fair."""
    table, kind = loaded.table, loaded.kind
    return {
        "kind_words": str(kind.title),
        "chapter": kind.slug,
        "settings": [*kind.options.edition(table.options), *kind.options.settings(table.options)],
        "clock": time_controls.time_control(table),
        "deals": _deals(loaded),
        "patterns": patterns(),
        "picture": picture_files.address_to_show(table),
    }


def _deals(loaded: LoadedTable) -> list[Deal]:
    """One for each round dealt so far, and one for what outlasts a round."""
    table = loaded.table
    found = [_deal(loaded, row) for row in loaded.rounds if row.number <= table.round_number]
    over = table.status == Table.Status.FINISHED
    whole = (table.seed, table.salt) if over else ()
    return [*found, Deal(gettext("Whole game"), table.commitment, *whole)]


def _deal(loaded: LoadedTable, row: Round) -> Deal:
    name = gettext("Round %(number)d") % {"number": row.number}
    if row.ended_at is None:
        return Deal(name, row.commitment)
    return Deal(name, row.commitment, row.seed, row.salt, results.goals_of(loaded, row))
