"""Undoing the last move: only if nobody learned anything; exact, and logged."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.engine import state_hash
from games.kinds import read_move
from games.moderation.permissions import MODERATOR, OPERATOR, NotAllowed
from games.moderation.services import table_actions
from games.replays import log_check
from games.tables.models import LogEntry, Seat
from games.tables.store import LoadedTable
from tests.factories import UserFactory
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
from tests.tables.play import load, new_table, on_turn
from tests.tables.play import play as play_any

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


def state_digest(loaded: LoadedTable) -> str:
    return state_hash(loaded.rules.pieces(load(loaded.table).state))


@pytest.mark.parametrize(
    ("players", "kind"), [(3, "classic"), (2, "duel"), (1, "solo"), (3, "lost_mines")]
)
def test_an_undo_restores_rows_and_digest_for_every_way_to_play(
    moderator: User, players: int, kind: str
) -> None:
    loaded = late_table(players, kind)
    texts = quiet_moves(loaded)
    assert len(texts) > 1
    for text in texts:
        before, was, mover = rows(loaded), state_digest(loaded), on_turn(loaded)
        play(loaded, text)
        assert rows(loaded) != before, text
        table_actions.undo_last_move(order(moderator, loaded))
        loaded = load(loaded.table)
        assert (rows(loaded), state_digest(loaded), on_turn(loaded)) == (before, was, mover), text
    assert sound(loaded)


def test_two_undos_in_a_row_step_back_twice(moderator: User) -> None:
    loaded = late_table()
    first = rows(loaded)
    for _ in range(2):
        loaded = play(loaded, quiet_moves(loaded)[0])
    numbers = [loaded.table.length, loaded.table.length - 1]
    table_actions.undo_last_move(order(moderator, loaded))
    table_actions.undo_last_move(order(moderator, loaded))
    assert rows(loaded) == first
    undone = [entry.undone for entry in loaded.table.log.filter(kind="undo").order_by("number")]
    assert undone == numbers
    assert sound(loaded)
    with pytest.raises(NotAllowed, match="secret-shown"):
        table_actions.undo_last_move(
            order(moderator, loaded)
        )  # the move before it drew the last card


def test_an_undo_cannot_be_undone(moderator: User) -> None:
    loaded = late_table()
    loaded = play(loaded, quiet_moves(loaded)[0])
    table_actions.undo_last_move(order(moderator, loaded))
    latest = load(loaded.table).table.length
    assert loaded.table.log.get(number=latest).kind == LogEntry.Kind.UNDO
    with pytest.raises(NotAllowed, match=r"not-the-last|secret-shown"):
        table_actions.undo_last_move(order(moderator, loaded), latest)


def test_after_an_undo_the_player_moves_again(moderator: User) -> None:
    loaded = late_table()
    loaded = play(loaded, quiet_moves(loaded)[0])
    table_actions.undo_last_move(order(moderator, loaded))
    loaded = load(loaded.table)
    loaded = play(loaded, quiet_moves(loaded)[-1])
    assert sound(loaded)
    table_actions.undo_last_move(order(moderator, loaded), loaded.table.length)
    assert sound(loaded)


def test_later_entries_do_not_prevent_an_undo(moderator: User) -> None:
    loaded = late_table()
    before = rows(loaded)
    number = play(loaded, quiet_moves(loaded)[0]).table.length
    table_actions.pause_table(order(moderator, loaded))
    table_actions.undo_last_move(order(moderator, loaded), number)
    seat = Seat.objects.get(table=loaded.table, on_turn=True)
    assert (rows(loaded), seat.due_at, seat.held_due is not None) == (before, None, True)
    table_actions.resume_table(order(moderator, loaded))
    assert sound(loaded)


def test_a_skipped_turn_can_be_undone(moderator: User) -> None:
    loaded = late_table()
    before = rows(loaded)
    table_actions.skip_turn(order(moderator, loaded), loaded.rules.waiting_for(loaded.state)[0])
    table_actions.undo_last_move(order(moderator, loaded))
    assert rows(loaded) == before
    assert sound(loaded)


def test_a_move_that_drew_a_card_cannot_be_undone(moderator: User) -> None:
    loaded = play_any(new_table(3))
    changes = loaded.table.changes
    with pytest.raises(NotAllowed, match="secret-shown"):
        table_actions.undo_last_move(order(moderator, loaded))
    assert load(loaded.table).table.changes == changes
    assert not trail("table-undo")


@pytest.mark.parametrize(("players", "kind"), [(2, "duel"), (1, "solo"), (3, "lost_mines")])
def test_a_discard_that_draws_a_card_cannot_be_undone(
    moderator: User, players: int, kind: str
) -> None:
    """In The Lost Mines the dwarf then has to stay, and the turn ends."""
    loaded = new_table(players, kind=kind)
    (seat,) = loaded.rules.waiting_for(loaded.state)
    play(loaded, f"discard {loaded.state.hands[seat][0]}")
    with pytest.raises(NotAllowed, match="secret-shown"):
        table_actions.undo_last_move(order(moderator, loaded))


def test_a_card_laid_in_the_lost_mines_can_be_undone_until_the_dwarf_walks(
    moderator: User,
) -> None:
    """The stock is full: only the end of the turn shows a card."""
    loaded, before, text = _a_dwarf_may_walk()
    play(loaded, text)
    table_actions.undo_last_move(order(moderator, loaded))
    assert rows(loaded) == before
    loaded = play(load(loaded.table), text)
    play(loaded, "stay")
    with pytest.raises(NotAllowed, match="secret-shown"):
        table_actions.undo_last_move(order(moderator, loaded))
    assert sound(loaded)


def _a_dwarf_may_walk() -> tuple[LoadedTable, list[list[tuple[object, ...]]], str]:
    """Return a table of The Lost Mines, its rows, and a card to lay where its dwarf can go.

    One of these deals has such a card in the first hand.
    """
    for _ in range(30):
        loaded = new_table(3, kind="lost_mines")
        for text in quiet_moves(loaded):
            if text.startswith("place") and _leads_somewhere(loaded, text):
                return loaded, rows(loaded), text
    raise AssertionError("nobody can lay a card")


def _leads_somewhere(loaded: LoadedTable, text: str) -> bool:
    rules = loaded.rules
    (seat,) = rules.waiting_for(loaded.state)
    return rules.forced(rules.play(loaded.state, seat, read_move(rules, text)).after) is None


def test_before_the_first_move_there_is_nothing_to_undo(moderator: User) -> None:
    with pytest.raises(NotAllowed, match="no-move"):
        table_actions.undo_last_move(order(moderator, new_table(3)))


def test_a_log_that_does_not_replay_is_left_alone(moderator: User) -> None:
    loaded = play_any(new_table(3))
    loaded.table.log.filter(number=2).update(state_hash="0" * 64)
    with pytest.raises(NotAllowed, match="unsound"):
        table_actions.undo_last_move(order(moderator, loaded))


def test_an_undo_leaves_an_entry_a_log_line_and_a_notice(moderator: User) -> None:
    loaded = late_table()
    loaded = play(loaded, quiet_moves(loaded)[0])
    number, mover = loaded.table.length, loaded.table.log.latest("number").seat
    table_actions.undo_last_move(order(moderator, loaded))
    (entry,) = trail("table-undo")
    assert (entry.actor, entry.reason) == (moderator, REASON)
    assert (entry.after["move"], entry.after["seat"]) == (number, mover)
    assert logged(loaded) == [("undo", str(number))]
    assert [what for what, _ in told(loaded)] == ["undone"] * 3
    seat = Seat.objects.get(table=loaded.table, on_turn=True)
    assert seat.number == mover
    assert seat.due_at is not None


def test_an_undo_needs_permission_and_a_reason() -> None:
    loaded = late_table()
    loaded = play(loaded, quiet_moves(loaded)[0])
    for actor in (UserFactory.create(), staff(), staff(OPERATOR)):
        with pytest.raises(NotAllowed, match="no-permission"):
            table_actions.undo_last_move(order(actor, loaded))
    with pytest.raises(NotAllowed, match="moved-on"):
        table_actions.undo_last_move(order(staff(MODERATOR), loaded, changes=1))
    with pytest.raises(NotAllowed, match="no-reason"):
        table_actions.undo_last_move(order(staff(MODERATOR), loaded, reason=" "))
    assert loaded.table.length == load(loaded.table).table.length


def test_a_replay_detects_an_undo_of_another_move(moderator: User) -> None:
    loaded = late_table()
    loaded = play(loaded, quiet_moves(loaded)[0])
    table_actions.undo_last_move(order(moderator, loaded))
    entry = loaded.table.log.get(kind="undo")
    entry.undone = (entry.undone or 0) - 1
    entry.save()
    verdict = log_check.check_table(load(loaded.table).table)
    assert verdict.what == "it takes back what was not the last move"
    assert verdict.number == entry.number
