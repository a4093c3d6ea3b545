"""Tables for tests, played through the real services."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from accounts.models import User
from config.clock import now
from games import services, store
from games.engine import Lots, Value
from games.models import Game
from games.services.lobby import Plan
from games.store import Table
from tests.factories import UserFactory

LOTS = Lots(b"tests", "moves")


def token() -> str:
    return secrets.token_hex(8)


def new_table(
    players: int = 3, bots: int = 0, options: Mapping[str, Value] | None = None, **plan: Any
) -> Table:
    """A running classic table of so many people and bots."""
    users = UserFactory.create_batch(players)
    wanted = Plan("classic", players + bots, "Rainy Tuesday", options or {}, bots, **plan)
    game = services.open_table(users[0], wanted, token(), now())
    for user in users[1:]:
        services.join(user, game.code, now())
    return load(game)


def load(game: Game) -> Table:
    return store.load(Game.objects.get(pk=game.pk))


def on_turn(table: Table) -> User:
    (number,) = table.rules.waiting_for(table.state)
    user = table.seats[number].user
    assert user is not None
    return user


def any_move(table: Table) -> str:
    """Some legal move of whoever is on turn, in notation."""
    (number,) = table.rules.waiting_for(table.state)
    return table.rules.print_move(LOTS.choose(table.rules.legal_moves(table.state, number)))


def play(table: Table, text: str | None = None) -> Table:
    """Play a move as its player would, and load the table anew."""
    services.play_move(
        on_turn(table), table.game.code, text or any_move(table), table.game.version, token(), now()
    )
    return load(table.game)


def play_on(table: Table, moves: int) -> Table:
    """So many moves, or until the game is over."""
    for _ in range(moves):
        if table.game.status != Game.Status.RUNNING:
            break
        table = play(table)
    return table
