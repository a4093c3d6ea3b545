"""The benchmarks can still build large sites and play and sweep there; figures aren't checked."""

from __future__ import annotations

import pytest

from bench import growth, sweeps
from bench.running import world
from tests import plugin

pytestmark = [pytest.mark.both, pytest.mark.soak, pytest.mark.stack]


def test_a_large_site_can_be_swept_and_played_on() -> None:
    with world("postgres", plugin.STATIC) as here:
        with sweeps.seeded_site(here, tables=60, whole=4) as seeded:
            cost = seeded.run("tables.miss_turns", 2)
        with growth.seeded_site(here, running=12, finished=3) as there:
            weighed = [name for name, _ in there.lap()]
    assert cost.done == 2
    assert cost.queries > 0 < cost.seconds
    assert weighed == ["page", "move", "poll", *growth.PAGES]
