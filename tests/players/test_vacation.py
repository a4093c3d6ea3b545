"""Vacations: a number of days a year, and their effect on running clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User, Vacation
from config.clock import now
from games.players import vacation as vacations
from games.tables import services
from games.tables.models import LogEntry
from games.tables.refusals import Refused
from games.tables.services.lobby import TablePlan
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.real_tables import running, signed_in
from tests.tables.play import any_move, load, on_turn, seat_on_turn, token

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
NOON = datetime(2026, 8, 3, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
TODAY = date(2026, 8, 3)


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, match=f"^{code}$")


def table_at_noon(**plan: Any) -> LoadedTable:
    """Deal a table at noon UTC to three players in Tokyo, where it is evening."""
    users = UserFactory.create_batch(3, time_zone="Asia/Tokyo")
    wanted = TablePlan("classic", 3, "Rainy Tuesday", **plan)
    table = services.open_table(users[0], wanted, token(), NOON)
    for user in users[1:]:
        services.join(user, table.code, NOON)
    return load(table)


def test_a_vacation_postpones_the_deadline_of_a_running_turn() -> None:
    loaded = table_at_noon(pace_hours=24)
    player = on_turn(loaded)
    vacations.announce_vacation(player, TODAY + DAY, TODAY + 7 * DAY, NOON + HOUR)
    after = load(loaded.table)
    seat = seat_on_turn(after)
    assert seat.due_at == NOON + 8 * DAY  # three hours before it, and twenty-one after
    assert seat.remind_at is not None
    assert seat.remind_at > NOON + 7 * DAY
    entry = after.table.log.get(kind=LogEntry.Kind.AWAY)
    assert (entry.seat, entry.as_text) == (seat.number, "2026-08-04/2026-08-10")
    assert after.table.changes == loaded.table.changes + 1
    assert after.table.version == loaded.table.version


def test_the_same_form_sent_again_announces_once() -> None:
    loaded = table_at_noon()
    player = on_turn(loaded)
    for _ in range(2):
        vacations.announce_vacation(player, TODAY, TODAY + DAY, NOON)
    assert Vacation.objects.count() == 1
    assert loaded.table.log.filter(kind=LogEntry.Kind.AWAY).count() == 1


def test_a_turn_starting_on_a_vacation_is_due_after_it() -> None:
    loaded = table_at_noon(pace_hours=24)
    (waiting,) = [loaded.seats[(seat_on_turn(loaded).number + 1) % 3].user]
    assert waiting is not None
    vacations.announce_vacation(waiting, TODAY, TODAY + DAY, NOON)
    version = load(loaded.table).table.version
    services.play_move(on_turn(loaded), loaded.table.code, any_move(loaded), version, token(), NOON)
    assert seat_on_turn(load(loaded.table)).due_at == NOON + timedelta(days=2, hours=3)


def test_a_table_that_ignores_vacations_is_named_and_keeps_its_deadline() -> None:
    loaded = table_at_noon(vacation_ok=False)
    vacations.announce_vacation(on_turn(loaded), TODAY, TODAY + 6 * DAY, NOON)
    after = load(loaded.table)
    page = signed_in(on_turn(loaded)).get(reverse("vacation")).context
    assert (page["covered"], page["uncovered"]) == ([], [loaded.table])
    assert seat_on_turn(after).due_at == seat_on_turn(loaded).due_at
    assert not after.table.log.filter(kind=LogEntry.Kind.AWAY).exists()


def test_ending_a_vacation_early_restores_the_time_that_was_left() -> None:
    loaded = table_at_noon(pace_hours=24)
    player = on_turn(loaded)
    vacations.announce_vacation(player, TODAY + DAY, TODAY + 7 * DAY, NOON)
    back = NOON + 3 * DAY
    vacations.end_vacation(player, back)
    assert seat_on_turn(load(loaded.table)).due_at == back + 21 * HOUR
    assert vacations.days_left(player, 2026) == 25  # the 4th, the 5th and the 6th were used
    with refused("no-vacation"):
        vacations.end_vacation(player, back)


def test_cancelling_a_future_vacation_restores_all_its_days() -> None:
    loaded = table_at_noon()
    player = on_turn(loaded)
    due = seat_on_turn(loaded).due_at
    vacations.announce_vacation(player, TODAY + DAY, TODAY + 7 * DAY, NOON)
    vacations.end_vacation(player, NOON + HOUR)
    player.refresh_from_db()
    assert (player.away_from, player.away_to) == (None, None)
    assert vacations.days_left(player, 2026) == 28
    assert seat_on_turn(load(loaded.table)).due_at == due


def test_a_vacation_ended_on_its_first_day_uses_one_day() -> None:
    player = UserFactory.create()
    vacations.announce_vacation(player, TODAY, TODAY + 2 * DAY, NOON)
    vacations.end_vacation(player, NOON)
    assert vacations.days_left(player, 2026) == 27
    vacations.announce_vacation(player, TODAY, TODAY + 26 * DAY, NOON)
    assert vacations.days_left(player, 2026) == 1


def test_each_year_has_its_days() -> None:
    player = UserFactory.create()
    with refused("vacation-too-long"):
        vacations.announce_vacation(player, TODAY, TODAY + 28 * DAY, NOON)
    vacations.announce_vacation(player, date(2026, 12, 20), date(2027, 1, 28), NOON)
    assert vacations.days_left(player, 2026) == 28 - 12
    assert vacations.days_left(player, 2027) == 0
    later = datetime(2027, 2, 1, tzinfo=UTC)
    with refused("vacation-too-long"):
        vacations.announce_vacation(player, date(2027, 3, 1), date(2027, 3, 1), later)


def test_an_endless_vacation_is_refused_at_once() -> None:
    with refused("vacation-too-long"):
        vacations.announce_vacation(UserFactory.create(), TODAY, date.max, NOON)


def test_vacations_must_be_in_the_future_in_order_and_not_overlap() -> None:
    player = UserFactory.create(time_zone="Asia/Tokyo")
    with refused("vacation-order"):
        vacations.announce_vacation(player, TODAY + DAY, TODAY, NOON)
    evening = NOON + 4 * HOUR  # tomorrow, in Tokyo
    with refused("vacation-past"):
        vacations.announce_vacation(player, TODAY, TODAY + DAY, evening)
    vacations.announce_vacation(player, TODAY + DAY, TODAY + DAY, evening)
    with refused("vacation-twice"):
        vacations.announce_vacation(player, TODAY + 2 * DAY, TODAY + 3 * DAY, evening)


def test_nobody_misses_a_turn_on_vacation() -> None:
    loaded = table_at_noon(pace_hours=24)
    vacations.announce_vacation(on_turn(loaded), TODAY, TODAY + 6 * DAY, NOON)
    seat = seat_on_turn(load(loaded.table))
    assert not services.miss_turn(seat.pk, NOON + 6 * DAY)
    assert not services.remind(seat.pk, NOON + 6 * DAY)
    assert services.miss_turn(seat.pk, NOON + 9 * DAY)


# Vacations on the page: announced, listed before and after, ended early.

PAGE = "/settings/vacation/"


@pytest.fixture
def bob() -> User:
    return UserFactory.create()


@pytest.fixture
def theirs(bob: User) -> Client:
    return signed_in(bob)


def day(number: int) -> date:
    return now().date() + timedelta(days=number)


def announce(client: Client, first: Any, last: Any) -> Any:
    return client.post(PAGE, {"first_day": str(first), "last_day": str(last)})


def test_a_vacation_is_announced_and_counted(theirs: Client, bob: User) -> None:
    before = theirs.get(PAGE).context["left"]
    assert announce(theirs, day(0), day(1)).status_code == 302
    bob.refresh_from_db()
    assert (bob.away_from, bob.away_to) == (day(0), day(1))
    page = theirs.get(PAGE)
    assert page.context["begun"]
    if day(1).year == day(0).year:
        assert page.context["left"] == before - 2
    assert 'name="first_day"' not in page.content.decode()


@pytest.mark.parametrize(
    ("first", "last"),
    [(3, 2), (-1, 2), (1, 60), ("", 3), ("soon", "later"), ("2026-02-31", "2026-03-01")],
)
def test_invalid_days_get_a_clear_answer(theirs: Client, bob: User, first: Any, last: Any) -> None:
    days = [day(each) if isinstance(each, int) else each for each in (first, last)]
    answer = announce(theirs, *days)
    assert answer.status_code == 422
    assert answer.context["form"].errors
    bob.refresh_from_db()
    assert bob.away_from is None


def test_a_second_vacation_has_to_wait(theirs: Client, bob: User) -> None:
    announce(theirs, day(1), day(2))
    assert announce(theirs, day(5), day(6)).status_code == 422
    bob.refresh_from_db()
    assert bob.away_from == day(1)


@pytest.mark.parametrize("first", [0, 3])
def test_a_vacation_can_be_ended_early_or_cancelled(theirs: Client, bob: User, first: int) -> None:
    announce(theirs, day(first), day(first + 2))
    assert theirs.post(f"{PAGE}end/").status_code == 302
    assert 'name="first_day"' in theirs.get(PAGE).content.decode()
    again = theirs.post(f"{PAGE}end/", follow=True)
    assert [message.level_tag for message in again.context["messages"]] == ["error"]


def test_the_page_lists_tables_with_and_without_vacations(theirs: Client, bob: User) -> None:
    kind = running(bob, *UserFactory.create_batch(2), title="Kind")
    strict = running(bob, *UserFactory.create_batch(2), title="Strict", vacation_ok=False)
    for _ in range(2):
        page = theirs.get(PAGE)
        assert page.context["covered"] == [kind]
        assert page.context["uncovered"] == [strict]
        announce(theirs, day(0), day(1))


def test_nobody_can_end_somebody_elses_vacation(bob: User) -> None:
    vacations.announce_vacation(bob, day(0), day(1), now())
    signed_in(UserFactory.create()).post(f"{PAGE}end/")
    bob.refresh_from_db()
    assert bob.away_to == day(1)
