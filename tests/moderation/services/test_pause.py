"""A pause: every clock stops, nobody moves, and clocks resume with the time that was left."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from config.clock import now
from games.moderation.permissions import MODERATOR, NotAllowed
from games.moderation.services import table_actions
from games.players import vacation as vacations
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.refusals import Refused
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.staff import staff
from tests.tables.play import load, new_table, on_turn, token
from tests.tables.play import play as play_any

pytestmark = [pytest.mark.django_db, pytest.mark.both]

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture
def moderator() -> User:
    return staff(MODERATOR)


def turn_seat(loaded: LoadedTable) -> Seat:
    return Seat.objects.get(table=loaded.table, on_turn=True)


def paused(loaded: LoadedTable) -> LoadedTable:
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    return load(loaded.table)


def test_a_paused_table_has_no_deadline_for_a_sweep_to_find(moderator: User) -> None:
    loaded = paused(new_table(2, bots=1))
    far = now() + 400 * DAY
    assert not Seat.objects.overdue(far).filter(table=loaded.table).exists()
    assert not Seat.objects.to_remind(far).filter(table=loaded.table).exists()
    assert not Seat.objects.offers_expired(far).filter(table=loaded.table).exists()
    assert not Seat.objects.bots_due(far).filter(table=loaded.table).exists()
    assert not Table.objects.abandoned(far).filter(pk=loaded.table.pk).exists()


def test_a_resumed_table_has_the_time_that_was_left(moderator: User) -> None:
    loaded = new_table(3, sleep_aware=False)
    seat, at = turn_seat(loaded), now()
    assert seat.due_at
    assert seat.remind_at
    table_actions.pause_table(order(moderator, loaded, at=at + 5 * HOUR))
    later = at + 9 * DAY
    table_actions.resume_table(order(moderator, loaded, at=later))
    after = turn_seat(loaded)
    assert after.due_at is not None
    assert after.remind_at is not None
    assert after.due_at - later == seat.due_at - (at + 5 * HOUR)
    assert after.remind_at - later == seat.remind_at - (at + 5 * HOUR)
    table = load(loaded.table).table
    assert loaded.table.abandon_at is not None
    assert table.abandon_at is not None
    assert table.abandon_at - later == loaded.table.abandon_at - (at + 5 * HOUR)
    assert (table.paused_at, table.held_abandon, after.held_due) == (None, None, None)


def test_a_pause_stops_the_time_of_an_offer_too(moderator: User) -> None:
    loaded = new_table(3)
    services.leave(loaded.seats[1].user, loaded.table.code, now())  # type: ignore[arg-type]
    at = now()
    until = Seat.objects.get(table=loaded.table, number=1).offered_until
    table_actions.pause_table(order(moderator, loaded, at=at))
    with pytest.raises(Refused, match="paused"):
        services.take_seat(UserFactory.create(), loaded.table.code, 1, now())
    table_actions.resume_table(order(moderator, loaded, at=at + DAY))
    after = Seat.objects.get(table=loaded.table, number=1)
    assert until is not None
    assert after.offered_until == until + DAY


def test_nobody_can_move_at_a_paused_table(moderator: User) -> None:
    loaded = paused(new_table(3))
    with pytest.raises(Refused, match="paused"):
        play_any(loaded)
    table_actions.resume_table(order(moderator, loaded))
    assert play_any(load(loaded.table)).table.length == loaded.table.length + 2


def test_a_bot_waits_during_a_pause_and_moves_afterwards(moderator: User) -> None:
    loaded = new_table(1, bots=3)
    while not turn_seat(loaded).bot:
        loaded = play_any(loaded)
    seat = turn_seat(loaded)
    paused(loaded)
    assert not services.let_bot_move(seat.pk, now() + DAY)
    table_actions.resume_table(order(moderator, loaded))
    assert services.let_bot_move(seat.pk, now() + DAY)


def test_a_seat_left_during_a_pause_is_offered_when_it_ends(
    moderator: User,
) -> None:
    loaded = paused(new_table(3))
    user = on_turn(loaded)
    services.leave(user, loaded.table.code, now())
    seat = turn_seat(loaded)
    assert (seat.user_id, seat.offered_until, seat.held_offer) == (None, None, 24 * HOUR)
    later = now() + DAY
    table_actions.resume_table(order(moderator, loaded, at=later))
    assert turn_seat(loaded).offered_until == later + 24 * HOUR


def test_a_vacation_announced_during_a_pause_starts_no_clock(moderator: User) -> None:
    loaded = paused(new_table(3))
    user, day = on_turn(loaded), now().date() + timedelta(days=2)
    vacations.announce_vacation(user, day, day, now())
    seat = turn_seat(loaded)
    assert seat.due_at is None
    assert seat.held_due is not None


def test_chat_at_a_paused_table_sets_no_deadline(moderator: User) -> None:
    loaded = paused(new_table(3))
    services.say(on_turn(loaded), loaded.table.code, "what is it?", token(), now())
    assert load(loaded.table).table.abandon_at is None


def test_a_table_is_paused_once_and_resumed_once(moderator: User) -> None:
    loaded = paused(new_table(3))
    with pytest.raises(NotAllowed, match="paused-already"):
        table_actions.pause_table(order(moderator, loaded))
    table_actions.resume_table(order(moderator, loaded))
    with pytest.raises(NotAllowed, match="not-paused"):
        table_actions.resume_table(order(moderator, loaded))
