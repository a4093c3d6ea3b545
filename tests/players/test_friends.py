"""Friends: shown as around only if they allow it; their open tables; few queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import relations
from accounts.models import User
from config.clock import now
from games.players import friends
from games.tables import services
from games.tables.models import Seat, Table
from tests.factories import UserFactory
from tests.real_tables import lobby, running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def me() -> User:
    return UserFactory.create(name="Me")


def friend_of(me: User, **fields: object) -> User:
    other = UserFactory.create(**fields)
    relations.follow(me, other, now())
    return other


def seen(user: User, ago: timedelta) -> None:
    Seat.objects.filter(user=user).update(seen_at=now() - ago)


def around(me: User) -> list[User]:
    around: list[User] = friends.friend_list(me, now())["around"]
    return around


def test_friends_who_looked_recently_and_allow_it_are_around(me: User) -> None:
    open_one, shy = friend_of(me, shows_looking=True), friend_of(me, shows_looking=False)
    gone, idle = friend_of(me, shows_looking=True), friend_of(me, shows_looking=True)
    stranger = UserFactory.create(shows_looking=True)
    for user in (open_one, shy, gone, idle, stranger):
        running(user, UserFactory.create(), kind="duel")
    for user in (open_one, shy, stranger):
        seen(user, timedelta(minutes=1))
    seen(gone, friends.ONLINE_WITHIN + timedelta(minutes=1))
    assert around(me) == [open_one]
    page = signed_in(me).get("/friends/").content.decode()
    assert page.count(">around<") == 1
    home = signed_in(me).get("/").content.decode().split('aria-labelledby="friends"')[1]
    assert str(open_one.name) in home.split("</section>")[0]
    assert str(shy.name) not in home.split("</section>")[0]


def test_a_friend_with_only_old_tables_is_not_around(me: User) -> None:
    past = friend_of(me, shows_looking=True)
    running(past, UserFactory.create(), kind="duel")
    seen(past, timedelta(minutes=1))
    Seat.objects.filter(user=past).update(ended_at=now() - timedelta(minutes=2))
    assert around(me) == [past]
    Seat.objects.filter(user=past).update(ended_at=now() - timedelta(days=2))
    assert around(me) == []


def test_only_open_tables_of_friends_are_listed(me: User) -> None:
    friend = friend_of(me)
    wanted = lobby(friend, title="Come in")
    lobby(friend, title="Private one", public=False)
    lobby(title="Of strangers")
    guest_at = lobby(title="Where they sit")
    services.join(friend, guest_at.code, now())
    shown = {row.table for row in friends.friend_list(me, now())["tables"]}
    assert shown == {wanted, guest_at}
    page = signed_in(me).get("/friends/").content.decode()
    assert f"/t/{wanted.code}/" in page
    assert "Private one" not in page
    foe = UserFactory.create()
    services.join(foe, wanted.code, now())
    relations.block(me, foe, now())
    assert {row.table for row in friends.friend_list(me, now())["tables"]} == {guest_at}


def test_home_has_no_friends_section_when_it_would_be_empty(me: User) -> None:
    friend_of(me)
    assert 'aria-labelledby="friends"' not in signed_in(me).get("/").content.decode()


def test_recent_players_can_be_followed_from_the_list(me: User) -> None:
    met, foe, known = (UserFactory.create() for _ in range(3))
    table = running(me, met, foe, known)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)
    Seat.objects.filter(table=table).update(ended_at=now())
    relations.follow(me, known, now())
    relations.block(foe, me, now())
    assert friends.recent_players(me) == [met]
    assert f"/players/{met.name}/follow/" in signed_in(me).get("/friends/").content.decode()


def test_the_page_costs_the_same_however_many_friends(me: User) -> None:
    client = signed_in(me)
    lobby(friend_of(me))
    client.get("/friends/")  # updates the session once
    with CaptureQueriesContext(connection) as few:
        client.get("/friends/")
    for _ in range(4):
        other = friend_of(me, shows_looking=True)
        lobby(other)
        running(me, other, kind="duel")
    with CaptureQueriesContext(connection) as many:
        client.get("/friends/")
    assert len(few) == len(many) <= 7
