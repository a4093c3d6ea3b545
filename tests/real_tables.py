"""Real tables for tests: made through the services, in the lobby or running; a client signed in."""

from __future__ import annotations

import secrets
from typing import Any

from django.test import Client

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.services.lobby import TablePlan
from tests.factories import UserFactory


def lobby(owner: User | None = None, size: int = 3, **plan: Any) -> Table:
    """Make a table that waits for players."""
    title, kind = plan.pop("title", "Rainy Tuesday"), plan.pop("kind", "classic")
    wanted = TablePlan(kind, size, title, **plan)
    return services.open_table(owner or UserFactory.create(), wanted, secrets.token_hex(8), now())


def running(*players: User, **plan: Any) -> Table:
    """Make a table dealt to these players, who have all turned over their cards."""
    table = lobby(players[0], len(players) + plan.get("bots", 0), **plan)
    for player in players[1:]:
        services.join(player, table.code, now())
    have_seen(table)
    return table


def have_seen(table: Table) -> None:
    """Mark the end of the last round and this deal as seen by everybody."""
    table.refresh_from_db()
    number = table.round_number
    ended = number if table.status == Table.Status.FINISHED else number - 1
    table.seats.update(role_seen=number, scene_seen=max(0, ended))


def give_turn(table: Table, user: User, **seat: Any) -> None:
    """Make it only this player's turn, with this deadline if given."""
    table.seats.update(on_turn=False, due_at=None)
    seat.setdefault("due_at", now())
    Seat.objects.filter(table=table, user=user).update(on_turn=True, **seat)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
