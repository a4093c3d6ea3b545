"""Tables whose turns have several steps, and their clocks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from config.clock import now
from games.notices.models import Notice
from games.tables import services
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.positions import put
from tests.real_tables import running
from tests.tables.play import load, token

HOUR = timedelta(hours=1)
CLOCK = ("turn", "turn_began_at", "due_at", "remind_at", "bank", "in_time", "missed", "absences")

MINES: dict[str, Any] = {
    "cards": ["2,2 ew", "8,4 ew"],
    "mines": ["9,0 gems", "9,2 gold", "9,4 silver", "9,6 dragon"],
    "clans": {"p1": "blue loyal", "p2": "yellow loyal", "p3": "blue selfish"},
    "dwarfs": {"p1": "8,4"},
    "treasures_left": ["gems 5", "gold 3", "silver 2", "silver 3"],
    "hands": {"p1": ["es", "sw", "ew", "nesw"], "p2": ["ns", "ew"], "p3": ["ew", "ns"]},
    "stock": ["nes", "nes", "new", "new", "nesw", "nesw"],
}
"""The first can walk into a mine in either direction; the second cannot move."""


def lost_mines(bots: int = 0, position: dict[str, Any] | None = None, **plan: Any) -> LoadedTable:
    users = UserFactory.create_batch(3 - bots)
    table = running(*users, kind="lost_mines", bots=bots, **plan)
    put(table, **{**MINES, **(position or {})})
    Notice.objects.filter(table=table).delete()
    return load(table)


def step(
    loaded: LoadedTable, number: int, text: str, at: datetime | None = None, **form: Any
) -> LoadedTable:
    """Play a move of this seat, as its player would."""
    user = loaded.seats[number].user
    assert user is not None
    form = {"version": loaded.table.version, "token": token(), **form}
    services.play_move(user, loaded.table.code, text, at=at or now(), **form)
    return load(loaded.table)


def clock(loaded: LoadedTable, number: int) -> dict[str, Any]:
    return {name: getattr(loaded.seats[number], name) for name in CLOCK}


def turn_notices(loaded: LoadedTable) -> list[User]:
    found = Notice.objects.filter(table=loaded.table, kind="turn", channel="mail").order_by("pk")
    return [notice.recipient for notice in found]
