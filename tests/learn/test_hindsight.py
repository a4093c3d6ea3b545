"""After a game: where the foreman would have played differently, knowing what was known then."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.kinds import KINDS, read_move
from games.learn import advice
from games.replays.replay import Replay, replay_of_table
from games.tables import rate_limits
from games.tables.models import LogEntry, Table
from tests.at_table import HTMX, address, get, words
from tests.factories import UserFactory
from tests.real_tables import running, signed_in
from tests.round_ends import past_round_end, to_the_end
from tests.tables.play import load

pytestmark = pytest.mark.django_db
every_kind = pytest.mark.parametrize("kind", KINDS)
ASKS = "What would the foreman have played?"


def opened(kind: str) -> tuple[Table, User]:
    users = UserFactory.create_batch(min(3, max(KINDS[kind].rules.players)))
    return running(*users, kind=kind), users[0]


def finished(kind: str) -> tuple[Table, User]:
    table, user = opened(kind)
    return to_the_end(table), user


def replay_of(table: Table) -> Replay:
    return replay_of_table(load(table), 0)


def chosen_keys(table: Table) -> list[str]:
    """Return the steps that the first seat decided on."""
    steps = (step for step in replay_of(table).steps if not step.deals)
    return [
        step.key
        for step in steps
        if step.moment.entry and step.moment.entry.kind == LogEntry.Kind.MOVE
        if step.moment.entry.seat == 0
    ]


@every_kind
def test_the_foreman_says_what_it_would_have_played_at_each_step(kind: str) -> None:
    table, user = finished(kind)
    client = signed_in(user)
    said = set()
    for key in chosen_keys(table)[::5]:
        assert ASKS in words(get(client, table, "table-replay", at=key))
        query = f"?at={key}"
        answer = client.get(address(table, "table-opinion") + query, headers=HTMX)
        said.add("would have played the same" in words(answer))
        assert "one opinion" in words(answer)
        page = words(get(client, table, "table-opinion", at=key))
        assert f'href="{address(table, "table-replay")}?at={key}"' in page
    assert said


@every_kind
def test_hindsight_gives_the_advice_of_that_moment(kind: str) -> None:
    table, _ = opened(kind)
    past_round_end(table)
    then = load(table)
    (seat,) = then.rules.waiting_for(then.state)
    advised = advice.advice(then, seat)[0]
    now_over = load(to_the_end(table))
    found = advice.opinion(now_over, then.table.length + 1)
    assert found is not None
    assert (found.seat, found.idea) == (seat, advised)


def test_a_move_with_the_same_effect_counts_as_the_same() -> None:
    table, _ = finished("duel")
    loaded = load(table)
    for number in (1, 2, 3):
        for found in advice.opinions(loaded, 0, number):
            entry = table.log.get(number=found.number)
            wished = found.idea.move == read_move(loaded.rules, entry.move)
            assert found.same or not wished


def test_there_is_no_opinion_on_steps_that_nobody_decided() -> None:
    table, user = finished("classic")
    replay = replay_of(table)
    dealt = next(step.key for step in replay.steps if step.deals)
    client = signed_in(user)
    for key in ("1", dealt):
        assert ASKS not in words(get(client, table, "table-replay", at=key))
        answer = words(get(client, table, "table-opinion", at=key))
        assert "Nobody had anything to decide" in answer


@every_kind
def test_an_overview_lists_the_steps_where_it_would_have_played_differently(kind: str) -> None:
    table, user = finished(kind)
    client, loaded = signed_in(user), load(table)
    for number in sorted({step.state.round for step in replay_of(table).steps}):
        page = words(get(client, table, "table-hindsight", round=str(number)))
        listed = re.findall(r'id="step-(\d+)"', page)
        found = advice.opinions(loaded, 0, number)
        assert listed == [str(one.number) for one in found if not one.same]
        assert "one opinion" in page


def test_opinions_on_a_round_are_cached_in_a_process() -> None:
    table, _ = finished("solo")
    assert advice.opinions(load(table), 0, 1) is advice.opinions(load(table), 0, 1)


def test_an_invalid_round_number_shows_some_round() -> None:
    table, user = finished("solo")
    for asked in ("", "0", "99", "x", "9" * 40):
        page = get(signed_in(user), table, "table-hindsight", round=asked)
        assert page.status_code == 200


def test_hindsight_is_limited() -> None:
    table, user = finished("solo")
    for limit in (rate_limits.ADVICE, rate_limits.HINDSIGHT):
        for _ in range(limit.times):
            rate_limits.may(user, limit, now())
    client, key = signed_in(user), chosen_keys(table)[0]
    assert "ask again later" in words(get(client, table, "table-hindsight"))
    assert "ask again later" in words(get(client, table, "table-opinion", at=key))


@pytest.mark.parametrize("kind", ["classic", "solo"])
def test_a_running_game_gets_no_hindsight_even_on_finished_rounds(
    kind: str,
) -> None:
    table, user = opened(kind)
    past_round_end(table)
    client, key = signed_in(user), chosen_keys(table)[0]
    replay = words(get(client, table, "table-replay", at=key))
    assert ASKS not in replay
    assert "In hindsight" not in replay
    for page in ("table-opinion", "table-hindsight"):
        answer = words(get(client, table, page, at=key))
        assert "not over yet" in answer
        assert "would have played:" not in answer


def test_a_spectator_may_ask_about_a_step_but_has_no_overview() -> None:
    table, _ = finished("classic")
    client, key = signed_in(UserFactory.create()), chosen_keys(table)[0]
    page = words(get(client, table, "table-replay", at=key))
    assert ASKS in page
    assert "In hindsight" not in page
    assert "would have played" in words(get(client, table, "table-opinion", at=key))
    assert get(client, table, "table-hindsight").status_code == 404


def test_a_visitor_has_to_sign_in_first() -> None:
    table, _ = finished("classic")
    key = chosen_keys(table)[0]
    assert ASKS not in words(get(Client(), table, "table-replay", at=key))
    for page in ("table-opinion", "table-hindsight"):
        assert get(Client(), table, page, at=key).status_code == 302
