"""Entries of people take no room from entries of cards, and what came to nothing is not told."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from config.clock import now
from games import services
from games.delivery.letters import since_last_turn
from games.models import Game, Move
from games.show import log as history
from tests.at_table import address, get, post, random_moves
from tests.factories import UserFactory
from tests.tables import running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both]
CARDS = 6


@pytest.fixture
def three() -> list[User]:
    return UserFactory.create_batch(3)


@pytest.fixture
def game(three: list[User]) -> Game:
    game = running(*three)
    random_moves(game, CARDS)
    return game


def day(number: int) -> date:
    return now().date() + timedelta(days=number)


def kinds(entries: Any) -> list[str]:
    """Of the entries that a page tells, the oldest first, without the deal."""
    return [e.kind for e in sorted(entries, key=lambda e: e.number) if e.kind != "deal"]


def told(game: Game, client: Client | None = None, page: str = "1") -> list[str]:
    """What the page of the log tells; the page of the table tells the same of this round."""
    return kinds(get(client or Client(), game, "table-log", page=page).context["entries"])


def on_the_table(game: Game) -> list[str]:
    return kinds(get(Client(), game).context["t"].log)


def fill(game: Game, count: int, kind: str, text: str = "", seat: int = 1) -> None:
    """So many entries, as rows alone: the log is all that is looked at."""
    game.refresh_from_db()
    numbers = range(game.length + 1, game.length + count + 1)
    entry: dict[str, Any] = {"game": game, "round_number": 1, "seat": seat, "digest": ""}
    rows = [Move(number=n, at=now(), kind=kind, text=text, **entry) for n in numbers]
    Move.objects.bulk_create(rows)
    Game.objects.filter(pk=game.pk).update(length=game.length + count)
    game.refresh_from_db()


def test_vacations_announced_and_withdrawn_bury_no_card(game: Game, three: list[User]) -> None:
    for number in range(110):
        services.announce_vacation(three[1], day(5), day(5 + number % 9), now())
        services.end_vacation(three[1], now())
    assert game.moves.filter(kind=Move.Kind.AWAY).count() == 110
    assert told(game) == on_the_table(game) == ["move"] * CARDS + ["away"]


def test_who_leaves_and_comes_back_again_and_again_leaves_no_trace_in_the_log(
    game: Game, three: list[User]
) -> None:
    services.leave(three[1], game.code, now())
    services.take_back(three[1], game.code, now())
    for _ in range(70):
        fill(game, 1, "offered")
        fill(game, 1, "returned")
    assert told(game) == on_the_table(game) == ["move"] * CARDS
    services.leave(three[1], game.code, now())
    assert told(game) == on_the_table(game) == ["move"] * CARDS + ["offered"]


def test_a_bot_for_a_moment_leaves_no_trace_either(three: list[User]) -> None:
    game = running(*three, offer_hours=0)
    random_moves(game, 2)
    for _ in range(2):
        services.leave(three[1], game.code, now())
        services.take_back(three[1], game.code, now())
    assert told(game) == ["move"] * 2


def test_a_card_between_leaving_and_coming_back_keeps_both(game: Game) -> None:
    for kind in ("offered", "move", "returned", "offered", "returned", "away", "away"):
        fill(game, 1, kind, f"{day(1)}/{day(2)}" if kind == "away" else "")
    assert told(game) == ["move"] * CARDS + ["offered", "move", "returned", "away"]


def test_other_seats_are_told_of_each_on_its_own(game: Game) -> None:
    for seat, kind in ((1, "offered"), (2, "offered"), (1, "returned")):
        fill(game, 1, kind, seat=seat)
    assert told(game) == ["move"] * CARDS + ["offered"]


@pytest.mark.parametrize("kind", ["excused", "moderation", "offered"])
def test_entries_of_people_are_counted_apart(game: Game, kind: str) -> None:
    fill(game, 300, kind, "paused" if kind == "moderation" else "")
    assert on_the_table(game)[:CARDS] == told(game)[:CARDS] == ["move"] * CARDS
    assert on_the_table(game).count(kind) == history.PEOPLE


def test_a_page_of_the_log_has_a_hundred_cards_and_the_people_between(game: Game) -> None:
    for _ in range(25):
        fill(game, 10, "absent")
        fill(game, 3, "excused")
    cards = 1 + CARDS + 250
    pages = [get(Client(), game, "table-log", page=str(n)).context["entries"] for n in (1, 2, 3)]
    assert [sum(e.kind in history.CARDS for e in page) for page in pages] == [100, 100, cards - 200]
    numbers = [e.number for page in pages for e in page]
    assert numbers == list(range(game.length, 0, -1))


def test_a_log_of_exactly_one_page_has_one(game: Game) -> None:
    fill(game, 100 - CARDS - 1, "absent")
    assert history.pages(game, 100) == [range(1, 101)]
    fill(game, 1, "absent")
    assert history.pages(game, 100) == [range(2, 102), range(1, 2)]


def test_a_crowded_log_costs_as_many_queries_as_a_short_one(game: Game) -> None:
    def cost(name: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            get(Client(), game, name)
        return len(queries)

    short = [cost(name) for name in ("table", "table-log")]
    fill(game, 150, "offered")
    assert [cost(name) for name in ("table", "table-log")] == short


def test_a_mail_tells_of_cards_and_not_of_what_came_to_nothing(
    game: Game, three: list[User]
) -> None:
    fill(game, 120, "away", f"{day(1)}/{day(2)}")
    seats = list(game.seats.select_related("user").order_by("number"))
    seats[0].read_to = 1
    lines = since_last_turn(game, seats, seats[0])
    game.moves.filter(kind=Move.Kind.AWAY).exclude(number=game.length).delete()
    assert len(lines) == len(since_last_turn(game, seats, seats[0])) > 1


# --- not so fast ----------------------------------------------------------------------------------


def test_vacations_are_announced_so_often_a_day_and_always_ended(
    game: Game, three: list[User]
) -> None:
    client = signed_in(three[1])
    for _ in range(20):
        client.post("/settings/vacation/", {"first_day": day(5), "last_day": day(6)})
        client.post("/settings/vacation/end/")
    assert game.moves.filter(kind=Move.Kind.AWAY).count() == 8
    three[1].refresh_from_db()
    assert three[1].away_from is None


def test_votes_toggled_all_day_refuse_nobodys_move(game: Game, three: list[User]) -> None:
    """The page from before all of them is still good for a move."""
    mover = game.seats.get(on_turn=True).user
    assert mover is not None
    voter = signed_in(next(user for user in three if user != mover))
    page = get(signed_in(mover), game).context["t"]
    before = Game.objects.get(pk=game.pk)
    for number in range(60):
        post(voter, game, "table-cancel", agrees=str(1 - number % 2))
    after = Game.objects.get(pk=game.pk)
    assert (after.version, after.changes) == (before.version, before.changes + 2 * 12)
    assert not game.seats.filter(wants_cancel=True).exists()
    form = {"move": page.groups[0].choices[0].text, "version": str(page.version), "token": "t"}
    signed_in(mover).post(address(game, "table-move"), form)
    assert Game.objects.get(pk=game.pk).version == before.version + 1
