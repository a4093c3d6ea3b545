"""The end of a game: hidden cards are shown, and the result is worded for its reader."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.engine import Seed
from games.tables import services, store
from games.tables.models import Seat, Table
from games.tables.presenters import lists
from tests import real_tables
from tests.at_table import address, get, play, words
from tests.factories import UserFactory
from tests.positions import in_the_woods, last_duel, last_round

pytestmark = pytest.mark.django_db
PATIENT = {"hands": {"p1": ["map"], "p2": [], "p3": []}, "stock": []}
"""One card is left: discarding it ends the round with nothing found."""


@pytest.fixture
def three() -> list[User]:
    return [UserFactory.create() for _ in range(3)]


def goals_drawn(client: Client, table: Table) -> list[str]:
    """Return the goals on the board, as drawn."""
    board = get(client, table).context["page"].board
    return [card.name for card in board.cards if card.cell[0] == 8]


def test_the_goals_of_a_finished_game_are_shown_to_players_and_spectators(
    three: list[User],
) -> None:
    table = last_round(*three, **PATIENT)
    everybody = [*map(real_tables.signed_in, three), Client()]
    assert {name for client in everybody for name in goals_drawn(client, table)} == {"goal"}
    play(everybody[0], table, "discard map")
    table.refresh_from_db()
    assert table.status == Table.Status.FINISHED
    for client in everybody:
        assert goals_drawn(client, table) == ["stone-ne", "treasure", "stone-nw"]


def test_the_result_of_a_round_shows_what_each_goal_was(three: list[User]) -> None:
    table = last_round(*three, round=1, **PATIENT)
    clients = [*map(real_tables.signed_in, three)]
    play(clients[0], table, "discard map")
    first = table.rounds.get(number=1)
    seed = Seed.from_hex(first.seed, first.salt)
    board = store.current(table.pk).rules.dealt(table.options, 3, seed).zone("board")
    dealt = sorted(board, key=lambda card: card.cell or (0, 0))
    for client in clients:
        context = get(client, table).context
        shown, deals = context["page"], context["about"]["deals"]
        assert shown.round == 2
        assert [goal.drawing for goal in shown.scene.goals] == [card.card for card in dealt]
        assert deals[0]["goals"] == shown.scene.goals
        # none for the current round
        assert [deal.get("goals", ()) for deal in deals[1:]] == [(), ()]
        assert {card.name for card in shown.board.cards if card.cell[0] == 8} == {"goal"}


def test_between_rounds_of_the_duel_hidden_goals_stay_hidden() -> None:
    pair = UserFactory.create_batch(2)
    hands = {"p1": ["map"], "p2": []}
    table = last_duel(*pair, round=2, hands=hands, stock=[])
    client = real_tables.signed_in(pair[0])
    play(client, table, "discard map")
    shown = get(client, table).context["page"]
    assert (shown.round, shown.scene.goals) == (3, ())


def test_a_game_that_was_given_up_shows_its_goals_too() -> None:
    pair = UserFactory.create_batch(2)
    table = last_duel(*pair)
    services.resign(pair[0], table.code, now())
    board = get(real_tables.signed_in(pair[1]), table).context["page"].board
    assert "goal" not in {card.name for card in board.cards}


def test_the_mines_are_shown_at_the_end(three: list[User]) -> None:
    hands = {"p1": ["trap"], "p2": [], "p3": []}
    table = in_the_woods(*three, hands=hands, stock=[])
    client = real_tables.signed_in(three[0])
    play(client, table, "discard trap")
    for _ in range(2):
        table.refresh_from_db()
        if table.status == Table.Status.RUNNING:
            play(client, table, "stay")
    shown = get(client, table).context["page"]
    assert shown.status.over
    assert "mine" not in {card.name for card in shown.board.cards}
    assert len(shown.scene.goals) == 4


# --- who won ------------------------------------------------------------------------------------


def finished(players: list[User], *winners: User, **plan: object) -> Table:
    table = real_tables.running(*players, **plan)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, ended_at=now())
    table.seats.update(on_turn=False, score=1)
    Seat.objects.filter(table=table, user__in=winners).update(won=True, score=5)
    table.refresh_from_db()
    return table


def result(reader: User, table: Table) -> str:
    return lists.rows([table], reader, now())[0].result


@pytest.mark.parametrize("kind", ["classic", "lost_mines", "duel"])
def test_a_list_words_the_result_for_its_reader(kind: str) -> None:
    players = UserFactory.create_batch(2 if kind == "duel" else 3)
    ada, bo = players[0], players[1]
    stranger = UserFactory.create()
    table = finished(players, ada, kind=kind)
    said = [result(user, table) for user in (ada, bo, stranger)]
    assert said == ["you won", f"lost to {ada.name}", f"{ada.name} won"]


def test_a_shared_win_is_shown_as_shared_only_to_its_winners(three: list[User]) -> None:
    ada, bo, cleo = three
    table = finished(three, ada, bo)
    assert result(ada, table) == result(bo, table) == "you share the win"
    assert result(cleo, table) == f"lost to {ada.name} and {bo.name}"
    assert "shared" not in words(real_tables.signed_in(cleo).get("/tables/mine/?show=over"))


def test_a_game_without_a_winner_says_that_nobody_won(three: list[User]) -> None:
    assert result(three[0], finished(three)) == "nobody won"


def test_the_table_shows_the_result_in_a_sentence(three: list[User]) -> None:
    ada, bo, cleo = three
    table = finished(three, ada, bo)
    said = {
        user: get(real_tables.signed_in(user), table).context["page"].result
        for user in (ada, bo, cleo)
    }
    assert said[ada] == f"You share the win with {bo.name}."
    assert said[cleo] == f"{ada.name} and {bo.name} won."
    assert said[cleo] in words(real_tables.signed_in(cleo).get(address(table)))


# --- my tables ----------------------------------------------------------------------------------


def test_my_tables_start_with_a_list_that_is_not_empty(three: list[User]) -> None:
    me, *others = three
    client = real_tables.signed_in(me)
    assert "No table of yours" in words(client.get("/tables/mine/"))
    waits = real_tables.running(me, *others)
    real_tables.give_turn(waits, others[0])
    page = client.get("/tables/mine/")
    assert page.context["show"] == "waiting"
    assert [row.table for row in page.context["rows"]] == [waits]
    mine = real_tables.running(me, *others)
    real_tables.give_turn(mine, me)
    page = client.get("/tables/mine/")
    assert [row.table for row in page.context["rows"]] == [mine]
    counted = {name: page.context["counts"][name] for name in ("turn", "waiting", "over")}
    assert counted == {"turn": 1, "waiting": 1, "over": 0}


def test_a_player_waiting_for_others_does_not_read_that_they_have_no_table(
    three: list[User],
) -> None:
    table = real_tables.running(*three)
    real_tables.give_turn(table, three[1])
    page = words(real_tables.signed_in(three[0]).get("/tables/mine/?show=turn"))
    assert "No table of yours" not in page
    assert "1 table of yours waits for somebody else." in page


def test_the_list_of_my_turns_shows_tables_where_others_are_on_turn(three: list[User]) -> None:
    table = real_tables.running(*three)
    real_tables.give_turn(table, three[1])
    client = real_tables.signed_in(three[0])
    page = client.get("/tables/mine/?show=turn")
    assert [row.table for row in page.context["others"]] == [table]
    assert f'href="/t/{table.code}/"' in page.content.decode()
    assert 'href="/tables/mine/"' in client.get("/rules/").content.decode()  # in the menu
    real_tables.give_turn(table, three[0])
    assert "others" not in client.get("/tables/mine/?show=turn").context
