"""Only players who allow it are shown as looking, and only while they look."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from config.clock import now
from games.tables.models import Seat, Table
from games.tables.presenters import page
from games.tables.store import load
from tests.factories import UserFactory
from tests.real_tables import running, signed_in

pytestmark = pytest.mark.django_db


def looking(table: Table, reader: User) -> list[bool]:
    shown = page.for_reader(load(table), reader, now())
    return [player.looking for player in shown.players]


def look(user: User, table: Table) -> None:
    """Poll as an open page does after a touch."""
    signed_in(user).get(f"/t/{table.code}/poll/", {"seen": "1", "v": ""})


def test_only_players_who_allow_it_are_shown_as_looking() -> None:
    shy, open_one = UserFactory.create(), UserFactory.create(shows_looking=True)
    table = running(shy, open_one, kind="duel")
    assert looking(table, shy) == [False, False]
    look(shy, table)
    look(open_one, table)
    wanted = [seat.user_id == open_one.pk for seat in table.seats.order_by("number")]
    assert looking(table, shy) == looking(table, open_one) == wanted


def test_a_player_who_went_away_is_not_looking() -> None:
    user = UserFactory.create(shows_looking=True)
    table = running(user, UserFactory.create(), kind="duel")
    Seat.objects.filter(table=table, user=user).update(seen_at=now() - timedelta(minutes=3))
    assert not any(looking(table, user))


def test_it_is_off_until_enabled_in_the_settings() -> None:
    user = UserFactory.create()
    assert not user.shows_looking
    client = signed_in(user)
    form = {"language": "en", "time_zone": "UTC", "theme": "auto", "shows_looking": "on"}
    assert client.post("/settings/", form).status_code == 302
    user.refresh_from_db()
    assert user.shows_looking
    assert b'name="shows_looking"' in client.get("/settings/").content
