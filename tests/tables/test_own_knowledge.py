"""What a player learns is shown at once, stays visible, and is only for them."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from accounts.models import User
from games.kinds import KINDS
from games.kinds.common.words.phrases import plain
from games.tables.models import Table
from tests.at_table import HTMX, Answer, address, get, play, words
from tests.factories import UserFactory
from tests.positions import in_the_woods, last_duel, last_round
from tests.real_tables import signed_in

pytestmark = pytest.mark.django_db

EYE = "only you know"


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create(name=name) for name in ("Ada", "Bo", "Cyd")]


def piece(answer: Answer, name: str, tag: str) -> str:
    """Return one piece of a page or response as plain text."""
    found = re.search(rf'<{tag}[^>]*\bid="{name}".*?</{tag}>', words(answer), re.DOTALL)
    assert found, name
    return " ".join(plain(html.unescape(found[0])).split())


def titles(answer: Answer) -> list[str]:
    """Return the titles on the board of goals that only the reader knows."""
    return re.findall(r'class="known">\s*<title>([^<]*)', words(answer))


def test_a_map_shows_its_goal_at_once_and_it_stays_known(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[0])
    answer = play(client, table, "play map at 8,0", headers=HTMX)
    assert "and saw the treasure. Only you know." in piece(answer, "said", "div")
    page = get(client, table)
    assert piece(page, "said", "div") == ""
    assert titles(page) == ["Goal, face down, only you know what it is: the treasure"]
    assert "saw the treasure" in piece(page, "log", "ol")


def test_without_scripts_it_is_shown_on_the_next_page(three: list[User]) -> None:
    table = last_round(*three)
    client = signed_in(three[0])
    answer = client.post(address(table, "table-move"), follow=True, data=form(table))
    assert "and saw the treasure. Only you know." in plain(words(answer))


def form(table: Table) -> dict[str, str]:
    return {"move": "play map at 8,0", "version": str(table.version), "token": "t" * 16}


@pytest.mark.parametrize("reader", [1, 2, None])
def test_nobody_else_sees_it(three: list[User], reader: int | None) -> None:
    table = last_round(*three)
    client = Client() if reader is None else signed_in(three[reader])
    play(signed_in(three[0]), table, "play map at 8,0")
    for name in ("table", "table-poll", "table-log", "table-export"):
        said = plain(words(get(client, table, name)))
        assert "saw the treasure" not in said
        assert EYE not in said
    assert "Ada looked at the middle goal." in plain(words(get(client, table)))


def test_a_goal_of_the_duel_is_shown_with_its_gold() -> None:
    two = UserFactory.create_batch(2)
    table = last_duel(*two)
    client = signed_in(two[0])
    answer = play(client, table, "play map at 5,0", headers=HTMX)
    assert "and saw a curve and 2 gold. Only you know." in piece(answer, "said", "div")
    assert len(titles(get(client, table))) == 1
    assert titles(get(signed_in(two[1]), table)) == []


SCOUTED = [
    ("play scout-mine-treasure mine 9,6", "and saw the dragon. Only you know."),
    ("play scout-mine-treasure treasure 2", "it is worth 5. Only you know."),
    ("play scout-treasure-dwarf dwarf p3", "saboteur. Only you know."),
]


@pytest.mark.parametrize(("move", "told"), SCOUTED, ids=["mine", "treasure", "dwarf"])
def test_a_scouts_result_is_shown_at_once_and_stays(
    three: list[User], move: str, told: str
) -> None:
    table = in_the_woods(*three)
    client = signed_in(three[0])
    assert told in piece(play(client, table, move, headers=HTMX), "said", "div")
    assert EYE in words(get(client, table))
    assert EYE not in words(get(signed_in(three[1]), table))


def test_a_treasures_value_is_shown_only_to_its_owner(three: list[User]) -> None:
    table = in_the_woods(*three)
    client = signed_in(three[0])
    play(client, table, "discard ew")
    answer = play(client, table, "walk 7,2 8,2 9,2 take 1", headers=HTMX)
    assert "You took gold worth 4. Only you know." in piece(answer, "said", "div")
    worth = re.compile(r'token-gold".*?<b aria-hidden="true">4</b>', re.DOTALL)
    assert worth.search(words(get(client, table)))
    assert not worth.search(words(get(signed_in(three[1]), table)))


# --- obstacles and unplayable cards -------------------------------------------------------------


def test_a_broken_tool_is_explained_where_it_matters(three: list[User]) -> None:
    table = last_round(*three, broken={"p1": ["lantern"], "p2": ["pick", "cart"]}, turn="p1")
    mine, others = (get(signed_in(user), table) for user in three[:2])
    assert "Your lantern is broken: no tunnels until it is repaired." in piece(mine, "dock", "div")
    assert "Your lantern is broken" in piece(mine, "players", "ul")
    assert "Your lantern" not in words(others)
    assert "these are repaired: your pick and your cart." in piece(others, "dock", "div")


def test_an_unplayable_card_is_dimmed_and_explained(three: list[User]) -> None:
    hands = {"p1": ["ew", "fix-pick", "map"], "p2": ["nes"], "p3": ["ne"]}
    table = last_round(*three, hands=hands, broken={"p1": ["lantern"]})
    client = signed_in(three[0])
    page = get(client, table)
    idle = dict(
        re.findall(r'<li data-help="([^"]+)"\s+class="idle" data-why="([^"]+)"', words(page))
    )
    assert set(idle) == {"ew", "fix-pick"}
    assert idle["fix-pick"] == "Nothing that it repairs is broken now."
    said = plain(words(get(client, table, "table-preview", move="discard fix-pick")))
    assert said.startswith("Nothing that it repairs is broken now. Discard")
    said = plain(words(get(client, table, "table-preview", move="discard map")))
    assert said.startswith("Discard")


def test_a_waiting_player_sees_no_dimmed_cards(three: list[User]) -> None:
    table = last_round(*three, broken={"p2": ["pick"]})
    assert 'class="idle"' not in words(get(signed_in(three[1]), table))


def test_every_card_in_hand_is_described_and_asks_for_its_target(three: list[User]) -> None:
    page = words(get(signed_in(three[0]), last_round(*three)))
    described = re.findall(r'aria-describedby="(about-\d)"', page)
    assert len(described) == 4
    for one in described:
        assert re.search(rf'<span hidden id="{one}">\w', page)
    asks = dict(re.findall(r'data-card="([^"]+)"[^>]*data-asks="([^"]+)"', page))
    assert asks["map"] == "Now pick a goal."
    assert asks["broken-pick"] == "Now pick a player."
    assert asks["rockfall"] == "Now pick a card to remove."


# --- the cards, explained -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_game_has_a_page_about_its_cards(kind: str) -> None:
    page = Client().get(f"/rules/{KINDS[kind].slug}/cards/")
    ids = set(re.findall(r'<li id="card-([^"]+)"', words(page)))
    helped = {name for name in KINDS[kind].art.names if KINDS[kind].words.HELP.of(name)}
    assert ids == {html.escape(name) for name in helped}


def test_an_unknown_game_has_no_cards() -> None:
    assert Client().get("/rules/poker/cards/").status_code == 404


# --- order ---------------------------------------------------------------------------------------


def test_the_log_is_always_newest_first(three: list[User]) -> None:
    """On the table, in the news and on its own page, and within a move, too."""
    table = last_round(*three, stock=["ns", "ew", "map"])
    play(signed_in(three[0]), table, "discard map")
    play(signed_in(three[1]), table, "discard nes")
    page, whole = (get(signed_in(three[2]), table, name) for name in ("table", "table-log"))
    for said in (piece(page, "news", "div"), piece(page, "log", "ol"), plain(words(whole))):
        assert said.index("Bo discarded") < said.index("Ada discarded")
    own = plain(words(get(signed_in(three[1]), table, "table-log")))
    assert own.index("You drew") < own.index("You discarded")
