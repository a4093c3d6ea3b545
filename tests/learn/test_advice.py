"""What would you do? The foreman gives advice where one person plays against bots only."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.learn import advice
from games.learn.advice_words import suggestions
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions
from games.tables import rate_limits, services
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable
from tests.at_table import HTMX, Answer, address, get, moves_offered, words
from tests.factories import UserFactory
from tests.moderation.at_tables import order
from tests.moderation.staff import staff
from tests.real_tables import have_seen, signed_in
from tests.tables.play import bots_move, load, new_table, play_on

pytestmark = pytest.mark.django_db

FEWEST = {kind: min(game.rules.players) for kind, game in KINDS.items()}
every_kind = pytest.mark.parametrize("kind", KINDS)
STAGES = re.compile(r'data-stage="([^"]+)"')


def practice(kind: str = "classic") -> tuple[LoadedTable, User]:
    """Make a table of bots and one person, who is on turn."""
    loaded = new_table(1, bots=FEWEST[kind] - 1, kind=kind)
    user = loaded.seats[0].user
    assert user is not None
    while 0 not in loaded.rules.waiting_for(loaded.state):
        Seat.objects.filter(table=loaded.table, act_at__isnull=False).update(act_at=now())
        loaded = bots_move(loaded)
    have_seen(loaded.table)
    return load(loaded.table), user


def ask(user: User, table: Table) -> Answer:
    """Ask for advice as the table's page does."""
    return signed_in(user).get(address(table, "table-advice"), headers=HTMX)


def staged(answer: Answer) -> list[str]:
    return [html.unescape(text) for text in STAGES.findall(words(answer))]


@every_kind
def test_the_foreman_names_up_to_three_legal_moves_with_reasons_and_nothing_changes(
    kind: str,
) -> None:
    loaded, user = practice(kind)
    page = get(signed_in(user), loaded.table)
    assert 'id="hint"' in words(page)
    named = staged(ask(user, loaded.table))
    assert 1 <= len(named) <= 3
    assert set(named) <= {html.unescape(text) for text in moves_offered(page)}
    assert all(thought["reasons"] and thought["name"] for thought in suggestions(loaded, 0))
    assert load(loaded.table).table.changes == loaded.table.changes


def test_repeated_requests_get_the_same_advice() -> None:
    loaded, user = practice()
    assert words(ask(user, loaded.table)) == words(ask(user, loaded.table))


def test_each_button_names_its_move_for_screen_readers() -> None:
    loaded, user = practice("solo")
    buttons = re.findall(r"<button.*?</button>", words(ask(user, loaded.table)), re.S)
    names = [" ".join(re.sub(r"<[^>]+>", " ", button).split()) for button in buttons]
    assert len(set(names)) == len(names) >= 1
    ideas = [thought["name"] for thought in suggestions(loaded, 0)]
    assert all(name in html.unescape(" ".join(names)) for name in ideas)


def test_without_a_script_advice_is_a_page_that_links_to_the_list_of_moves() -> None:
    loaded, user = practice("solo")
    page = words(get(signed_in(user), loaded.table, "table-advice"))
    assert "<h1" in page
    assert "data-stage" not in page
    found = re.findall(rf'href="{address(loaded.table)}#([^"]+)"', page)
    listed = words(get(signed_in(user), loaded.table))
    assert found
    assert all(f'id="{anchor}"' in listed for anchor in found)


def test_there_is_no_advice_while_a_bot_thinks() -> None:
    loaded, user = practice()
    loaded = play_on(loaded, 1)
    assert 0 not in loaded.rules.waiting_for(loaded.state)
    assert 'id="hint"' not in words(get(signed_in(user), loaded.table))
    assert staged(ask(user, loaded.table)) == []


def test_there_is_no_advice_at_a_paused_table() -> None:
    loaded, user = practice()
    table_actions.pause_table(order(staff(MODERATOR), loaded))
    assert 'id="hint"' not in words(get(signed_in(user), loaded.table))
    assert staged(ask(user, loaded.table)) == []


def test_advice_is_limited() -> None:
    loaded, user = practice("solo")
    for _ in range(rate_limits.ADVICE.times - 1):
        rate_limits.may(user, rate_limits.ADVICE, now())
    assert staged(ask(user, loaded.table))
    assert staged(ask(user, loaded.table)) == []


@pytest.mark.parametrize("bots", [0, 1])
def test_nobody_gets_advice_against_other_people(bots: int) -> None:
    loaded = new_table(3 - bots, bots=bots)
    for seat in loaded.seats:
        if seat.user is not None:
            page = words(get(signed_in(seat.user), loaded.table))
            assert 'id="hint"' not in page
            answer = ask(seat.user, loaded.table)
            assert answer.status_code == 200
            assert "people play each other" in words(answer)
            assert staged(answer) == []


def test_a_table_that_others_left_to_bots_is_not_practice() -> None:
    """They may come back, and it was their game too."""
    loaded = new_table(2, bots=1)
    leaver = next(seat.user for seat in loaded.seats[1:] if seat.user is not None)
    services.leave(leaver, loaded.table.code, now())
    Seat.objects.filter(table=loaded.table, user=None, bot="").update(bot="easy")
    assert not advice.is_practice(load(loaded.table))


def test_a_table_with_an_empty_seat_is_not_practice() -> None:
    loaded = new_table(2, bots=1)
    Seat.objects.filter(table=loaded.table, number__gt=0).update(user=None)
    assert not advice.is_practice(load(loaded.table))


def test_outsiders_get_404_and_visitors_have_to_sign_in() -> None:
    loaded, _ = practice()
    assert ask(UserFactory.create(), loaded.table).status_code == 404
    assert get(Client(), loaded.table, "table-advice").status_code == 302
