"""A pause: every clock stops, nobody moves, and all of it runs on with what was left."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from config.clock import now
from games import services
from games.models import Seat
from games.moderation import tables
from games.moderation.roles import MODERATOR, NotAllowed
from games.services import Refused
from games.store import Table
from tests.factories import UserFactory
from tests.games.play import load, new_table, on_turn, token
from tests.games.play import play as play_any
from tests.moderation.at_tables import order
from tests.moderation.staff import staff

pytestmark = [pytest.mark.django_db, pytest.mark.both]

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


def turn_seat(table: Table) -> Seat:
    return Seat.objects.get(game=table.game, on_turn=True)


def paused(table: Table) -> Table:
    tables.pause(order(staff(MODERATOR), table))
    return load(table.game)


def test_a_paused_table_has_no_clock_that_a_sweep_could_find(moderator: User) -> None:
    table = paused(new_table(2, bots=1))
    far = now() + 400 * DAY
    assert not services.overdue(far).filter(game=table.game).exists()
    assert not services.to_remind(far).filter(game=table.game).exists()
    assert not services.stale_offers(far).filter(game=table.game).exists()
    assert not services.bots_due(far).filter(game=table.game).exists()
    assert not services.lifeless(far).filter(pk=table.game.pk).exists()


def test_time_that_was_left_is_left_when_it_goes_on(moderator: User) -> None:
    table = new_table(3, sleep_aware=False)
    seat, at = turn_seat(table), now()
    assert seat.due_at
    assert seat.remind_at
    tables.pause(order(moderator, table, at=at + 5 * HOUR))
    later = at + 9 * DAY
    tables.resume(order(moderator, table, at=later))
    after = turn_seat(table)
    assert after.due_at is not None
    assert after.remind_at is not None
    assert after.due_at - later == seat.due_at - (at + 5 * HOUR)
    assert after.remind_at - later == seat.remind_at - (at + 5 * HOUR)
    game = load(table.game).game
    assert table.game.abandon_at is not None
    assert game.abandon_at is not None
    assert game.abandon_at - later == table.game.abandon_at - (at + 5 * HOUR)
    assert (game.paused_at, game.held_abandon, after.held_due) == (None, None, None)


def test_an_offer_stands_still_too(moderator: User) -> None:
    table = new_table(3)
    services.leave(table.seats[1].user, table.game.code, now())  # type: ignore[arg-type]
    at = now()
    until = Seat.objects.get(game=table.game, number=1).offered_until
    tables.pause(order(moderator, table, at=at))
    with pytest.raises(Refused, match="paused"):
        services.take_seat(UserFactory.create(), table.game.code, 1, now())
    tables.resume(order(moderator, table, at=at + DAY))
    after = Seat.objects.get(game=table.game, number=1)
    assert until is not None
    assert after.offered_until == until + DAY


def test_nobody_moves_while_it_is_paused_and_the_page_says_so(moderator: User) -> None:
    table = paused(new_table(3))
    with pytest.raises(Refused, match="paused"):
        play_any(table)
    tables.resume(order(moderator, table))
    assert play_any(load(table.game)).game.length == table.game.length + 2


def test_a_bot_waits_while_it_is_paused_and_moves_when_it_goes_on(moderator: User) -> None:
    table = new_table(1, bots=3)
    while not turn_seat(table).bot:
        table = play_any(table)
    seat = turn_seat(table)
    paused(table)
    assert not services.let_bot_move(seat.pk, now() + DAY)
    tables.resume(order(moderator, table))
    assert services.let_bot_move(seat.pk, now() + DAY)


def test_who_leaves_while_it_is_paused_leaves_a_seat_whose_offer_begins_later(
    moderator: User,
) -> None:
    table = paused(new_table(3))
    user = on_turn(table)
    services.leave(user, table.game.code, now())
    seat = turn_seat(table)
    assert (seat.user_id, seat.offered_until, seat.held_offer) == (None, None, 24 * HOUR)
    later = now() + DAY
    tables.resume(order(moderator, table, at=later))
    assert turn_seat(table).offered_until == later + 24 * HOUR


def test_a_vacation_announced_while_it_is_paused_starts_no_clock(moderator: User) -> None:
    table = paused(new_table(3))
    user, day = on_turn(table), now().date() + timedelta(days=2)
    services.announce_vacation(user, day, day, now())
    seat = turn_seat(table)
    assert seat.due_at is None
    assert seat.held_due is not None


def test_talking_at_a_paused_table_wakes_no_sweep(moderator: User) -> None:
    table = paused(new_table(3))
    services.say(on_turn(table), table.game.code, "what is it?", token(), now())
    assert load(table.game).game.abandon_at is None


def test_a_table_is_paused_once_and_goes_on_once(moderator: User) -> None:
    table = paused(new_table(3))
    with pytest.raises(NotAllowed, match="paused-already"):
        tables.pause(order(moderator, table))
    tables.resume(order(moderator, table))
    with pytest.raises(NotAllowed, match="not-paused"):
        tables.resume(order(moderator, table))
