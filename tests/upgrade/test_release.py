"""What must work for players during an upgrade: the next release runs these tests with this code,
on a database migrated by its own code (test_old_code.py)."""

from __future__ import annotations

import logging

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.celery import app
from config.clock import now
from games.notices.models import Notice
from games.tables import tasks
from games.tables.models import Seat, Table
from tests.at_table import get, key_of, moves_offered, play, words
from tests.factories import PASSWORD, UserFactory
from tests.real_tables import running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.release]


def test_a_player_signs_in_and_finds_their_table() -> None:
    user = UserFactory.create()
    table = running(user, bots=2)
    client = Client()
    form = {"login": user.email, "password": PASSWORD}
    assert client.post(reverse("account_login"), form).status_code == 302
    assert table.title in words(client.get(reverse("home")))


@pytest.mark.parametrize(
    ("kind", "size"), [("classic", 3), ("duel", 2), ("lost_mines", 3), ("solo", 1)]
)
def test_a_table_is_opened_played_and_looked_at(kind: str, size: int) -> None:
    user = UserFactory.create()
    client = signed_in(user)
    form = {"token": "abcdefgh2345", "title": "Rainy Tuesday", "size": size, "bots": size - 1}
    form |= {"pace": 24, "public": "yes"}
    assert client.post(f"{reverse('new-table')}?game={kind}", form).status_code == 302
    table = Table.objects.get(owner=user)
    let_bots_move(table)
    page = get(client, table)
    version, move = table.version, sorted(moves_offered(page))[0]
    assert play(client, table, move).status_code == 302
    table.refresh_from_db()
    assert table.version > version
    assert get(client, table, "table-poll", v=key_of(page)).status_code == 200
    assert get(client, table, "table-poll", v=key_of(get(client, table))).status_code == 204


def let_bots_move(table: Table) -> None:
    """Let bots move until the person at the table is on turn."""
    while Seat.objects.filter(table=table, user=None, on_turn=True).exists():
        Seat.objects.filter(table=table, act_at__isnull=False).update(act_at=now())
        assert tasks.move_bots()
    table.refresh_from_db()


def test_the_turn_is_notified_and_every_sweep_runs(caplog: pytest.LogCaptureFixture) -> None:
    table = running(*UserFactory.create_batch(3))
    client = signed_in(_on_turn(table))
    move = sorted(moves_offered(get(client, table)))[0]
    assert play(client, table, move).status_code == 302
    assert Notice.objects.filter(table=table, kind="turn", recipient=_on_turn(table)).exists()
    app.loader.import_default_modules()
    for line in app.conf.beat_schedule.values():
        app.tasks[line["task"]]()
    failed = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in failed] == []


def _on_turn(table: Table) -> User:
    user = table.seats.get(on_turn=True).user
    assert user is not None
    return user
