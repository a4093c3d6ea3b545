"""A response has only the pieces that the page lacks: what is left out, and what never is."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.tables import services
from games.tables.models import Table
from tests.at_table import HTMX, Answer, address, get, play, random_moves, words
from tests.factories import UserFactory
from tests.positions import in_the_woods, last_duel, last_round, last_solo
from tests.real_tables import running, signed_in

pytestmark = pytest.mark.django_db

ALWAYS = {"said", "dock", "moves", "own-way", "say-token", "poll"}
"""What scripts change, what contains a token, and the key of the page."""


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create() for _ in range(3)]


def marks(answer: Answer) -> dict[str, str]:
    return dict(re.findall(r'id="([\w-]+)" data-mark="(\w+)"', words(answer)))


def has(*answers: Answer) -> str:
    """Return what a page made of these responses says it has."""
    found: dict[str, str] = {}
    for answer in answers:
        found |= marks(answer)
    return " ".join(f"{name}.{mark}" for name, mark in found.items())


def sent(answer: Answer) -> set[str]:
    """Return the pieces of a response."""
    tags = re.findall(r"<\w+[^>]*hx-swap-oob[^>]*>", words(answer))
    return {found[1] for tag in tags if (found := re.search(r'\bid="([\w-]+)"', tag))}


def asked(client: Client, table: Table, **query: str) -> Answer:
    return client.get(address(table, "table-poll"), query, headers=HTMX)


def test_an_up_to_date_page_gets_only_pieces_that_are_always_sent(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[1])
    page = get(client, table)
    first = asked(client, table, has=has(page))
    assert sent(first) == ALWAYS | {
        "seat-list",
        "votes",
    }  # on the page they are part of another piece
    assert sent(asked(client, table, has=has(page, first))) == ALWAYS


def test_a_page_that_reports_nothing_gets_every_piece(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[1])
    page = get(client, table)
    assert set(marks(page)) | ALWAYS <= sent(asked(client, table))


def test_only_changed_pieces_are_sent(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[1])
    page = get(client, table)
    page_has = has(page, asked(client, table))
    services.say(three[0], table.code, "hello", "a token", now())
    assert sent(asked(client, table, has=page_has)) == ALWAYS | {"chat"}
    play(signed_in(three[0]), table, "discard map")
    came = sent(asked(client, table, has=page_has))
    assert {"players", "news", "log", "chat"} <= came
    assert not came & {"board", "words", "offer", "asked", "votes", "about"}


def test_the_response_to_a_move_has_only_changed_pieces(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[0])
    page = get(client, table)
    came = sent(play(client, table, "discard map", headers=HTMX, has=has(page)))
    assert {"players", "dock", "log"} <= came
    assert not came & {"board", "words", "chat", "offer"}


def test_a_page_updated_piece_by_piece_equals_the_full_page(three: list[User]) -> None:
    """Over a whole game, pieces left out would not have been different."""
    table = running(*three)
    client = signed_in(three[0])
    shown = pieces(get(client, table))
    for _ in range(12):
        random_moves(table, 1)
        told = " ".join(f"{name}.{mark}" for name, (mark, _) in shown.items())
        shown |= pieces(asked(client, table, has=told))
        whole = pieces(get(client, table))
        assert {name: shown[name] for name in whole} == whole


def pieces(answer: Answer) -> dict[str, tuple[str, str]]:
    """Return the mark and first words of every marked piece, by name."""
    text = words(answer).replace(' hx-swap-oob="true"', "")
    found = re.finditer(r'id="([\w-]+)" data-mark="(\w+)"(?=(.{0,1500}))', text, re.DOTALL)
    return {one[1]: (one[2], content(one[3])) for one in found}


def content(text: str) -> str:
    """Return the text up to where the next piece may begin."""
    return re.split(r"</(?:ul|ol|div|svg|header|p)>", text)[0]


def test_marks_differ_between_readers(three: list[User]) -> None:
    """Two spectators see the same, and their marks don't reveal it."""
    table = last_round(*three)
    one, other = (get(signed_in(UserFactory.create()), table) for _ in range(2))
    assert marks(one).keys() == marks(other).keys()
    assert not set(marks(one).values()) & set(marks(other).values())


def test_a_mark_of_another_language_does_not_count(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[1])
    told = has(get(client, table))
    User.objects.filter(pk=three[1].pk).update(language="nl")
    assert {"players", "top", "news"} <= sent(asked(client, table, has=told))


@pytest.mark.parametrize("told", ["", ".", "log", "log.", "log.x log.y", "a.b.c " * 200])
def test_an_invalid_mark_is_ignored(three: list[User], told: str) -> None:
    table = last_round(*three)
    assert "log" in sent(asked(signed_in(three[1]), table, has=told))


# --- bytes --------------------------------------------------------------------------------------


def middle_of(kind: str) -> tuple[Table, list[User], str]:
    """Return a table in the middle of a game, its users and a usual move."""
    if kind == "classic":
        five = UserFactory.create_batch(5)
        table = running(*five)
        random_moves(table, 30)
        return table, five, ""
    makers: dict[str, Any] = {"duel": last_duel, "solo": last_solo, "lost_mines": in_the_woods}
    many = {"duel": 2, "solo": 1, "lost_mines": 3}[kind]
    users = UserFactory.create_batch(many)
    move = {"duel": "discard map", "solo": "discard map", "lost_mines": "discard trap"}[kind]
    return makers[kind](*users), users, move


@pytest.mark.parametrize("kind", ["classic", "duel", "solo", "lost_mines"])
def test_the_response_to_a_usual_move_is_at_most_5_kb(kind: str) -> None:
    table, users, text = middle_of(kind)
    on_turn = table.seats.get(on_turn=True).user
    assert on_turn in users
    client = signed_in(on_turn)
    page = get(client, table)
    offered = re.findall(r'name="move"\s+value="([^"]+)"', words(page))
    move = text or max(offered, key=lambda move: move.startswith("place"))
    answer = play(client, table, move, headers=HTMX, has=has(page))
    assert answer.status_code == 200
    assert len(gzip.compress(answer.content, 6)) <= 5_000
