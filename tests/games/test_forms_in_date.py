"""What is no move makes no move out of date, and is seen by every open page all the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from config.clock import now
from games import services, tasks
from games.models import Game, Seat
from games.moderation import tables, undo
from games.moderation.roles import MODERATOR
from games.services import play as bots
from games.show import talk
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import (
    any_move,
    load,
    new_table,
    on_turn,
    play,
    refused,
    seat_on_turn,
    token,
)
from tests.games.steps import lost_mines, step
from tests.moderation.at_tables import late_table, order, quiet_moves
from tests.moderation.staff import staff

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


def others(table: Table) -> list[User]:
    """Who is not on turn."""
    return [seat.user for seat in table.seats if seat.user and not seat.on_turn]


def vote(table: Table) -> None:
    services.agree_to_cancel(others(table)[0], table.game.code, True, now())


def vote_and_withdraw(table: Table) -> None:
    vote(table)
    services.agree_to_cancel(others(table)[0], table.game.code, False, now())


def leave(table: Table) -> None:
    services.leave(others(table)[0], table.game.code, now())


def leave_and_come_back(table: Table) -> None:
    leaver = others(table)[0]
    services.leave(leaver, table.game.code, now())
    services.take_back(leaver, table.game.code, now())


def hand_over(table: Table) -> None:
    number = next(seat.number for seat in table.seats if seat.user == others(table)[0])
    leave(table)
    services.take_seat(UserFactory.create(), table.game.code, number, now())


def to_a_bot(table: Table) -> None:
    leave(table)
    Seat.objects.filter(game=table.game, user=None).update(offered_until=now())
    assert tasks.end_offers() == 1


def come_back_from_an_offer(table: Table) -> None:
    absent = seat_on_turn(table)
    Seat.objects.filter(pk=absent.pk).update(excused_left=0, absences=1, due_at=now() - DAY)
    assert services.miss_turn(absent.pk, now())
    services.come_back(on_turn(table), table.game.code, now())


def be_excused(table: Table) -> None:
    seat = seat_on_turn(table)
    Seat.objects.filter(pk=seat.pk).update(excused_left=1, due_at=now() - DAY)
    assert services.miss_turn(seat.pk, now())


def go_on_vacation(table: Table) -> None:
    today = now().date()
    services.announce_vacation(others(table)[0], today + DAY, today + 2 * DAY, now())


def end_a_vacation(table: Table) -> None:
    go_on_vacation(table)
    services.end_vacation(others(table)[0], now())


def pause_and_resume(table: Table) -> None:
    moderator = staff(MODERATOR)
    tables.pause(order(moderator, table))
    tables.resume(order(moderator, table))


def give_more_time(table: Table) -> None:
    tables.extend(order(staff(MODERATOR), table), seat_on_turn(table).number, 6)


def close_the_chat(table: Table) -> None:
    tables.set_chat(order(staff(MODERATOR), table), True)


def take_a_player_away(table: Table) -> None:
    number = next(seat.number for seat in table.seats if seat.user == others(table)[0])
    tables.remove_player(order(staff(MODERATOR), table), number, "bot")


NO_MOVES = [
    vote, vote_and_withdraw, leave, leave_and_come_back, hand_over, to_a_bot,
    come_back_from_an_offer, be_excused, go_on_vacation, end_a_vacation, pause_and_resume,
    give_more_time, close_the_chat, take_a_player_away,
]  # fmt: skip


@pytest.mark.parametrize("happens", NO_MOVES)
def test_what_is_no_move_makes_no_form_out_of_date(happens: Callable[[Table], None]) -> None:
    table = play(new_table(3))
    mover, text = on_turn(table), any_move(table)
    seen = talk.key(table.game, gallery=False)
    happens(table)
    after = load(table.game)
    assert talk.key(after.game, gallery=False) != seen  # a poll tells it
    services.play_move(mover, table.game.code, text, table.game.version, token(), now())
    assert load(table.game).game.moves.filter(text=text, kind="move").exists()


def test_a_form_from_before_an_answer_outlives_what_is_no_move_as_well() -> None:
    table = step(lost_mines(), 0, "propose end")
    old = table.game.version
    table = step(table, 1, "agree end")
    services.agree_to_cancel(others(table)[0], table.game.code, True, now())
    assert step(table, 0, "discard sw", version=old).state.phase == "walk"


def test_while_it_is_paused_a_form_is_refused_for_that_and_not_as_old() -> None:
    table = new_table(3)
    tables.pause(order(staff(MODERATOR), table))
    with refused("paused"):
        play(table)


@pytest.mark.parametrize("skip", [True, False], ids=["skipped", "moved"])
def test_whatever_plays_a_card_makes_forms_out_of_date(skip: bool) -> None:
    table = new_table(3)
    mover, text = on_turn(table), any_move(table)
    if skip:
        tables.skip(order(staff(MODERATOR), table), seat_on_turn(table).number)
    else:
        play(table)
    with refused("moved-on"):
        services.play_move(mover, table.game.code, text, table.game.version, token(), now())


def test_an_undo_makes_the_forms_of_before_and_after_the_move_out_of_date() -> None:
    before = late_table()
    mover, text = on_turn(before), quiet_moves(before)[0]
    after = play(before, text)
    undo.take_back(order(staff(MODERATOR), after))
    for form in (before.game.version, after.game.version):
        with refused("moved-on"):
            services.play_move(mover, before.game.code, text, form, token(), now())
    play(load(before.game), text)


# --- votes ----------------------------------------------------------------------------------------


def test_the_same_vote_again_changes_nothing() -> None:
    table = new_table(3)
    vote(table)
    once = load(table.game)
    vote(once)
    assert load(table.game).game.changes == once.game.changes


def test_a_vote_again_counts_when_all_others_have_left_meanwhile() -> None:
    table = new_table(2, bots=1)
    first, second = (seat.user for seat in table.seats if seat.user)
    services.agree_to_cancel(first, table.game.code, True, now())
    services.leave(second, table.game.code, now())
    services.agree_to_cancel(first, table.game.code, True, now())
    assert load(table.game).game.status == Game.Status.CANCELLED


# --- bots -----------------------------------------------------------------------------------------


def thought(table: Table) -> tuple[Seat, object, int]:
    """What a bot has made up its mind to do, and for which version."""
    seat = seat_on_turn(table)
    return seat, table.rules.legal_moves(table.state, seat.number)[0], table.game.version


def test_a_bot_moves_though_people_vote_while_it_thinks() -> None:
    table = new_table(2, bots=1)
    while not seat_on_turn(table).bot:
        table = play(table)
    chosen = thought(table)
    vote_and_withdraw(table)
    assert bots.bot_plays(*chosen, now())
    assert load(table.game).game.length > table.game.length


def test_a_bot_does_not_move_for_who_has_come_back_while_it_thought() -> None:
    table = new_table(3, offer_hours=0)
    leaver = on_turn(table)
    services.leave(leaver, table.game.code, now())
    chosen = thought(load(table.game))
    services.take_back(leaver, table.game.code, now())
    assert not bots.bot_plays(*chosen, now())
    assert load(table.game).seats[chosen[0].number].user == leaver


def test_a_bot_does_not_move_while_the_table_is_paused() -> None:
    table = new_table(1, bots=2)
    while not seat_on_turn(table).bot:
        table = play(table)
    chosen = thought(table)
    tables.pause(order(staff(MODERATOR), table))
    assert not bots.bot_plays(*chosen, now())
