"""The pages of The Lost Mines: dwarfs, walks, joints, treasures, points and consent."""

from __future__ import annotations

import gzip
import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.tables.models import Table
from tests.at_table import HTMX, Answer, get, moves_offered, play, post, random_moves, words
from tests.factories import UserFactory
from tests.positions import MINES, in_the_woods, put
from tests.real_tables import running, signed_in
from tests.tables.play import load, moves_on, new_table, on_turn

pytestmark = pytest.mark.django_db

TO_THE_GOLD = "walk 7,2 8,2 9,2"


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create(name=name) for name in ("Ada", "Bo", "Cyd")]


@pytest.fixture
def woods(three: list[User]) -> Table:
    return in_the_woods(*three)


def button(page: Answer, text: str) -> str:
    """Return the button of a move in the list."""
    found = re.search(rf'<button[^>]*value="{re.escape(text)}"[^>]*>[^<]*', words(page))
    assert found, text
    return html.unescape(found[0])


def plain(page: Answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html.unescape(words(page))).split())


@pytest.mark.parametrize("moves", [0, 7, 30])
def test_the_list_has_exactly_the_legal_moves(moves: int) -> None:
    loaded = moves_on(new_table(3, kind="lost_mines"), moves)
    user = on_turn(loaded)
    seat = loaded.seat_of(user)
    assert seat is not None
    listed = loaded.rules.legal_moves(loaded.state, seat.number)
    page = get(signed_in(user), loaded.table)
    assert moves_offered(page) == {move.written() for move in listed}


def test_card_and_walk_are_one_flow(woods: Table, three: list[User]) -> None:
    client = signed_in(three[0])
    answer = play(client, woods, "discard ew", headers=HTMX)
    assert "Now your dwarf" in words(answer)
    assert "counted from the upper left corner" in words(answer)
    assert {TO_THE_GOLD, "walk 5,2", "stay"} <= moves_offered(answer)
    answer = play(client, woods, "walk 7,2", headers=HTMX)
    assert "Waiting for Bo" in plain(answer)


def test_a_walk_shows_its_end_its_cost_and_what_it_takes(woods: Table, three: list[User]) -> None:
    client = signed_in(three[0])
    play(client, woods, "discard ew")
    page = get(client, woods)
    far = button(page, TO_THE_GOLD)
    assert 'data-at="9,2"' in far
    assert 'data-cost="1"' in far
    assert far.endswith("the upper mine, losing 1 card")
    assert "data-cost" not in button(page, "walk 7,2")
    assert 'data-take="3"' in button(page, f"{TO_THE_GOLD} take 3")
    said = plain(get(client, woods, "table-preview", move=TO_THE_GOLD))
    assert "Walk 3 cards, to the upper mine. It costs you 1 card, by lot." in said
    assert "You are the first there and turn this mine over!" in said


def test_a_player_may_type_another_way(woods: Table, three: list[User]) -> None:
    client = signed_in(three[0])
    assert "Another way" not in words(get(client, woods))
    play(client, woods, "discard ew")
    assert "Another way" in words(get(client, woods))
    there_and_back = "walk 7,2 6,2 5,2"
    assert there_and_back not in moves_offered(get(client, woods))
    refused = play(client, woods, "walk 7,2 7,3", headers=HTMX)
    assert "A walk goes from card to card." in plain(refused)
    play(client, woods, there_and_back)
    assert load(woods).state.dwarfs[0] == (5, 2)


def test_cards_are_aimed_at_joints_mines_treasures_and_dwarfs(
    woods: Table, three: list[User]
) -> None:
    page = get(signed_in(three[0]), woods)
    assert 'data-at="3,2/e"' in button(page, "play trap at 3,2/e")
    assert 'data-at="9,4"' in button(page, "play scout-mine-treasure mine 9,4")
    assert 'data-of="2"' in button(page, "play scout-mine-treasure treasure 2")
    assert 'data-to="2"' in button(page, "play scout-treasure-dwarf dwarf p3")


def test_dwarfs_clans_and_tokens_are_public_and_only_a_scout_sees_values(
    woods: Table, three: list[User]
) -> None:
    play(signed_in(three[0]), woods, "play scout-mine-treasure treasure 2")
    own, other = (words(get(signed_in(user), woods)) for user in three[:2])
    assert own.count('class="figure') == 3
    assert own.count('class="figure mine"') == 1
    assert "Treasure 2: gems worth 5" in own
    assert "Treasure 2: gems" in other
    assert "treasure-gems-5" in own
    assert "treasure-gems-5" not in other
    assert "worth" not in other
    assert "a trap between 7,2 and 8,2" in other
    assert "blue clan" in other
    assert "saboteur" not in other


def test_everybody_sees_the_kind_of_a_taken_treasure_and_the_taker_its_value(
    woods: Table, three: list[User]
) -> None:
    client = signed_in(three[0])
    play(client, woods, "discard ew")
    play(client, woods, f"{TO_THE_GOLD} take 1")
    assert "gold worth 4" in words(get(client, woods))
    other = words(get(signed_in(three[1]), woods))
    assert "token-gold" in other
    assert "worth 4" not in other


# --- ending a round together ----------------------------------------------------------------------


def test_a_proposal_is_answered_by_all_others_without_changing_the_turn(
    woods: Table, three: list[User]
) -> None:
    clients = [signed_in(user) for user in three]
    assert "propose end" in moves_offered(get(clients[0], woods))
    assert "propose end" not in moves_offered(get(clients[1], woods))
    play(clients[0], woods, "propose end")
    own, other = get(clients[0], woods), get(clients[1], woods)
    assert "You propose to end the round." in plain(own)
    assert "agree end" not in moves_offered(own)
    assert "Ada proposes to end the round. Not answered yet: Bo and Cyd." in plain(other)
    assert moves_offered(other) == {"agree end", "refuse end"}
    assert "Waiting for Ada" in plain(other)
    watching = get(signed_in(UserFactory.create()), woods)
    assert "Ada proposes to end the round." in plain(watching)
    assert not moves_offered(watching)
    play(clients[1], woods, "agree end")
    assert load(woods).rules.waiting_for(load(woods).state) == (0,)
    assert not moves_offered(get(clients[1], woods))


def test_when_all_agree_the_round_ends_and_everybody_sees_why(
    woods: Table, three: list[User]
) -> None:
    clients = [signed_in(user) for user in three]
    play(clients[0], woods, "propose end")
    play(clients[1], woods, "agree end")
    answer = play(clients[2], woods, "agree end", headers=HTMX)
    assert "all agreed to end it" in plain(answer)
    assert "Final score" in plain(post(clients[2], woods, "table-scene", HTMX, scene="2"))


# --- points ---------------------------------------------------------------------------------------


def test_the_end_of_a_round_explains_sides_and_shares() -> None:
    """The worked example of L27."""
    players = [UserFactory.create(name=name) for name in ("Ada", "Bo", "Cyd", "Dee", "Eli", "Fay")]
    table = running(*players, kind="lost_mines")
    put(
        table,
        mines=MINES,
        clans={
            "p1": "yellow loyal", "p2": "yellow loyal", "p3": "blue loyal",
            "p4": "blue loyal", "p5": "yellow saboteur", "p6": "blue selfish",
        },
        treasures_left=["silver 1"],
        treasures={
            "p1": ["gems 5"], "p2": ["silver 3"], "p3": ["silver 2"],
            "p4": ["gold 2"], "p5": ["gold 4"], "p6": ["gold 3"],
        },
        dragon="p4",
        hands={"p1": ["sw"]},
        round=2,
    )  # fmt: skip
    answer = play(signed_in(players[0]), table, "discard sw", headers=HTMX)
    scene = answer.context["page"].scene
    said = [(p.shown.name, p.shown.words, p.shown.how, p.shown.gain) for p in scene.people]
    assert said == [
        ("Ada", "loyal dwarf of the yellow clan", "brought 5 · share 4", "4 points"),
        ("Bo", "loyal dwarf of the yellow clan", "brought 3 · share 4", "4 points"),
        ("Cyd", "loyal dwarf of the blue clan", "brought 2 · share 2", "2 points"),
        ("Dee", "loyal dwarf of the blue clan", "brought 2 · share 2 · dragon −2", "0 points"),
        ("Eli", "saboteur of the yellow clan", "brought 4 · share 2 · best find +2", "4 points"),
        ("Fay", "selfish dwarf of the blue clan", "brought 3", "3 points"),
    ]
    assert "For the blue clan: 8 points" in plain(answer)
    after = post(signed_in(players[0]), table, "table-scene", HTMX, scene="2")
    assert "Points by round" in plain(after)


def test_a_table_says_how_many_rounds_it_plays(three: list[User]) -> None:
    table = running(*three, kind="lost_mines", options={"rounds": 4})
    assert "Round 1 of 4" in plain(get(signed_in(three[0]), table))


# --- limits ---------------------------------------------------------------------------------------


def nine() -> tuple[Table, list[User]]:
    """Make a table of nine players with a full board, tokens, and cards that fit everywhere."""
    players = [UserFactory.create() for _ in range(9)]
    table = running(*players, kind="lost_mines")
    random_moves(table, 40)
    cells = [(x, y) for y in range(1, 6) for x in range(2, 9)]
    put(
        table,
        mines=MINES,
        cards=[f"{x},{y} nesw" for x, y in cells],
        dwarfs={f"p{n}": f"{n},3" for n in range(2, 9)} | {"p1": "8,5", "p9": "3,3"},
        traps=["3,3/e", "4,3/e"],
        trolls=["5,3/e p3"],
        hands={f"p{n}": ["nes", "storm", "trap", "scout-mine-treasure"] for n in range(1, 10)},
        treasures_left=["gems 5"] * 3 + ["gold 4"] * 3 + ["silver 3"] * 3,
        turn="p9",
    )
    return table, players


def test_with_nine_players_the_page_stays_within_the_limits() -> None:
    table, players = nine()
    client = signed_in(players[0])
    client.get("/privacy/")
    with CaptureQueriesContext(connection) as queries:
        get(client, table)
    assert len(queries) <= 13
    mover = signed_in(players[8])
    mover.get("/privacy/")
    with CaptureQueriesContext(connection) as queries:
        play(mover, table, "discard storm", headers=HTMX)
    assert len(queries) <= 27  # one of them is the test's own
    with CaptureQueriesContext(connection) as queries:
        play(mover, table, "stay", headers=HTMX)
    assert len(queries) <= 27
    answer = get(client, table, "table-poll")
    assert len(moves_offered(answer)) > 100
    assert len(gzip.compress(answer.content, 6)) <= 14_000
