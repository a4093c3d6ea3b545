"""Thousands of requests that nobody should send, to every route: each gets a proper answer.

A failure prints the request as it was sent. `FUZZ_SEED=anything` tries others.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from django.core.cache import cache
from django.db import transaction

from tests import plugin
from tests.fuzz import world
from tests.fuzz.asking import Asked, Maker
from tests.fuzz.routes import every_route
from tests.fuzz.site import Answer, ask, logged
from tests.fuzz.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.both]

IN_TEST, IN_SOAK, RUNS = 600, 12_000, 4
"""On each leg. `make soak` tries different requests each time and on each leg."""
SMALL = 60_000  # bytes: a refused form of ours with everything typed
LONG_LINE = 20_000
SEED = os.environ.get("FUZZ_SEED", "undermine")


def faults(asked: Asked, answer: Answer, lines: list[str], made: World) -> list[str]:
    """Return what is wrong with this answer or with what was logged."""
    if asked.path == b"/sweepz":
        return []  # no worker runs here, and this page says so
    found = []
    if answer.status >= 500:
        found.append(f"answered {answer.status}")
    if b"Traceback (most recent" in answer.body:
        found.append("shows a traceback")
    if 400 <= answer.status < 500 and len(answer.body) > SMALL:
        found.append(f"{answer.status} with {len(answer.body)} bytes")
    found += [f"logged {key}" for key in made.secrets if any(key in line for line in lines)]
    found += [f"logged {len(line)} bytes" for line in lines if len(line) > LONG_LINE]
    found += ["logged an error" for line in lines if '"level": "ERROR"' in line]
    return found


def run(count: int, seed: str) -> list[str]:
    """Request every route once properly, then anything; return what was wrong, in words."""
    made = world.build()
    maker = Maker(made, every_route())
    found: list[str] = []
    for number, asked in enumerate(_requests(maker, count, seed)):
        if wrong := _try(asked, maker, made):
            found.append(f"request {number} of seed {seed!r}: {wrong}")
        if number % 100 == 0:
            cache.clear()  # throttles would soon refuse everything
    return found


def _try(asked: Asked, maker: Maker, made: World) -> str:
    """Send the request, roll back what it changed, and learn from the page."""
    with logged() as lines, transaction.atomic():
        try:
            answer = ask(asked)
        except Exception as error:  # the server would answer this
            return f"raised {error!r}\n{asked}"
        finally:
            transaction.set_rollback(True)
    if answer.status == 200 and asked.method == "GET" and b"<form" in answer.body:
        maker.learn(asked, answer.body.decode())
    wrong = faults(asked, answer, lines, made)
    return "\n".join([", ".join(wrong), str(asked), *lines]) if wrong else ""


def _requests(maker: Maker, count: int, seed: str) -> Iterator[Asked]:
    for number, route in enumerate(maker.routes):
        for role in ("moderator",) if route.template.startswith("admin") else ("visitor", "seated"):
            yield maker.plain(route, role, Random(f"{seed}:plain:{number}"))
            count -= 1
    for number in range(count):
        yield maker.any(Random(f"{seed}:{number}"))


def test_no_request_breaks_anything() -> None:
    found = run(IN_TEST, SEED)
    assert not found, f"{len(found)} in all, the first:\n" + "\n\n".join(found[:3])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(RUNS))
def test_nothing_breaks_in_a_long_run(part: int) -> None:
    found = run(IN_SOAK // RUNS, f"{SEED}-{plugin.LEG}-{part}")
    assert not found, f"{len(found)} in all, the first:\n" + "\n\n".join(found[:3])


def test_the_moderator_of_these_requests_is_let_in() -> None:
    """Otherwise every admin page would redirect to sign-in, and none would be tested."""
    cookie = world.build().cookies["moderator"].encode()
    assert ask(Asked("moderator", "GET", b"/admin/", cookie=cookie)).status == 200
