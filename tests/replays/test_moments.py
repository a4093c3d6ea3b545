"""A table's past, played again by the engine."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from games.kinds import KINDS
from games.replays.moments import moments
from games.tables import store
from games.tables.models import Table
from tests.factories import UserFactory
from tests.real_tables import running
from tests.round_ends import past_round_end

pytestmark = pytest.mark.django_db
every_kind = pytest.mark.parametrize("kind", KINDS)


def opened(kind: str) -> Table:
    players = min(3, max(KINDS[kind].rules.players))
    return running(*UserFactory.create_batch(players), kind=kind)


@every_kind
def test_the_last_moment_is_the_current_table(kind: str) -> None:
    table = opened(kind)
    past_round_end(table)
    loaded = store.current(table.pk)
    found = moments(loaded)
    assert [moment.number for moment in found] == list(range(table.length + 1))
    assert found[-1].state == loaded.state


@every_kind
def test_the_end_of_a_round_is_shown_instead_of_the_next_deal(kind: str) -> None:
    table = opened(kind)
    past_round_end(table)
    found = moments(store.current(table.pk))
    (end,) = [moment for moment in found if moment.ended is not None]
    assert end.shown.round == 1
    assert end.shown.phase == "ended"
    assert end.state.round == 2
    assert end.state.phase == "play"


def test_the_past_costs_one_query_once(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    table = opened("classic")
    past_round_end(table)
    loaded = store.current(table.pk)
    with django_assert_num_queries(1):
        first = moments(loaded)
    with django_assert_num_queries(0):
        assert moments(loaded) is first


def test_a_broken_log_is_shown_as_far_as_it_replays() -> None:
    table = opened("classic")
    past_round_end(table)
    broken = table.log.get(number=10)
    broken.move = "discard nonsense"
    broken.save()
    loaded = store.current(table.pk)
    assert [moment.number for moment in moments(loaded)] == list(range(10))
