"""Secrecy of scenes, tested: what stays secret after a round does not affect any byte of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.engine import Rng
from games.replays import moments
from games.tables import store
from games.tables.models import LogEntry
from games.tables.presenters import log
from games.tables.store import LoadedTable
from tests import near_end
from tests.factories import UserFactory
from tests.tables.play import load
from tests.tables.test_secrecy import (
    NOON,
    READERS_OF,
    WORLDS,
    differences,
    disguised,
    some,
    taken_back,
    whole,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("kind", "players", "readers"), READERS_OF)
def test_no_scene_of_a_round_reveals_secrets(
    kind: str, players: int, readers: Sequence[int | None]
) -> None:
    """Secrets that outlast a round: hands, gold, unreached goals of The Duel."""
    with time_machine.travel(NOON, tick=False):
        table = near_end.before_the_end(UserFactory.create_batch(players), kind)
        near_end.end_round(table)
        for reader in some(readers):
            with taken_back():
                tells_no_scenes_apart(load(table), reader)


@pytest.mark.parametrize("picks", [0, 1, 9], ids=["none", "one", "all"])
def test_no_scene_reveals_what_others_picked(picks: int) -> None:
    """While gold is picked by hand, and after all of it has been picked."""
    with time_machine.travel(NOON, tick=False):
        table = near_end.gold_on_offer(UserFactory.create_batch(4))
        for _ in range(picks):
            if store.current(table.pk).state.phase == "pick":
                near_end.pick(table)
        for reader in (0, 2, None):
            with taken_back():
                tells_no_scenes_apart(load(table), reader)


def tells_no_scenes_apart(loaded: LoadedTable, reader: int | None) -> None:
    user = None if reader is None else loaded.seats[reader].user
    first = scene_pages(user, loaded)
    assert "still ending" in str(first[f"/t/{loaded.table.code}/?scene=1"])
    for world in range(WORLDS):
        rng = Rng(b"%d" % world, "scenes")
        disguise_past(load(loaded.table), reader, rng)
        other = scene_pages(user, load(loaded.table))
        assert "\n".join(differences(first, other)) == "", f"reader {reader}"


def scene_pages(user: User | None, loaded: LoadedTable) -> dict[str, tuple[object, ...]]:
    client = Client()
    if user is not None:
        client.force_login(user)
    code = loaded.table.code
    paths = [f"/t/{code}/", f"/t/{code}/?scene=1", f"/t/{code}/poll/", f"/t/{code}/poll/?scene=1"]
    return {path: whole(client.get(path)) for path in paths}


def disguise_past(loaded: LoadedTable, number: int | None, rng: Rng) -> None:
    """Put other worlds for now and for the end of the round; both look the same to the reader.

    The log would replay to the real one, so the process's cache is changed instead.
    """
    rules, mark, past = loaded.rules, moments.log_version(loaded.table), moments.moments(loaded)
    store.put(loaded, next(rules.worlds(rules.view(loaded.state, number), rng)), NOON)
    store.save_game(loaded)
    entries = list(loaded.table.log.all())
    for entry in entries:
        entry.events = [disguised(loaded, event, number) for event in entry.events]
    LogEntry.objects.bulk_update(entries, ["events"])
    log.entry.cache_clear()
    others = tuple(_other(loaded, moment, number, rng) for moment in past)
    moments.moments_cache.keep(loaded.table.code, (mark, others))


def _other(
    loaded: LoadedTable, moment: moments.Moment, number: int | None, rng: Rng
) -> moments.Moment:
    if moment.ended is None:
        return moment
    view = loaded.rules.view(moment.ended, number)
    return replace(moment, ended=next(loaded.rules.worlds(view, rng)))
