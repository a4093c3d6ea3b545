"""Lessons and puzzles over HTTP: they need and change nothing but the session."""

from __future__ import annotations

import pytest
from django.test import Client

from games.kinds import KINDS
from games.learn.courses import POSED_PUZZLES
from tests.at_table import HTMX, Answer, moves_offered, words
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
CLASSIC = "/learn/classic/"
GAP = "/puzzles/the-gap/"


def step(client: Client, number: int, **sent: str) -> Answer:
    return client.post(CLASSIC, {"version": str(number), **sent}, headers=HTMX)


def at(client: Client) -> int:
    """Return the number of the current step."""
    done: list[str] = client.session.get("lessons", {}).get("classic", [])
    return len(done)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_a_visitor_is_led_through_a_lesson(client: Client, kind: object) -> None:
    slug = getattr(kind, "slug", "")
    here = f"/learn/{slug}/"
    for number, each in enumerate(KINDS[slug.replace("-", "_")].lesson[:-1]):
        page = client.get(here)
        assert str(each.says) in words(page).replace("&#x27;", "'")
        assert not each.moves or set(each.moves) & moves_offered(page)
        client.post(here, {"act": "show", "version": str(number)})
    assert "Play now" in words(client.get(here))
    assert "done" in words(client.get("/learn/"))


def test_a_step_queries_the_database_only_for_the_session(
    client: Client, django_assert_max_num_queries: object
) -> None:
    step(client, 0)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        step(client, 1)
    with django_assert_max_num_queries(2):  # type: ignore[operator]
        client.get(CLASSIC)


def test_another_move_gets_an_explanation_and_changes_nothing(client: Client) -> None:
    step(client, 0)
    step(client, 1)
    answer = step(client, 2, move="place new at 2,0")
    assert "The rules allow that" in words(answer)
    answer = step(client, 2, move="place ns at 2,0")
    assert "Its left side is a wall" in words(answer)
    answer = step(client, 2, move="dance")
    assert at(client) == 2
    assert answer.status_code == 200


def test_an_outdated_page_changes_nothing(client: Client) -> None:
    """With two tabs, or after going back in the browser, the answer shows the current step."""
    step(client, 0)
    answer = step(client, 0)
    assert "moved on" in words(answer)
    assert at(client) == 1


def test_a_lesson_can_go_back_a_step_or_restart(client: Client) -> None:
    for number in range(4):
        step(client, number, act="show")
    step(client, 4, act="back")
    assert at(client) == 3
    step(client, 99, act="again")
    assert at(client) == 0


def test_a_lesson_works_without_htmx(client: Client) -> None:
    answer = client.post(CLASSIC, {"version": "0"})
    assert (answer.status_code, answer["Location"]) == (302, CLASSIC)
    client.post(CLASSIC, {"version": "1"})
    answer = client.post(CLASSIC, {"version": "2", "move": "place ns at 2,0"}, follow=True)
    assert "Its left side is a wall" in words(answer)


def test_a_preview_says_what_a_move_would_do_or_why_not(client: Client) -> None:
    found = words(client.get(f"{GAP}preview/", {"move": "place new at 3,0"}))
    assert "3,0" in found
    found = words(client.get(f"{GAP}preview/", {"move": "place ew at 3,0"}))
    assert "the card above opens towards it" in found
    assert "not a move" in words(client.get(f"{GAP}preview/", {"move": "dance"}))


def test_a_wrong_answer_is_explained_and_not_saved(client: Client) -> None:
    answer = client.post(GAP, {"move": "place n.e.w at 3,0"}, headers=HTMX)
    assert "Not this one" in words(answer)
    assert "Solved!" not in words(client.get(GAP))
    assert "puzzles" not in client.session


def test_a_right_answer_is_explained_and_saved(client: Client) -> None:
    answer = client.post(GAP, {"move": "place new at 3,0"}, headers=HTMX)
    assert "Solved!" in words(answer)
    assert str(POSED_PUZZLES["the-gap"].puzzle.because) in words(client.get(GAP))
    assert words(client.get("/puzzles/")).count(">solved<") == 1
    client.post(GAP, {"act": "again"})
    assert "Solved!" not in words(client.get(GAP))


def test_a_puzzle_can_ask_for_a_player(client: Client) -> None:
    here = "/puzzles/a-dead-end/"
    assert "Runa" in words(client.get(here))
    assert "Not this one" in words(client.post(here, {"move": "1"}, follow=True))
    assert "Solved!" in words(client.post(here, {"move": "3"}, follow=True))


@pytest.mark.parametrize("posed", POSED_PUZZLES.values(), ids=lambda posed: posed.puzzle.name)
def test_every_puzzle_has_a_page(client: Client, posed: object) -> None:
    here = f"/puzzles/{posed.puzzle.name}/"  # type: ignore[attr-defined]
    assert set(posed.puzzle.moves) <= moves_offered(client.get(here))  # type: ignore[attr-defined]
    assert "Solved!" in words(client.post(here, {"act": "show"}, follow=True))


@pytest.mark.parametrize(
    "path", ["/learn/chess/", "/puzzles/no-such/", "/puzzles/no-such/preview/"]
)
def test_unknown_lessons_and_puzzles_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_home_has_the_puzzle_of_the_day(client: Client) -> None:
    client.force_login(UserFactory.create())
    home = words(client.get("/"))
    assert "Puzzle of the day" in home
    assert any(f"/puzzles/{name}/" in home for name in POSED_PUZZLES)
