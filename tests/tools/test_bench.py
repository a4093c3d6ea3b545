"""The benchmarks still measure what they say: tiny counts, real servers; figures aren't checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench import live, running, web
from bench.running import Server, World
from tests import plugin

pytestmark = [pytest.mark.stack, pytest.mark.xdist_group("bench")]


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Servers with the database of this leg."""
    with running.world(plugin.LEG, plugin.STATIC) as here:
        yield here


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    with world.serving() as serving:
        yield serving


def test_every_kind_of_request_is_measured_next_to_a_bare_one(world: World, server: Server) -> None:
    found = web.measure(world, server, {"classic": 3}, moves=2, warm=0)["classic"]
    assert set(found) == {"page", "plain", "move", "update", "news", "poll", "204"}
    for costs in found.values():
        assert [cost.cpu > 0 and cost.wall > 0 for cost in costs] == [True, True]
    assert found["move"][1].queries > found["update"][1].queries > found["204"][1].queries
    assert found["page"][1].size > found["plain"][1].size > found["poll"][1].size == 0
    assert [line.split(":")[0] for line in web.lines(plugin.LEG, "classic", found)][:3] == [
        "web.move_vs_update",
        "web.poll_vs_204",
        "web.page_vs_plain",
    ]


def test_followers_of_a_table_get_each_of_its_moves(world: World, server: Server) -> None:
    found = live.measure(world, server, streams=20, moves=3)
    assert isinstance(found, live.Found), found
    assert found.due == len(found.delays) == 30
    assert min(found.delays) > 0
    assert "live.lost: 0 of 30 events" in found.lines(plugin.LEG)
