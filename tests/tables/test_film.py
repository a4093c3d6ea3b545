"""The film on a page: what happened since, as far as the reader may know it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import User
from games.tables.models import Table
from games.tables.presenters.board import MAX_STEPS, axes, view_box
from tests.at_table import get, words
from tests.factories import UserFactory
from tests.positions import CORRIDOR, at_position, in_the_woods, last_solo
from tests.real_tables import running, signed_in
from tests.round_ends import past_round_end
from tests.tables.play import load, play

pytestmark = pytest.mark.django_db

STEP = re.compile(r"<li (data-n=[^>]+)>")
SCRIPT = (
    "play map at 8,0",
    "place nes at 0,-1 turned",
    "play broken-pick on p1",
    "play fix-pick-lantern on p1 pick",
    "play rockfall at 0,-1",
    "discard ne",
)


@pytest.fixture
def three() -> list[User]:
    return UserFactory.create_batch(3)


def after(table: Table, *moves: str) -> Table:
    loaded = load(table)
    for text in moves:
        loaded = play(loaded, text)
    return loaded.table


def maze(users: list[User]) -> Table:
    hands = {
        "p1": ["map", "fix-pick-lantern", "ew"],
        "p2": ["nes", "ns", "rockfall"],
        "p3": ["broken-pick", "ne", "ne"],
    }
    return at_position(*users, cards=CORRIDOR, hands=hands)


def film(user: User | None, table: Table) -> list[dict[str, Any]]:
    """Return the steps on a reader's page as their attributes."""
    page = words(get(signed_in(user) if user else signed_in(UserFactory.create()), table))
    return [dict(re.findall(r'data-(\w+)="([^"]*)"', step)) for step in STEP.findall(page)]


def hows(user: User | None, table: Table) -> list[str]:
    return [step["how"] for step in film(user, table)]


def test_a_film_begins_with_the_readers_own_last_move(three: list[User]) -> None:
    table = after(maze(three), *SCRIPT)
    assert hows(three[0], table) == ["repair", "fall", "drop"]
    assert hows(three[1], table) == ["fall", "drop"]
    assert hows(three[2], table) == ["drop"]


def test_a_spectator_sees_the_last_moves(three: list[User]) -> None:
    table = after(maze(three), *SCRIPT)
    assert hows(None, table) == ["look", "lay", "hit", "repair", "fall", "drop"]


def test_a_player_who_has_not_moved_yet_sees_all_that_others_did(three: list[User]) -> None:
    assert hows(three[2], after(maze(three), *SCRIPT[:2])) == ["look", "lay"]


def test_a_step_says_what_moves_from_whom_to_where(three: list[User]) -> None:
    looked, laid = film(three[2], after(maze(three), *SCRIPT[:2]))
    assert (looked["by"], looked["draws"], looked["at"]) == ("0", "map", "8,0")
    wanted = {"by": "1", "draws": "nes", "at": "0,-1", "turned": "1"}
    assert laid.items() >= wanted.items()
    assert "lit" not in laid  # nothing is behind it


def test_a_film_lights_everything_a_card_newly_joins_to_the_start(three: list[User]) -> None:
    """Closing a gap joins what is behind it again, as far as it went at that time."""
    far = [f"{x},0 ew" for x in (1, 3, 4)]
    hands = {"p1": ["ew"], "p2": ["ew"], "p3": ["map"]}
    table = at_position(*three, cards=far, hands=hands, stock=["map"] * 9)
    after(table, "place ew at 2,0", "place ew at 5,0")
    first, second = film(three[2], table)
    assert (first["at"], first["lit"]) == ("2,0", "3,0 4,0")
    assert "lit" not in second


def test_a_discarded_card_is_face_down_for_everybody_but_its_player(three: list[User]) -> None:
    table = after(maze(three), *SCRIPT)
    assert [film(user, table)[-1]["draws"] for user in (three[0], three[2], None)] == [
        "back",
        "ne",
        "back",
    ]


def test_a_film_ends_with_its_round(three: list[User]) -> None:
    """The end of the last round is shown by its scene; nobody has touched the new board."""
    table = running(*three)
    past_round_end(table)
    assert film(three[0], table) == []


def test_a_film_has_a_maximum_length() -> None:
    users = UserFactory.create_batch(10)
    table = at_position(*users, hands={f"p{n}": ["ns"] * 4 for n in range(1, 11)})
    after(table, *["discard ns"] * 29)
    assert len(film(users[9], table)) == 10  # their own, and nine of others
    table.seats.filter(number=9).update(read_to=0)
    assert len(film(users[9], table)) == MAX_STEPS


def test_a_dwarf_walks_from_where_it_stood(three: list[User]) -> None:
    """At first this is its clan's start, then the place it last walked to."""
    table = in_the_woods(*three, dwarfs={}, traps=[], stock=["ew"] * 9)
    after(table, "discard ew", "walk 2,2 3,2")
    assert film(None, table)[-1]["way"] == "1,2 2,2 3,2"
    after(table, "discard ns", "discard es", "stay", "discard nesw", "walk 4,2")
    assert film(None, table)[-1]["way"] == "3,2 4,2"


def test_figures_and_joints_of_the_lost_mines_can_be_addressed(three: list[User]) -> None:
    page = words(get(signed_in(three[0]), in_the_woods(*three)))
    assert [*re.findall(r'class="figure[^>]+data-seat="(\d)"', page)] == ["0", "1", "2"]
    assert 'data-cell="7,2/e"' in page


def test_a_solo_player_sees_the_effect_of_their_own_move() -> None:
    user = UserFactory.create()
    table = after(last_solo(user, markers_left=3, stock=["ew"] * 5), "place ew at 1,0")
    assert hows(user, table)[0] == "lay"
    page = words(get(signed_in(user), table))
    seen = re.search(r'id="film" hidden data-seen="(\d+)"', page)
    assert seen
    assert int(seen[1]) == table.length  # they saw it when they made it


# --- the board ------------------------------------------------------------------------------------


def test_axes_number_columns_and_rows_as_in_sentences() -> None:
    found = axes([(0, 0), (2, -1)])
    assert [(mark.at, mark.words) for mark in found.columns] == [(40, "0"), (120, "1"), (200, "2")]
    assert [(mark.at, mark.words) for mark in found.rows] == [(-60, "−1"), (60, "0")]


def test_the_picture_has_room_for_all_cells_and_their_numbers() -> None:
    assert view_box([(0, 0), (2, -1)]) == "-36 -156 288 288"
