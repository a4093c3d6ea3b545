"""What everybody may know about a player."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.privacy import deletion
from config.clock import now
from games.tables import services, tasks
from games.tables.models import Seat
from tests import real_tables
from tests.factories import UserFactory
from tests.real_tables import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def ada() -> User:
    return UserFactory.create(name="Ada")


def page(name: str, client: Client | None = None) -> Any:
    return (client or Client()).get(reverse("player", args=[name]))


def finished(player: User, *, won: bool) -> None:
    """Play a duel that one player gives up, and count it."""
    other = UserFactory.create()
    table = real_tables.running(player, other, kind="duel")
    services.resign(other if won else player, table.code, now())
    tasks.count_results()


def test_a_visitor_reads_a_profile_by_any_spelling_of_the_name(ada: User) -> None:
    assert page("Ada").status_code == 200
    assert page("aDA").context["player"] == ada


def test_a_newcomer_has_no_reliability(ada: User) -> None:
    assert page("Ada").context["reliability"].percent is None


def test_reliability_is_turns_in_time_of_all_turns(ada: User) -> None:
    real_tables.lobby(ada)
    Seat.objects.filter(user=ada).update(in_time=97, missed=3)
    shown = page("Ada")
    assert shown.context["reliability"].percent == 97
    assert "97 %" in shown.content.decode()


def test_only_finished_games_count(ada: User) -> None:
    finished(ada, won=True)
    finished(ada, won=False)
    real_tables.running(ada, UserFactory.create(), kind="duel")
    [game] = page("Ada").context["results"]["with_people"]
    assert (game.career.played, game.career.won) == (2, 1)


def test_a_profile_says_that_its_player_is_away(ada: User) -> None:
    today = now().date()
    User.objects.update(away_from=today - timedelta(days=1), away_to=today + timedelta(days=2))
    assert page("Ada").context["away_until"] == today + timedelta(days=2)
    User.objects.update(away_from=today + timedelta(days=2), away_to=today + timedelta(days=3))
    assert page("Ada").context["away_until"] is None


def test_a_deleted_player_has_no_profile(ada: User) -> None:
    deletion.delete_account(ada, now())
    assert page("Ada").status_code == 404


def test_a_name_that_is_only_held_has_no_profile(client: Client) -> None:
    """Signing up with a taken address holds the name too; a profile would reveal the difference."""
    UserFactory.create(email="taken@example.org")
    for name, email in (("Fresh", "fresh@example.org"), ("Held", "taken@example.org")):
        form = {"username": name, "email": email, "password1": "a long walk below"}
        client.post(reverse("account_signup"), form)
        assert User.objects.filter(name=name).exists()
        assert page(name).status_code == 404


def test_a_profile_contains_nothing_personal(ada: User) -> None:
    User.objects.update(time_zone="Asia/Tokyo", notice_modes={"turn": {"mail": "off"}})
    text = page("Ada", signed_in(UserFactory.create())).content.decode()
    assert ada.email not in text
    assert "Tokyo" not in text


def test_only_ones_own_profile_links_to_the_settings(ada: User) -> None:
    other = UserFactory.create()
    assert page("Ada", signed_in(ada)).context["is_me"]
    assert not page("Ada", signed_in(other)).context["is_me"]


def test_names_in_a_lobby_link_to_profiles(ada: User) -> None:
    table = real_tables.lobby(ada)
    text = Client().get(f"/t/{table.code}/").content.decode()
    assert reverse("player", args=["Ada"]) in text


def test_a_profile_costs_the_same_however_much_was_played(
    ada: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(4):
        finished(ada, won=bool(number % 2))
        # the player, earlier names, their turns twice, results (3), their latest games (3)
        with django_assert_num_queries(10):
            page("Ada")
