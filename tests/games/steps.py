"""Tables whose turns have several steps, and what their clocks say."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from config.clock import now
from games import services
from games.models import Notice
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import load, token
from tests.positions import put
from tests.tables import running

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
"""The first can walk into a mine that lies either way; the second has nowhere to go."""


def lost_mines(bots: int = 0, position: dict[str, Any] | None = None, **plan: Any) -> Table:
    users = UserFactory.create_batch(3 - bots)
    game = running(*users, kind="lost_mines", bots=bots, **plan)
    put(game, **{**MINES, **(position or {})})
    Notice.objects.filter(game=game).delete()
    return load(game)


def step(table: Table, number: int, text: str, at: datetime | None = None, **form: Any) -> Table:
    """A move of this seat, as its player would make it."""
    user = table.seats[number].user
    assert user is not None
    form = {"version": table.game.version, "token": token(), **form}
    services.play_move(user, table.game.code, text, at=at or now(), **form)
    return load(table.game)


def clock(table: Table, number: int) -> dict[str, Any]:
    return {name: getattr(table.seats[number], name) for name in CLOCK}


def turn_notices(table: Table) -> list[User]:
    found = Notice.objects.filter(game=table.game, kind="turn", channel="mail").order_by("pk")
    return [notice.recipient for notice in found]
