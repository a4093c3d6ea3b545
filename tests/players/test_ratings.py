"""Ratings: better sides gain, size isn't skill, and nobody gains when a player leaves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import relations
from accounts.models import User
from accounts.privacy import deletion
from config.clock import now
from games.players.profile import PAGE_SIZE, how_sure
from games.players.ratings import START, Skill, after_leaving, skills_after
from games.tables import services, tasks
from games.tables.models import Rating, Table
from tests.factories import UserFactory
from tests.positions import last_round
from tests.real_tables import running, signed_in

NEW = Skill()
STRONG, WEAK = Skill(32.0, 3.0), Skill(18.0, 3.0)


def test_everybody_starts_with_the_same_rating() -> None:
    assert NEW.number == START


def test_winners_gain_and_losers_lose() -> None:
    [[winner], [loser]] = skills_after([[NEW], [NEW]], [0, 1])
    assert winner.mu > NEW.mu > loser.mu
    assert winner.sigma < NEW.sigma
    assert winner.number > START > loser.number


def test_a_draw_brings_them_closer() -> None:
    [[strong], [weak]] = skills_after([[STRONG], [WEAK]], [0, 0])
    assert strong.mu < STRONG.mu
    assert weak.mu > WEAK.mu


def test_beating_a_stronger_player_counts_for_more() -> None:
    [[over_strong], _] = skills_after([[NEW], [STRONG]], [0, 1])
    [[over_weak], _] = skills_after([[NEW], [WEAK]], [0, 1])
    assert over_strong.mu > over_weak.mu > NEW.mu


@pytest.mark.parametrize("sizes", [(2, 4), (3, 7), (1, 2)])
def test_the_size_of_a_side_is_not_skill(sizes: tuple[int, int]) -> None:
    """If skills were added up, a large side would gain almost nothing, and a small one a lot."""
    few, many = ([NEW] * size for size in sizes)
    gained = skills_after([few, many], [0, 1])[0][0].mu - NEW.mu
    gained_by_many = skills_after([few, many], [1, 0])[1][0].mu - NEW.mu
    assert gained == pytest.approx(gained_by_many)
    assert [len(side) for side in skills_after([few, many], [0, 1])] == list(sizes)


def test_four_sides_are_rated_at_once() -> None:
    after = skills_after([[NEW, NEW], [NEW], [NEW], [NEW]], [0, 1, 2, 3])
    assert [side[0].mu for side in after] == sorted((side[0].mu for side in after), reverse=True)


def test_a_player_who_leaves_loses_to_those_who_stay() -> None:
    assert after_leaving(NEW, [NEW, STRONG]).number < START
    assert after_leaving(STRONG, [WEAK]).mu < STRONG.mu


def test_a_rating_becomes_more_certain_with_every_table() -> None:
    skill, said = NEW, [str(how_sure(NEW.sigma))]
    for number in range(120):
        skill = skills_after([[skill], [NEW]], [number % 2, 1 - number % 2])[0][0]
        said.append(str(how_sure(skill.sigma)))
    assert list(dict.fromkeys(said)) == ["still finding out", "a fair guess", "well known"]


# --- Results, on a player's page and on the leaderboard ---

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]


@pytest.fixture
def ada() -> User:
    return UserFactory.create(name="Ada")


@pytest.fixture
def bob() -> User:
    return UserFactory.create(name="Bob")


def duel(winner: User, loser: User, **plan: Any) -> Table:
    table = running(winner, loser, kind="duel", **plan)
    services.resign(loser, table.code, now())
    tasks.count_results()
    return table


def page(player: User, reader: User | None = None) -> Any:
    client = signed_in(reader) if reader else Client()
    return client.get(reverse("player", args=[player.name]))


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def main(answer: Any) -> str:
    return text(answer).partition("<main")[2].partition("</main>")[0]


# --- a player's page ------------------------------------------------------------------------------


def test_results_are_shown_in_words_next_to_charts(ada: User, bob: User) -> None:
    for _ in range(2):
        duel(ada, bob)
    duel(bob, ada)
    shown = text(page(ada))
    assert "<strong>2</strong> of 3 tables won" in shown
    assert "in a row: 0 now, 2 at most" in shown
    assert "still finding out" in shown
    assert "The last tables: 2 of 3 won" in shown
    assert f"from {Rating.objects.get(user=ada).course[0]} to" in shown
    assert "style=" not in shown


def test_a_running_table_does_not_change_the_page(ada: User, bob: User) -> None:
    before = main(page(ada))
    table = last_round(ada, bob, UserFactory.create())
    tasks.count_results()
    assert main(page(ada)) == before
    assert table.code not in text(page(ada))


def test_a_profile_shows_results_against_the_reader(ada: User, bob: User) -> None:
    duel(ada, bob)
    duel(ada, bob)
    duel(bob, ada)
    for reader, player, mine in ((bob, ada, 1), (ada, bob, 2)):
        between = page(player, reader).context["results"]["between"]
        assert (between["played"], between["mine"], between["theirs"]) == (3, mine, 3 - mine)
    assert page(ada, ada).context["results"]["between"] is None
    assert page(ada).context["results"]["between"] is None
    assert page(ada, UserFactory.create()).context["results"]["between"] is None


def test_the_last_games_link_to_their_replays(ada: User, bob: User) -> None:
    table = duel(ada, bob)
    address = reverse("table-replay", args=[table.code])
    assert address in text(page(ada))
    assert Client().get(address).status_code == 200


def test_a_private_table_is_shown_only_to_its_players(ada: User, bob: User) -> None:
    table = duel(ada, bob, public=False, title="Between us")
    for stranger in (None, UserFactory.create()):
        shown = text(page(ada, stranger))
        assert table.code not in shown
        assert "Between us" not in shown
    assert table.code in text(page(ada, bob))


# --- the leaderboard ----------------------------------------------------------------------------


def rated(player: User, number: int, tables: int = 10, kind: str = "duel") -> None:
    Rating.objects.create(
        user=player, kind=kind, mu=25, sigma=5, number=number, tables=tables, course=[number]
    )


def best(reader: User | None = None, **query: str) -> Any:
    client = signed_in(reader) if reader else Client()
    return client.get(reverse("game-ratings", args=["duel"]), query)


def names(answer: Any) -> list[str | None]:
    return [rating.user.name for rating, _ in answer.context["rows"]]


def test_the_leaderboard_requires_ten_tables(ada: User, bob: User) -> None:
    rated(ada, 1500)
    rated(bob, 1600)
    rated(UserFactory.create(), 1900, tables=9)
    rated(ada, 1900, kind="classic")
    assert names(best()) == ["Bob", "Ada"]


def test_deleted_suspended_and_guest_players_are_not_on_the_leaderboard(
    ada: User, bob: User
) -> None:
    guest, gone, out = UserFactory.create_batch(3)
    for number, player in enumerate((ada, bob, guest, gone, out)):
        rated(player, 1500 + number)
    soon = now() + timedelta(days=1)
    User.objects.filter(pk=guest.pk).update(guest_until=soon, email="")
    User.objects.filter(pk=out.pk).update(suspended_until=soon)
    deletion.delete_account(gone, now())
    relations.block(bob, ada, now())
    assert names(best()) == names(best(ada)) == ["Bob", "Ada"]


def test_readers_see_their_own_place(ada: User, bob: User) -> None:
    rated(ada, 1500)
    rated(bob, 1500)
    rated(UserFactory.create(), 1700)
    assert best(bob).context["own"]["place"] == 3
    assert "You are number 3 of 3." in text(best(bob))
    assert best().context["own"] is None
    newcomer = best(UserFactory.create()).context["own"]
    assert newcomer == {"missing": 10}


def test_pages_cost_the_same_and_continue_the_places(
    ada: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rated(ada, 100)
    client = signed_in(ada)
    path = reverse("game-ratings", args=["duel"])
    client.get(path)
    with django_assert_num_queries(6):  # session and reader; how many, who, my rating, my place
        client.get(path)
    for number, player in enumerate(UserFactory.create_batch(PAGE_SIZE)):
        rated(player, 1000 + number)
    with django_assert_num_queries(6):
        second = client.get(path, {"page": "2"})
    assert len(second.context["rows"]) == 1
    assert f'class="mine" aria-current="true"> <td>{PAGE_SIZE + 1}</td>' in text(second)
    assert second.context["own"]["page"] == 2


@pytest.mark.parametrize("game", ["solo", "chess"])
def test_unrated_games_have_no_leaderboard(game: str) -> None:
    assert Client().get(reverse("game-ratings", args=[game])).status_code == 404
