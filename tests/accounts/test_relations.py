"""Following: once, within limits, not against a block, and deleted with the account."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import relations
from accounts.models import Follow, User
from accounts.privacy import deletion, personal_data
from config.clock import now
from games.notices.models import Notice
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def ada() -> User:
    return UserFactory.create(name="Ada")


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob")


def pairs() -> list[tuple[int, int]]:
    return sorted(Follow.objects.values_list("user", "other"))


def refused(user: User, other: User) -> str:
    with pytest.raises(ValidationError) as found:
        relations.follow(user, other, now())
    return str(found.value.code)


def test_a_double_click_follows_once_and_notifies_nobody(ada: User, bob: User) -> None:
    client = signed_in(ada)
    for _ in range(2):
        assert client.post("/players/Bob/follow/").headers["Location"] == "/players/Bob/"
    assert pairs() == [(ada.pk, bob.pk)]
    assert not Notice.objects.exists()
    for _ in range(2):
        there = client.post("/players/Bob/unfollow/", {"back": "friends"}).headers["Location"]
        assert there == "/friends/"
    assert pairs() == []


def test_you_see_followers_only_if_you_follow_them_too(ada: User, bob: User) -> None:
    relations.follow(ada, bob, now())
    assert not signed_in(bob).get("/friends/").context["circle"]["people"]
    assert "Ada" not in signed_in(bob).get("/friends/").content.decode()
    relations.follow(bob, ada, now())
    [friend] = relations.followed_players(ada)
    assert friend == bob
    assert vars(friend)["mutual"] is True


def test_a_block_ends_following_both_ways_and_prevents_it(ada: User, bob: User) -> None:
    for who, whom in ((ada, bob), (bob, ada)):
        relations.follow(ada, bob, now())
        relations.follow(bob, ada, now())
        relations.block(who, whom, now())
        assert pairs() == []
        assert refused(ada, bob) == refused(bob, ada) == "follow_cannot"
        relations.unblock(who, whom)
    relations.follow(ada, bob, now())


def test_the_page_of_the_blocking_player_does_not_show_the_block(ada: User, bob: User) -> None:
    relations.block(bob, ada, now())
    client = signed_in(ada)
    answer = client.post("/players/Bob/follow/", follow=True)
    assert "You cannot follow this player." in answer.content.decode()
    assert "/players/Bob/follow/" in client.get("/players/Bob/").content.decode()


def test_guests_neither_follow_nor_are_followed(ada: User) -> None:
    browser = Client()
    browser.post("/play/solo/")
    guest = User.objects.get(guest_until__isnull=False)
    assert browser.post("/players/Ada/follow/").headers["Location"] == "/settings/keep/"
    assert browser.get("/friends/").headers["Location"] == "/settings/keep/"
    assert refused(guest, ada) == refused(ada, guest) == "follow_cannot"
    assert refused(ada, ada) == "follow_cannot"
    assert "/follow/" not in signed_in(ada).get(f"/players/{guest.name}/").content.decode()


def test_following_is_limited_with_an_explanation(ada: User, bob: User) -> None:
    many = User.objects.bulk_create(
        User(name=f"N{n:03}", name_key=f"n{n:03}") for n in range(relations.MAX_FOLLOWS)
    )
    Follow.objects.bulk_create(Follow(user=ada, other=other) for other in many)
    assert refused(ada, bob) == "follow_many"
    relations.unfollow(ada, many[0])
    relations.follow(ada, bob, now())


def test_following_is_in_the_export_and_deleted_with_either_account(ada: User, bob: User) -> None:
    relations.follow(ada, bob, now())
    relations.follow(bob, ada, now())
    title, rows = personal_data.follows(ada)
    assert [row["name"] for row in rows] == ["Bob"]
    assert title in personal_data.collect(ada, now())
    deletion.delete_account(bob, now())
    assert pairs() == []
    assert refused(ada, bob) == "follow_cannot"


def test_a_visitor_has_to_sign_in_and_a_get_follows_nobody(ada: User, bob: User) -> None:
    assert "login" in Client().post("/players/Bob/follow/").headers["Location"]
    assert signed_in(ada).get("/players/Bob/follow/").status_code == 405
    assert signed_in(ada).post("/players/Nobody-9/follow/").status_code == 404
    assert pairs() == []
