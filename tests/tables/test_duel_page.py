"""The pages of The Duel and the solo game: everything comes from the moves the rules list."""

from __future__ import annotations

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.kinds import KINDS
from games.tables import tasks
from games.tables.models import LogEntry, Table
from tests.at_table import HTMX, get, key_of, moves_offered, play, post, random_moves, words
from tests.factories import UserFactory
from tests.positions import DUEL_GOALS, last_duel, last_solo, put
from tests.real_tables import have_seen, signed_in
from tests.tables.play import load, moves_on, new_table, on_turn

pytestmark = pytest.mark.django_db

GAMES = [("duel", 2), ("solo", 1)]


@pytest.fixture
def two() -> list[User]:
    return [UserFactory.create() for _ in range(2)]


def warm(user: User) -> Client:
    client = signed_in(user)
    client.get("/privacy/")
    return client


@pytest.mark.parametrize(("kind", "players"), GAMES)
@pytest.mark.parametrize("moves", [0, 9, 30])
def test_the_list_has_exactly_the_legal_moves(kind: str, players: int, moves: int) -> None:
    loaded = moves_on(new_table(players, kind=kind), moves)
    user = on_turn(loaded)
    seat = loaded.seat_of(user)
    assert seat is not None
    listed = loaded.rules.legal_moves(loaded.state, seat.number)
    page = get(signed_in(user), loaded.table)
    assert moves_offered(page) == {move.written() for move in listed}


@pytest.mark.parametrize(("kind", "players"), GAMES)
def test_every_listed_move_can_be_previewed(kind: str, players: int) -> None:
    loaded = moves_on(new_table(players, kind=kind), 12)
    user = on_turn(loaded)
    client = signed_in(user)
    for text in sorted(moves_offered(get(client, loaded.table)))[::7]:
        answer = get(client, loaded.table, "table-preview", move=text)
        assert answer.status_code == 200
        assert words(answer).strip()
    assert load(loaded.table).table.changes == loaded.table.changes


def test_the_preview_shows_who_would_claim(two: list[User]) -> None:
    table = last_duel(*two)
    said = words(get(signed_in(two[0]), table, "table-preview", move="place ns.ew+gold@n at 0,2"))
    assert "You claim 1 gold at 0,2!" in said


def test_paying_a_troll_with_an_action_is_previewed_and_done(two: list[User]) -> None:
    table = last_duel(*two)
    client = signed_in(two[0])
    move = "place nesw+troll@s at 1,1 and bribe 1,1"
    assert "Bribe the troll at 1,1" in words(get(client, table, "table-preview", move=move))
    page = words(get(client, table))
    assert 'data-pays="1,1"' in page
    play(client, table, move)
    after = words(get(client, table))
    assert "token-marker-green" in after
    assert "1 nugget owed to the trolls" in after


def test_markers_keys_and_claims_are_drawn_and_described(two: list[User]) -> None:
    cards = ["0,2 ns.ew+gold@n", "1,1 nesw+door:blue@s"]
    table = last_duel(*two, cards=cards, markers=["0,2 p1"], open=["1,1 p1"])
    page = words(get(signed_in(two[1]), table))
    assert "#token-marker-green" in page
    assert "#token-key" in page
    assert f"claimed by {two[0].name}" in page
    assert f"opened by {two[0].name}" in page
    assert "3 markers" in page
    assert "1 key" in page


def test_a_goal_that_fits_both_ways_waits_to_be_laid(two: list[User]) -> None:
    corridor = [f"{x},1 ew" for x in range(1, 5)]
    goals = [goal.replace("5,0 nw 2", "5,0 nsw+door:green@s 2") for goal in DUEL_GOALS]
    hands = {"p1": ["nesw+troll@s", "nw"], "p2": ["ns"]}
    table = last_duel(*two, cards=corridor, goals=goals, hands=hands)
    client = signed_in(two[0])
    play(client, table, "place nesw+troll@s at 5,1")
    page = get(client, table)
    assert moves_offered(page) == {"orient 5,0 as-is", "orient 5,0 turned"}
    assert 'data-draws="goal-2-nsw+door:green@s"' in words(page)
    assert "lay the goal" in words(page)
    play(client, table, "orient 5,0 turned")
    assert load(table).state.phase == "play"


def test_two_cards_can_be_discarded_to_repair(two: list[User]) -> None:
    table = last_duel(*two, broken={"p1": ["lantern"]})
    client = signed_in(two[0])
    offered = moves_offered(get(client, table))
    assert "clear lantern with ew map" in offered
    assert "discard ew map" in offered
    play(client, table, "clear lantern with ew map")
    assert load(table).state.broken[0] == ()


def test_pairs_of_cards_are_grouped_by_their_use(two: list[User]) -> None:
    table = last_duel(*two, broken={"p1": ["lantern", "cart"]})
    page = words(get(signed_in(two[0]), table))
    folds = re.findall(
        r'<details class="pairs">\s*<summary>(.*?)</summary>(.*?)</details>', page, re.S
    )
    names = [name for name, _ in folds]
    assert names[-1] == "Discard two cards"
    assert [name.partition(" with ")[0] for name in names[:-1]] == [
        "Repair your lantern", "Repair your cart",
    ]  # fmt: skip
    assert all(pairs.count("<button") == pairs.count("data-card=") == 15 for _, pairs in folds)
    assert page.count("<legend>") == 6  # one for each card


def test_a_map_shows_its_goal_only_to_its_player(two: list[User]) -> None:
    table = last_duel(*two)
    play(signed_in(two[0]), table, "play map at 9,0")
    assert "#goal-2-ne" in words(get(signed_in(two[0]), table))
    assert "#goal-2-ne" not in words(get(signed_in(two[1]), table))


# --- giving up ------------------------------------------------------------------------------------


def test_giving_up_a_duel_makes_the_other_win(two: list[User]) -> None:
    table = last_duel(*two)
    post(signed_in(two[0]), table, "table-resign")
    assert list(table.seats.filter(won=True).values_list("user", flat=True)) == [two[1].pk]
    assert table.log.filter(kind=LogEntry.Kind.RESIGNED).count() == 1


def test_giving_up_a_solo_game_gives_no_result() -> None:
    user = UserFactory.create()
    table = last_solo(user)
    post(signed_in(user), table, "table-resign")
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    assert not table.seats.filter(won=True).exists()
    for page in ("/", reverse("player", args=[user.name])):
        assert "best: " not in words(signed_in(user).get(page)).lower()


# --- how it ends ----------------------------------------------------------------------------------


def test_the_end_of_a_round_shows_everybodys_gold(two: list[User]) -> None:
    table = last_duel(*two, markers_left=1, round=1)
    play(signed_in(two[0]), table, GREEN)
    page = words(get(signed_in(two[1]), table))
    assert "the last marker is laid" in page
    assert "#dwarf-green" in page
    assert "1 nugget" in page


def test_the_end_of_a_duel_shows_winner_and_gold_by_round(two: list[User]) -> None:
    table = last_duel(*two, markers_left=1)
    client = warm(two[1])
    play(signed_in(two[0]), table, GREEN)
    have_seen(table)
    with CaptureQueriesContext(connection) as queries:
        page = words(get(client, table))
    assert len(queries) <= 13
    assert "Gold by round" in page
    assert "3 nuggets" in page
    assert table.seats.get(won=True).user == two[0]


def test_a_solo_player_gets_a_verdict_and_a_best_result() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    table = last_solo(user)
    play(client, table, "place ns.ew+gold@n at 0,1")
    have_seen(table)
    page = words(get(client, table))
    assert all(grade.words in page for grade in KINDS["solo"].words.grades())
    assert get(client, table).context["page"].final["grade"] == 2
    assert "Your best so far: 16 nuggets" in page
    assert "Your best: 16 nuggets" in words(client.get("/"))
    tasks.count_results()
    assert "best: 16" in words(client.get(reverse("player", args=[user.name])))


# --- solo -----------------------------------------------------------------------------------------


def test_one_click_at_home_begins_a_solo_game() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    home = words(client.get("/"))
    assert f'action="{reverse("new-table")}?game=solo"' in home
    for _ in range(2):  # a double click
        answer = client.post(f"{reverse('new-table')}?game=solo", {"token": "abcdefgh12"})
    table = Table.objects.get(owner=user)
    assert answer.headers["Location"] == f"/t/{table.code}/"
    assert get(client, table).status_code == 200


def test_a_solo_game_has_no_deadline_and_its_result_is_listed() -> None:
    user = UserFactory.create()
    client = signed_in(user)
    table, given_up = last_solo(user), last_solo(user)
    assert words(client.get("/")).count("no hurry") == 2
    play(client, table, "place ns.ew+gold@n at 0,1")
    post(client, given_up, "table-resign")
    home = words(client.get("/"))
    assert home.count("16 nuggets") == 2  # their best, and this table
    assert "given up" in home
    assert "shared win" not in home


def test_a_solo_table_has_notes_and_no_chat(two: list[User]) -> None:
    """Nor do polls send a chat that the page has no place for."""
    solo, duel = last_solo(two[0]), last_duel(*two)
    client = signed_in(two[0])
    for name in ("table", "table-poll"):
        assert 'id="chat"' in words(get(client, duel, name))
        answer = words(get(client, solo, name))
        assert 'id="chat"' not in answer
        assert 'id="say-token"' not in answer
    assert "Only you can read this." in words(get(client, solo))


# --- costs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "players"), GAMES)
def test_the_page_costs_at_most_thirteen_queries_however_long_the_game(
    kind: str, players: int
) -> None:
    loaded = new_table(players, kind=kind)
    client = warm(on_turn(loaded))
    for moves in (0, 40):
        random_moves(loaded.table, moves)
        with CaptureQueriesContext(connection) as queries:
            assert get(client, loaded.table).status_code == 200
        assert len(queries) <= 13


@pytest.mark.parametrize("number", [1, 3])
def test_a_move_that_ends_a_round_costs_at_most_26_queries(two: list[User], number: int) -> None:
    duel = last_duel(*two, markers_left=1, round=number)
    solo = last_solo(two[0], round=number)
    client = warm(two[0])
    for table in (duel, solo):
        with CaptureQueriesContext(connection) as queries:
            play(
                client, table, "place ns.ew+gold@n at 0,1" if table is solo else GREEN, headers=HTMX
            )
        assert len(queries) <= 27  # one of them is the test's own


GREEN = "place ns.ew+gold@n at 0,2"


@pytest.mark.parametrize("last", [last_duel, last_solo])
def test_an_unchanged_poll_costs_one_query(last: object) -> None:
    users = [UserFactory.create() for _ in range(2)]
    table = last_duel(*users) if last is last_duel else last_solo(users[0])
    client = warm(users[0])
    key = key_of(get(client, table))
    with CaptureQueriesContext(connection) as queries:
        assert get(client, table, "table-poll", v=key).status_code == 204
    assert len(queries) == 1  # session, reader and table


def test_a_poll_is_at_most_14_kb_with_a_full_board_and_three_broken_tools(two: list[User]) -> None:
    table = last_duel(*two)
    random_moves(table, 2)
    cards = [f"{x},{y} nesw" for x in range(1, 5) for y in range(-2, 3)]
    hand = ["rockfall", "key", "map", "nesw+troll@s", "new+door:blue@e", "nw.es+gold@e"]
    put(
        table,
        goals=DUEL_GOALS,
        cards=[*cards, "0,2 nesw+troll@s", "0,-2 new+door:green@n"],
        hands={"p1": hand, "p2": hand},
        broken={"p1": ["pick", "lantern", "cart"], "p2": ["pick"]},
        turn="p1",
    )
    answer = get(signed_in(two[0]), table, "table-poll")
    assert len(moves_offered(answer)) > 60
    assert len(gzip.compress(answer.content, 6)) <= 14_000
