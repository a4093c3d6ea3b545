"""What tests do at a table over HTTP, as a browser would."""

from __future__ import annotations

import re
import secrets
from typing import Any

from django.test import Client
from django.urls import reverse

from config.clock import now
from games import services, store
from games.engine import Lots
from games.models import Game

Answer = Any
"""What a test client returns."""
HTMX = {"HX-Request": "true"}


def address(game: Game, name: str = "table") -> str:
    return reverse(name, args=[game.code])


def get(client: Client, game: Game, name: str = "table", **query: str) -> Answer:
    return client.get(address(game, name), query)


def post(client: Client, game: Game, name: str, headers: Any = None, **data: str) -> Answer:
    return client.post(address(game, name), data, headers=headers or {})


def play(client: Client, game: Game, text: str, **more: Any) -> Answer:
    game.refresh_from_db()
    form = {"move": text, "version": str(game.version), "token": secrets.token_hex(8)} | more
    return post(client, game, "table-move", **form)


def words(response: Answer) -> str:
    return response.content.decode()


def moves_offered(response: Answer) -> set[str]:
    return set(re.findall(r'name="move"\s+value="([^"]+)"', words(response)))


def key_of(page: Answer) -> str:
    found = re.search(r'data-key="([^"]+)"', words(page))
    assert found
    return found[1]


def random_moves(game: Game, count: int) -> None:
    """Let bots' brains play for the people, through the services."""
    for number in range(count):
        table = store.load(Game.objects.get(pk=game.pk))
        seat = table.rules.waiting_for(table.state)[0]
        lots = Lots(str(number).encode(), "test")
        move = table.rules.choose(table.rules.view(table.state, seat), lots)
        user = table.seats[seat].user
        assert user is not None
        text = table.rules.print_move(move)
        services.play_move(user, game.code, text, table.game.version, secrets.token_hex(8), now())
    game.refresh_from_db()
