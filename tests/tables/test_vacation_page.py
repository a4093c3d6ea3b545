"""Going away: announced, seen before and after, ended early."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.tables.services import vacation as vacations
from tests.factories import UserFactory
from tests.real_tables import running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
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
def test_days_that_make_no_sense_get_a_clear_answer(
    theirs: Client, bob: User, first: Any, last: Any
) -> None:
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
def test_it_can_be_ended_early_or_called_off(theirs: Client, bob: User, first: int) -> None:
    announce(theirs, day(first), day(first + 2))
    assert theirs.post(f"{PAGE}end/").status_code == 302
    assert 'name="first_day"' in theirs.get(PAGE).content.decode()
    again = theirs.post(f"{PAGE}end/", follow=True)
    assert [message.level_tag for message in again.context["messages"]] == ["error"]


def test_tables_say_before_and_after_whether_they_honour_it(theirs: Client, bob: User) -> None:
    kind = running(bob, *UserFactory.create_batch(2), title="Kind")
    strict = running(bob, *UserFactory.create_batch(2), title="Strict", vacation_ok=False)
    for _ in range(2):
        page = theirs.get(PAGE)
        assert page.context["covered"] == [kind]
        assert page.context["uncovered"] == [strict]
        announce(theirs, day(0), day(1))


def test_nobody_ends_the_vacation_of_another(bob: User) -> None:
    vacations.announce_vacation(bob, day(0), day(1), now())
    signed_in(UserFactory.create()).post(f"{PAGE}end/")
    bob.refresh_from_db()
    assert bob.away_to == day(1)
