"""A state is saved as rows and loaded from them unchanged."""

from __future__ import annotations

from operator import attrgetter

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from config.clock import now
from games.replays import log_check
from games.tables import services, store
from games.tables.models import Card, HandCard, LogEntry, PlacedCard, Seat
from games.tables.store.loading import CARD_FIELDS
from tests.tables.play import any_move, load, moves_on, new_table, on_turn, play, play_on, token

pytestmark = [pytest.mark.django_db, pytest.mark.both]

place_of = attrgetter(*CARD_FIELDS)


HOUSE_RULES = {"connection": "touch", "picking": "by_hand", "totals": "open", "maps": 5}


@pytest.mark.parametrize(
    ("kind", "players", "options"),
    [
        ("classic", 3, HOUSE_RULES),
        ("duel", 2, {"colours": "first_is_blue"}),
        ("solo", 1, {}),
        pytest.param("classic", 3, {}, marks=pytest.mark.soak),
        pytest.param("duel", 2, {}, marks=pytest.mark.soak),
        pytest.param("solo", 1, {"colour": "blue"}, marks=pytest.mark.soak),
    ],
)
def test_a_whole_game_is_saved_and_loaded_unchanged(
    kind: str, players: int, options: dict[str, str | int]
) -> None:
    loaded = new_table(players, options=options, kind=kind)
    while loaded.table.status == "running":
        after = services.play_move(
            on_turn(loaded),
            loaded.table.code,
            any_move(loaded),
            loaded.table.version,
            token(),
            now(),
        )
        loaded = load(loaded.table)
        assert loaded.rules.pieces(loaded.state) == loaded.rules.pieces(after.state)
    assert loaded.table.round_number == 3
    assert log_check.check_table(loaded.table).sound, log_check.check_table(loaded.table)


def test_a_move_changes_only_the_rows_of_the_cards_it_moves() -> None:
    loaded = play_on(new_table(5), 8)
    before = {card.pk: place_of(card) for card in Card.objects.all()}
    card = loaded.rules.view(loaded.state, loaded.state.turn).hand[0]
    play(loaded, f"discard {card}")
    moved = [card.pk for card in Card.objects.all() if before[card.pk] != place_of(card)]
    assert len(moved) in (1, 2)  # the discard and the draw; one row, if they are the same card


def test_rows_contain_hands_and_placed_cards() -> None:
    loaded = play_on(new_table(3), 6)
    hands = sum(len(hand) for hand in loaded.state.hands)
    assert HandCard.objects.filter(round=loaded.round).count() == hands
    placed = PlacedCard.objects.filter(round=loaded.round).count()
    assert placed == len(loaded.state.mine.tiles) + len(loaded.state.mine.hidden)


def test_loading_costs_the_same_at_the_beginning_and_at_the_end() -> None:
    loaded = new_table(3)
    with CaptureQueriesContext(connection) as early:
        store.load(loaded.table)
    loaded = moves_on(loaded, 60)
    with CaptureQueriesContext(connection) as late:
        store.load(loaded.table)
    assert len(early) == len(late) <= 6


def test_the_database_refuses_two_cards_in_one_cell() -> None:
    loaded = new_table(3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Card.objects.create(round=loaded.round, zone="board", name="ew", x=0, y=0)


def test_the_database_refuses_a_second_seat_for_a_user() -> None:
    loaded = new_table(3)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table=loaded.table, number=9, user=loaded.seats[0].user)


def test_the_database_refuses_two_entries_with_one_number() -> None:
    loaded = new_table(3)
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.create(
            table=loaded.table, number=1, round_number=1, state_hash="", at=loaded.table.created_at
        )


def test_no_string_of_a_row_reveals_a_secret() -> None:
    loaded = new_table(3)
    for model in (Card, LogEntry):
        for row in model._default_manager.all():
            assert not any(card in str(row) for card in ("nesw", "map", "saboteur", "treasure"))
    assert loaded.table.seed not in str(loaded.table)
