"""Rows and states are two sides of one thing."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from config.clock import now
from games import record, services, store
from games.models import Card, HandCard, Move, PlacedCard, Seat
from tests.games.play import any_move, load, new_table, on_turn, play, play_on, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]


HOUSE_RULES = {"connection": "touch", "picking": "by_hand", "totals": "open", "maps": 5}


@pytest.mark.parametrize(
    ("kind", "players", "options"),
    [
        ("classic", 3, {}),
        ("classic", 3, HOUSE_RULES),
        ("duel", 2, {}),
        ("duel", 2, {"colours": "first_is_blue"}),
        ("solo", 1, {}),
        ("solo", 1, {"colour": "blue"}),
    ],
)
def test_a_whole_game_survives_every_trip_through_the_rows(
    kind: str, players: int, options: dict[str, str | int]
) -> None:
    table = new_table(players, options=options, kind=kind)
    while table.game.status == "running":
        after = services.play_move(
            on_turn(table), table.game.code, any_move(table), table.game.version, token(), now()
        )
        table = load(table.game)
        assert table.rules.pieces(table.state) == table.rules.pieces(after.state)
    assert table.game.round_number == 3
    assert record.replay(table.game).sound, record.replay(table.game)


def test_a_move_changes_only_the_rows_of_the_cards_it_moves() -> None:
    table = play_on(new_table(5), 8)
    before = {card.pk: store._place(card) for card in Card.objects.all()}
    card = table.rules.view(table.state, table.state.turn).hand[0]
    play(table, f"discard {card}")
    moved = [card.pk for card in Card.objects.all() if before[card.pk] != store._place(card)]
    assert len(moved) in (1, 2)  # the discard and the draw; one row, if they are the same card


def test_rows_name_hands_and_placed_cards() -> None:
    table = play_on(new_table(3), 6)
    hands = sum(len(hand) for hand in table.state.hands)
    assert HandCard.objects.filter(round=table.round).count() == hands
    placed = PlacedCard.objects.filter(round=table.round).count()
    assert placed == len(table.state.mine.tiles) + len(table.state.mine.hidden)


def test_loading_costs_the_same_at_the_beginning_and_at_the_end() -> None:
    table = new_table(3)
    with CaptureQueriesContext(connection) as early:
        store.load(table.game)
    table = play_on(table, 60)
    with CaptureQueriesContext(connection) as late:
        store.load(table.game)
    assert len(early) == len(late) <= 6


def test_the_database_refuses_two_cards_in_one_cell() -> None:
    table = new_table(3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Card.objects.create(round=table.round, zone="board", name="ew", x=0, y=0)


def test_the_database_refuses_a_second_seat_for_a_user() -> None:
    table = new_table(3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=table.game, number=9, user=table.seats[0].user)


def test_the_database_refuses_two_entries_with_one_number() -> None:
    table = new_table(3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.create(
            game=table.game, number=1, round_number=1, digest="", at=table.game.created_at
        )


def test_no_name_of_a_row_tells_a_secret() -> None:
    table = new_table(3)
    for model in (Card, Move):
        for row in model._default_manager.all():
            assert not any(card in str(row) for card in ("nesw", "map", "saboteur", "treasure"))
    assert table.game.seed not in str(table.game)
