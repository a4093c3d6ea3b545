"""Play now: one tap to a table against bots, as strong as they were last time."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.tables import rate_limits, tasks
from games.tables.models import Table
from tests.at_table import get
from tests.factories import UserFactory
from tests.real_tables import signed_in
from tests.tables.play import load, on_turn

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
SIZES = {"classic": 5, "duel": 2, "solo": 1, "lost_mines": 5}
TOKEN = "abcdefgh2345"
every_game = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def player() -> User:
    return UserFactory.create()


def play_now(player: User, kind: str = "classic", **form: Any) -> Any:
    return signed_in(player).post(f"/play/{KINDS[kind].slug}/", form)


@every_game
def test_one_tap_opens_a_table_with_bots_on_all_other_seats(player: User, kind: str) -> None:
    answer = play_now(player, kind, token=TOKEN)
    table = Table.objects.get(owner=player)
    assert answer.headers["Location"] == f"/t/{table.code}/"
    assert (table.kind, table.size, table.public) == (kind, SIZES[kind], False)
    assert table.status == Table.Status.RUNNING
    assert [bool(seat.bot) for seat in table.seats.all()] == [False] + [True] * (table.size - 1)
    assert get(signed_in(player), table).status_code == 200


@every_game
def test_after_the_bots_it_is_the_players_turn(player: User, kind: str) -> None:
    play_now(player, kind)
    tasks.move_bots()
    assert on_turn(load(Table.objects.get(owner=player))) == player


def test_a_double_click_opens_one_table(player: User) -> None:
    first, second = (play_now(player, token=TOKEN) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert Table.objects.filter(owner=player).count() == 1


def test_the_buttons_of_one_form_open_a_table_for_each_game(player: User) -> None:
    for kind in KINDS:
        play_now(player, kind, token=TOKEN)
    assert set(Table.objects.filter(owner=player).values_list("kind", flat=True)) == set(KINDS)


def test_an_old_page_opens_a_new_table_when_its_game_is_over(player: User) -> None:
    play_now(player, token=TOKEN)
    Table.objects.update(status=Table.Status.FINISHED)
    play_now(player, token=TOKEN)
    assert Table.objects.filter(owner=player, status=Table.Status.RUNNING).count() == 1


@pytest.mark.parametrize("token", ["", "short", "No-Token!", "x" * 40])
def test_a_form_with_an_unknown_token_opens_a_table_too(player: User, token: str) -> None:
    assert play_now(player, token=token).status_code == 302
    assert Table.objects.filter(owner=player).count() == 1


# --- strength -------------------------------------------------------------------------------------


def strengths(player: User) -> set[str]:
    table = Table.objects.filter(owner=player).latest("pk")
    return set(table.seats.exclude(bot="").values_list("bot", flat=True))


def test_bots_are_easy_at_first_and_then_as_strong_as_last_time(player: User) -> None:
    play_now(player)
    assert strengths(player) == {"easy"}
    play_now(player, "duel", strength="hard")
    assert strengths(player) == {"hard"}
    player.refresh_from_db()
    play_now(player, "lost_mines")
    assert strengths(player) == {"hard"}
    home = signed_in(player).get("/").content.decode()
    assert re.search(r'<option value="hard"\s+selected', home)


@pytest.mark.parametrize("given", ["godlike", "", "HARD"])
def test_an_unknown_strength_is_ignored(player: User, given: str) -> None:
    play_now(player, strength=given)
    assert strengths(player) == {"easy"}


# --- where it is offered --------------------------------------------------------------------------


def test_home_has_a_button_for_every_game_against_bots(player: User) -> None:
    home = signed_in(player).get("/").content.decode()
    offered = set(re.findall(r'formaction="/play/([a-z-]+)/"', home))
    assert offered == {kind.slug for kind in KINDS.values() if not kind.is_for_one}
    assert re.search(r'name="token" value="[a-z0-9]{12}"', home)


def test_play_now_adds_no_query_to_home(
    player: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(player)
    client.get("/")
    with django_assert_max_num_queries(13):
        client.get("/")


def test_the_landing_page_has_every_game() -> None:
    landing = Client().get("/").content.decode()
    pages = {f"/play/{kind.slug}/" for kind in KINDS.values()}
    assert set(re.findall(r'href="(/play/[a-z-]+/)"', landing)) == pages
    assert set(re.findall(r'action="(/play/[a-z-]+/)"', landing)) == pages


@every_game
def test_the_page_of_a_game_has_one_button(player: User, kind: str) -> None:
    client = signed_in(player)
    page = client.get(f"/play/{KINDS[kind].slug}/").content.decode()
    main = page.split("<main")[1]
    assert main.count('type="submit"') == 1
    assert ('name="strength"' in main) == (SIZES[kind] > 1)
    assert client.get("/play/chess/").status_code == 404


def test_a_player_who_opens_many_tables_has_to_wait(
    player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = rate_limits.Limit("new-tables", 2, timedelta(hours=1))
    monkeypatch.setattr(rate_limits, "NEW_TABLES", few)
    assert [play_now(player).status_code for _ in range(3)] == [302, 302, 429]
    assert Table.objects.filter(owner=player, created_at__lte=now()).count() == 2
