"""Somebody looks into a table and takes a seat there in another tab: never both."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier

import pytest
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from config.clock import now
from games.moderation import permissions
from games.moderation.models import AuditEntry
from games.moderation.permissions import NotAllowed
from games.moderation.services import time_machine
from games.tables import services
from games.tables.models import Seat
from games.tables.refusals import Refused
from tests.faults.test_races import at_once
from tests.moderation.staff import staff
from tests.tables.play import new_table
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

TABLES = 8


@pytest.fixture(autouse=True)
def _groups() -> None:
    """Restore the groups: tests with real transactions empty every table."""
    for role, wanted in permissions.ROLES.items():
        group, _ = Group.objects.get_or_create(name=role)
        names = [name.split(".")[1] for name in wanted]
        group.permissions.set(Permission.objects.filter(codename__in=names))


def look(user: User, code: str) -> None:
    time_machine.open_secrets(user, code, 1, 1, "a race", now())


def sit(user: User, code: str) -> None:
    services.take_seat(user, code, 0, now())


def try_it(barrier: Barrier, what: str, actor: int, codes: list[str]) -> list[str]:
    """Act as the same person at one table after another, with another tab open."""
    user, answers = User.objects.get(pk=actor), []
    for code in codes:
        barrier.wait(PATIENCE)
        try:
            (look if what == "look" else sit)(user, code)
            answers.append("done")
        except (NotAllowed, Refused) as refused:
            answers.append(refused.code)
    return answers


def seat_on_offer() -> str:
    loaded = new_table(3)
    leaver = loaded.seats[0].user
    assert leaver is not None
    services.leave(leaver, loaded.table.code, now())
    return loaded.table.code


def test_look_and_sit_in_two_tabs_cannot_both_pass() -> None:
    user = staff(permissions.SENIOR)
    codes = [seat_on_offer() for _ in range(TABLES)]
    looked, sat = at_once(try_it, ("look", user.pk, codes), ("sit", user.pk, codes))
    for code, saw, sits in zip(codes, looked, sat, strict=True):
        assert (saw, sits) in {("done", "has-looked"), ("own-table", "done")}
        in_trail = AuditEntry.objects.filter(table_code=code, action="secrets").exists()
        seated = Seat.objects.filter(table__code=code, user=user).exists()
        assert (in_trail, seated) == (saw == "done", sits == "done")
