"""Taking back the last move: only where nobody learned anything, exactly, and in the log."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import record
from games.engine import digest
from games.models import Move, Seat
from games.moderation import tables, undo
from games.moderation.roles import MODERATOR, OPERATOR, NotAllowed
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import load, new_table, on_turn
from tests.games.play import play as play_any
from tests.moderation.at_tables import (
    REASON,
    late_table,
    logged,
    order,
    play,
    quiet_moves,
    rows,
    sound,
    told,
)
from tests.moderation.staff import staff, trail

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


def state_digest(table: Table) -> str:
    return digest(table.rules.pieces(load(table.game).state))


@pytest.mark.parametrize(
    ("players", "kind"), [(3, "classic"), (2, "duel"), (1, "solo"), (3, "lost_mines")]
)
def test_rows_and_digest_are_those_of_before_for_every_way_to_play(
    moderator: User, players: int, kind: str
) -> None:
    table = late_table(players, kind)
    texts = quiet_moves(table)
    assert len(texts) > 1
    for text in texts:
        before, was, mover = rows(table), state_digest(table), on_turn(table)
        play(table, text)
        assert rows(table) != before, text
        undo.take_back(order(moderator, table))
        table = load(table.game)
        assert (rows(table), state_digest(table), on_turn(table)) == (before, was, mover), text
    assert sound(table)


def test_two_undos_in_a_row_step_back_twice(moderator: User) -> None:
    table = late_table()
    first = rows(table)
    for _ in range(2):
        table = play(table, quiet_moves(table)[0])
    numbers = [table.game.length, table.game.length - 1]
    undo.take_back(order(moderator, table))
    undo.take_back(order(moderator, table))
    assert rows(table) == first
    undone = [entry.text for entry in table.game.moves.filter(kind="undo").order_by("number")]
    assert undone == [str(number) for number in numbers]
    assert sound(table)
    with pytest.raises(NotAllowed, match="secret-shown"):
        undo.take_back(order(moderator, table))  # the move before it drew the last card


def test_an_undo_is_no_move_and_cannot_be_undone(moderator: User) -> None:
    table = late_table()
    table = play(table, quiet_moves(table)[0])
    undo.take_back(order(moderator, table))
    latest = load(table.game).game.length
    assert table.game.moves.get(number=latest).kind == Move.Kind.UNDO
    with pytest.raises(NotAllowed, match=r"not-the-last|secret-shown"):
        undo.take_back(order(moderator, table), latest)


def test_the_player_moves_again_and_the_log_goes_on(moderator: User) -> None:
    table = late_table()
    table = play(table, quiet_moves(table)[0])
    undo.take_back(order(moderator, table))
    table = load(table.game)
    table = play(table, quiet_moves(table)[-1])
    assert sound(table)
    undo.take_back(order(moderator, table), table.game.length)
    assert sound(table)


def test_other_entries_since_do_not_hinder_it(moderator: User) -> None:
    table = late_table()
    before = rows(table)
    number = play(table, quiet_moves(table)[0]).game.length
    tables.pause(order(moderator, table))
    undo.take_back(order(moderator, table), number)
    seat = Seat.objects.get(game=table.game, on_turn=True)
    assert (rows(table), seat.due_at, seat.held_due is not None) == (before, None, True)
    tables.resume(order(moderator, table))
    assert sound(table)


def test_a_turn_that_moderators_let_pass_can_be_taken_back(moderator: User) -> None:
    table = late_table()
    before = rows(table)
    tables.skip(order(moderator, table), table.rules.waiting_for(table.state)[0])
    undo.take_back(order(moderator, table))
    assert rows(table) == before
    assert sound(table)


def test_a_move_that_drew_a_card_stands(moderator: User) -> None:
    table = play_any(new_table(3))
    changes = table.game.changes
    with pytest.raises(NotAllowed, match="secret-shown"):
        undo.take_back(order(moderator, table))
    assert load(table.game).game.changes == changes
    assert not trail("table-undo")


@pytest.mark.parametrize(("players", "kind"), [(2, "duel"), (1, "solo"), (3, "lost_mines")])
def test_where_cards_are_drawn_a_discard_stands(moderator: User, players: int, kind: str) -> None:
    """In The Lost Mines the dwarf then stays, as he must, and the turn ends."""
    table = new_table(players, kind=kind)
    (seat,) = table.rules.waiting_for(table.state)
    play(table, f"discard {table.state.hands[seat][0]}")
    with pytest.raises(NotAllowed, match="secret-shown"):
        undo.take_back(order(moderator, table))


def test_a_card_laid_in_the_lost_mines_can_be_taken_back_until_he_has_walked(
    moderator: User,
) -> None:
    """The stock is full: what shows a card is the end of the turn."""
    table, before, text = _a_dwarf_may_walk()
    play(table, text)
    undo.take_back(order(moderator, table))
    assert rows(table) == before
    table = play(load(table.game), text)
    play(table, "stay")
    with pytest.raises(NotAllowed, match="secret-shown"):
        undo.take_back(order(moderator, table))
    assert sound(table)


def _a_dwarf_may_walk() -> tuple[Table, list[list[tuple[object, ...]]], str]:
    """A table of The Lost Mines, its rows, and a card to be laid where its dwarf can go.

    Of so many deals, one has such a card in the first hand.
    """
    for _ in range(30):
        table = new_table(3, kind="lost_mines")
        for text in quiet_moves(table):
            if text.startswith("place") and _leads_somewhere(table, text):
                return table, rows(table), text
    raise AssertionError("nobody can lay a card")


def _leads_somewhere(table: Table, text: str) -> bool:
    rules = table.rules
    (seat,) = rules.waiting_for(table.state)
    return rules.forced(rules.play(table.state, seat, rules.parse_move(text)).after) is None


def test_before_the_first_move_there_is_nothing_to_take_back(moderator: User) -> None:
    with pytest.raises(NotAllowed, match="no-move"):
        undo.take_back(order(moderator, new_table(3)))


def test_a_log_that_does_not_replay_is_left_alone(moderator: User) -> None:
    table = play_any(new_table(3))
    table.game.moves.filter(number=2).update(digest="0" * 64)
    with pytest.raises(NotAllowed, match="unsound"):
        undo.take_back(order(moderator, table))


def test_it_leaves_a_trace_a_line_and_a_notice(moderator: User) -> None:
    table = late_table()
    table = play(table, quiet_moves(table)[0])
    number, mover = table.game.length, table.game.moves.latest("number").seat
    undo.take_back(order(moderator, table))
    (entry,) = trail("table-undo")
    assert (entry.actor, entry.reason) == (moderator, REASON)
    assert (entry.after["move"], entry.after["seat"]) == (number, mover)
    assert logged(table) == [("undo", str(number))]
    assert [what for what, _ in told(table)] == ["undone"] * 3
    seat = Seat.objects.get(game=table.game, on_turn=True)
    assert seat.number == mover
    assert seat.due_at is not None


def test_who_may_not_is_refused() -> None:
    table = late_table()
    table = play(table, quiet_moves(table)[0])
    for actor in (UserFactory.create(), staff(), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            undo.take_back(order(actor, table))
    with pytest.raises(NotAllowed, match="moved-on"):
        undo.take_back(order(staff(MODERATOR), table, changes=1))
    with pytest.raises(NotAllowed, match="no-reason"):
        undo.take_back(order(staff(MODERATOR), table, reason=" "))
    assert table.game.length == load(table.game).game.length


def test_a_replay_finds_an_undo_of_something_else(moderator: User) -> None:
    table = late_table()
    table = play(table, quiet_moves(table)[0])
    undo.take_back(order(moderator, table))
    entry = table.game.moves.get(kind="undo")
    entry.text = str(int(entry.text) - 1)
    entry.save()
    verdict = record.replay(load(table.game).game)
    assert verdict.what == "it takes back what was not the last move"
    assert verdict.number == entry.number
