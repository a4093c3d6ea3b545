"""Requests that tests make at a table, as a browser would."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any, TypeAlias

from django.test import Client
from django.urls import reverse

from config.clock import now
from games.engine import Rng
from games.tables import services, store
from games.tables.models import Table

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

Answer: TypeAlias = "_MonkeyPatchedWSGIResponse"
"""What a test client returns."""
HTMX = {"HX-Request": "true"}


def address(table: Table, name: str = "table") -> str:
    return reverse(name, args=[table.code])


def get(client: Client, table: Table, name: str = "table", **query: str) -> Answer:
    return client.get(address(table, name), query)


def post(client: Client, table: Table, name: str, headers: Any = None, **data: str) -> Answer:
    return client.post(address(table, name), data, headers=headers or {})


def play(client: Client, table: Table, text: str, **more: Any) -> Answer:
    table.refresh_from_db()
    form = {"move": text, "version": str(table.version), "token": secrets.token_hex(8)} | more
    return post(client, table, "table-move", **form)


def words(response: Answer) -> str:
    return response.content.decode()


def moves_offered(response: Answer) -> set[str]:
    return set(re.findall(r'name="move"\s+value="([^"]+)"', words(response)))


def key_of(page: Answer) -> str:
    found = re.search(r'data-key="([^"]+)"', words(page))
    assert found
    return found[1]


def random_moves(table: Table, count: int) -> None:
    """Let bots choose moves for the people, played through the services."""
    for number in range(count):
        loaded = store.load(Table.objects.get(pk=table.pk))
        seat = loaded.rules.waiting_for(loaded.state)[0]
        rng = Rng(str(number).encode(), "test")
        move = loaded.kind.quick_move(loaded.rules.view(loaded.state, seat), rng)
        user = loaded.seats[seat].user
        assert user is not None
        text = move.written()
        services.play_move(
            user, table.code, text, loaded.table.version, secrets.token_hex(8), now()
        )
    table.refresh_from_db()
