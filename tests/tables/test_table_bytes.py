"""The bytes that a new browser is sent for a table, compressed with gzip."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.tables.models import Table
from tests.at_table import address
from tests.factories import UserFactory
from tests.positions import in_the_woods, last_duel, last_solo
from tests.real_tables import running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.static_files]

OWN = 14_000
"""Our CSS and JavaScript together."""
COLD = 90_000
"""Everything: the page, its style sheets, scripts, drawings, icon and manifest, and htmx."""
ADDRESS = re.compile(r"/(?:static|dwarfs)/[^\"'#?)<&\s]+")
LATER = (
    "js/fair_deals.", "js/card_help.", "css/card_help.", "js/others.", "css/table_later.",
    "js/film.", "css/film.", "js/hands.", "js/app.", "img/app/",
)  # fmt: skip
"""Named by the page, but loaded only when a deal can be checked, after the table has appeared, or
when it is put on the home screen."""


def players(count: int) -> list[User]:
    return [UserFactory.create() for _ in range(count)]


TABLES: dict[str, Callable[[], Table]] = {
    "classic": lambda: running(*players(10)),
    "duel": lambda: last_duel(*players(2)),
    "solo": lambda: last_solo(*players(1)),
    "lost_mines": lambda: in_the_woods(*players(3)),
}
every_game = pytest.mark.parametrize("game", TABLES)


def received(client: Client, path: str) -> tuple[int, str]:
    """Return the bytes as sent, and their text."""
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200, path
    content = answer.getvalue()
    zipped = answer.headers.get("Content-Encoding") == "gzip"
    return len(content), (gzip.decompress(content) if zipped else content).decode()


def cold(table: Table) -> dict[str, int]:
    """Return the size of each response, for the page and everything it loads."""
    first = table.seats.select_related("user").order_by("pk")[0].user
    assert first is not None
    client = signed_in(first)
    sizes: dict[str, int] = {}
    waiting = [address(table)]
    while waiting:
        path = waiting.pop()
        if path in sizes or path.removeprefix("/static/").startswith(LATER):
            continue
        sizes[path], text = received(client, path)
        waiting += named(path, text)
    return sizes


def named(path: str, text: str) -> list[str]:
    """Return the static files that a page or style sheet loads."""
    if path.endswith(".css"):
        return [f"/static/{name}" for name in re.findall(r"url\(\"?\.\./([^\")]+)", text)]
    return [] if path.startswith(("/static/", "/dwarfs/")) else sorted(set(ADDRESS.findall(text)))


def own(sizes: dict[str, int]) -> int:
    return sum(size for path, size in sizes.items() if re.match(r"/static/(css|js)/", path))


@every_game
def test_own_css_and_javascript_of_a_table_are_at_most_14_kb(game: str) -> None:
    sizes = cold(TABLES[game]())
    assert any(path.endswith(".css") for path in sizes)
    assert any(path.startswith("/static/js/table.") for path in sizes)
    assert own(sizes) <= OWN, sizes


@every_game
def test_a_cold_table_is_at_most_90_kb(game: str) -> None:
    sizes = cold(TABLES[game]())
    assert any("/img/cards" in path for path in sizes)
    assert any("/vendor/htmx" in path for path in sizes)
    assert sum(sizes.values()) <= COLD, sizes
