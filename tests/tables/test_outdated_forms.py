"""Votes, seat changes and chat make no form out of date, but open pages show them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from config.clock import now
from games.engine import Move
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions
from games.players import vacation as vacations
from games.tables import services, tasks
from games.tables.models import Seat, Table
from games.tables.presenters import chat_log
from games.tables.services import bot_moves
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import late_table, order, quiet_moves
from tests.moderation.staff import staff
from tests.tables.play import any_move, load, new_table, on_turn, play, refused, seat_on_turn, token
from tests.tables.steps import lost_mines, step

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
DAY = timedelta(days=1)


def others(loaded: LoadedTable) -> list[User]:
    """Return the players who are not on turn."""
    return [seat.user for seat in loaded.seats if seat.user and not seat.on_turn]


def vote(loaded: LoadedTable) -> None:
    services.agree_to_cancel(others(loaded)[0], loaded.table.code, True, now())


def vote_and_withdraw(loaded: LoadedTable) -> None:
    vote(loaded)
    services.agree_to_cancel(others(loaded)[0], loaded.table.code, False, now())


def leave(loaded: LoadedTable) -> None:
    services.leave(others(loaded)[0], loaded.table.code, now())


def leave_and_come_back(loaded: LoadedTable) -> None:
    leaver = others(loaded)[0]
    services.leave(leaver, loaded.table.code, now())
    services.take_back(leaver, loaded.table.code, now())


def hand_over(loaded: LoadedTable) -> None:
    number = next(seat.number for seat in loaded.seats if seat.user == others(loaded)[0])
    leave(loaded)
    services.take_seat(UserFactory.create(), loaded.table.code, number, now())


def to_a_bot(loaded: LoadedTable) -> None:
    leave(loaded)
    Seat.objects.filter(table=loaded.table, user=None).update(offered_until=now())
    assert tasks.end_offers() == 1


def come_back_from_an_offer(loaded: LoadedTable) -> None:
    absent = seat_on_turn(loaded)
    Seat.objects.filter(pk=absent.pk).update(excused_left=0, absences=1, due_at=now() - DAY)
    assert services.miss_turn(absent.pk, now())
    services.come_back(on_turn(loaded), loaded.table.code, now())


def be_excused(loaded: LoadedTable) -> None:
    seat = seat_on_turn(loaded)
    Seat.objects.filter(pk=seat.pk).update(excused_left=1, due_at=now() - DAY)
    assert services.miss_turn(seat.pk, now())


def go_on_vacation(loaded: LoadedTable) -> None:
    today = now().date()
    vacations.announce_vacation(others(loaded)[0], today + DAY, today + 2 * DAY, now())


def end_a_vacation(loaded: LoadedTable) -> None:
    go_on_vacation(loaded)
    vacations.end_vacation(others(loaded)[0], now())


def pause_and_resume(loaded: LoadedTable) -> None:
    moderator = staff(MODERATOR)
    table_actions.pause_table(order(moderator, loaded))
    table_actions.resume_table(order(moderator, loaded))


def give_more_time(loaded: LoadedTable) -> None:
    table_actions.extend_deadline(order(staff(MODERATOR), loaded), seat_on_turn(loaded).number, 6)


def close_the_chat(loaded: LoadedTable) -> None:
    table_actions.set_chat(order(staff(MODERATOR), loaded), True)


def take_a_player_away(loaded: LoadedTable) -> None:
    number = next(seat.number for seat in loaded.seats if seat.user == others(loaded)[0])
    table_actions.remove_player(order(staff(MODERATOR), loaded), number, "bot")


NO_MOVES = [
    vote, vote_and_withdraw, leave, leave_and_come_back, hand_over, to_a_bot,
    come_back_from_an_offer, be_excused, go_on_vacation, end_a_vacation, pause_and_resume,
    give_more_time, close_the_chat, take_a_player_away,
]  # fmt: skip


@pytest.mark.parametrize("happens", NO_MOVES)
def test_only_moves_make_forms_out_of_date(happens: Callable[[LoadedTable], None]) -> None:
    loaded = play(new_table(3))
    mover, text = on_turn(loaded), any_move(loaded)
    seen = chat_log.chat_key(loaded.table, gallery=False)
    happens(loaded)
    after = load(loaded.table)
    assert chat_log.chat_key(after.table, gallery=False) != seen  # a poll shows it
    services.play_move(mover, loaded.table.code, text, loaded.table.version, token(), now())
    assert load(loaded.table).table.log.filter(move=text, kind="move").exists()


def test_a_form_from_before_an_answer_stays_valid_after_a_vote() -> None:
    loaded = step(lost_mines(), 0, "propose end")
    old = loaded.table.version
    loaded = step(loaded, 1, "agree end")
    services.agree_to_cancel(others(loaded)[0], loaded.table.code, True, now())
    assert step(loaded, 0, "discard sw", version=old).state.phase == "walk"


def test_during_a_pause_a_form_is_refused_for_the_pause_and_not_as_old() -> None:
    loaded = new_table(3)
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    with refused("paused"):
        play(loaded)


@pytest.mark.parametrize("skip", [True, False], ids=["skipped", "moved"])
def test_playing_a_card_makes_forms_out_of_date(skip: bool) -> None:
    loaded = new_table(3)
    mover, text = on_turn(loaded), any_move(loaded)
    if skip:
        table_actions.skip_turn(order(staff(MODERATOR), loaded), seat_on_turn(loaded).number)
    else:
        play(loaded)
    with refused("moved-on"):
        services.play_move(mover, loaded.table.code, text, loaded.table.version, token(), now())


def test_an_undo_makes_forms_from_before_and_after_the_move_out_of_date() -> None:
    before = late_table()
    mover, text = on_turn(before), quiet_moves(before)[0]
    after = play(before, text)
    table_actions.undo_last_move(order(staff(MODERATOR), after))
    for form in (before.table.version, after.table.version):
        with refused("moved-on"):
            services.play_move(mover, before.table.code, text, form, token(), now())
    play(load(before.table), text)


# --- votes ----------------------------------------------------------------------------------------


def test_the_same_vote_again_changes_nothing() -> None:
    loaded = new_table(3)
    vote(loaded)
    once = load(loaded.table)
    vote(once)
    assert load(loaded.table).table.changes == once.table.changes


def test_a_repeated_vote_counts_when_all_others_have_left_meanwhile() -> None:
    loaded = new_table(2, bots=1)
    first, second = (seat.user for seat in loaded.seats if seat.user)
    services.agree_to_cancel(first, loaded.table.code, True, now())
    services.leave(second, loaded.table.code, now())
    services.agree_to_cancel(first, loaded.table.code, True, now())
    assert load(loaded.table).table.status == Table.Status.CANCELLED


# --- bots -----------------------------------------------------------------------------------------


def thought(loaded: LoadedTable) -> tuple[Seat, Move, int]:
    """Return what a bot has decided to do, and for which version."""
    seat = seat_on_turn(loaded)
    return seat, loaded.rules.legal_moves(loaded.state, seat.number)[0], loaded.table.version


def test_a_bot_moves_even_if_people_vote_while_it_thinks() -> None:
    loaded = new_table(2, bots=1)
    while not seat_on_turn(loaded).bot:
        loaded = play(loaded)
    chosen = thought(loaded)
    vote_and_withdraw(loaded)
    assert bot_moves.bot_plays(*chosen, now())
    assert load(loaded.table).table.length > loaded.table.length


def test_a_bot_does_not_move_for_a_player_who_came_back_while_it_thought() -> None:
    loaded = new_table(3, offer_hours=0)
    leaver = on_turn(loaded)
    services.leave(leaver, loaded.table.code, now())
    chosen = thought(load(loaded.table))
    services.take_back(leaver, loaded.table.code, now())
    assert not bot_moves.bot_plays(*chosen, now())
    assert load(loaded.table).seats[chosen[0].number].user == leaver


def test_a_bot_does_not_move_while_the_table_is_paused() -> None:
    loaded = new_table(1, bots=2)
    while not seat_on_turn(loaded).bot:
        loaded = play(loaded)
    chosen = thought(loaded)
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    assert not bot_moves.bot_plays(*chosen, now())
