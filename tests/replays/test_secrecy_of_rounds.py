"""Finished rounds of a running game: secrets that outlast a round stay secret, to the byte.

Everybody may see a finished round from any seat, or with nothing hidden. In a world with other
nugget cards, and other goals where none was turned over, they must see the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from bench.seed import same_cards
from games.engine import Event
from games.replays import moments
from games.replays.replay import replay_of_table
from games.tables.models import Table
from games.tables.store import LoadedTable
from tests.round_ends import past_round_end
from tests.tables.other_pasts import put_past
from tests.tables.play import load, new_table
from tests.tables.test_secrecy import NOON, differences, whole

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("kind", "players"), [("classic", 4), ("duel", 2), ("solo", 1)])
def test_no_view_of_a_finished_round_reveals_lasting_secrets(kind: str, players: int) -> None:
    """Nugget cards, and goals never turned over, stay secret even in finished rounds."""
    with time_machine.travel(NOON, tick=False):
        table = with_secrets_left(kind, players)
        for reader in (0, None):
            loaded = load(table)
            user = None if reader is None else loaded.seats[reader].user
            first = through_all_eyes(user, loaded)
            put_past(loaded, lasting(loaded, reader), partial(with_other_looks, reader=reader))
            other = through_all_eyes(user, load(loaded.table))
            assert "\n".join(differences(first, other)) == ""
            moments.moments_cache.clear()


def with_secrets_left(kind: str, players: int) -> Table:
    """Return the first deal that leaves something secret when its round is over.

    By chance every goal may be turned over, or nobody looks at one: then this would prove nothing.
    """
    for deal in range(256):
        with same_cards(deal):
            table = new_table(players, kind=kind).table
        past_round_end(table)
        if leaves_secrets(load(table)):
            return table
        moments.moments_cache.clear()
    raise AssertionError("no deal leaves a secret")


def leaves_secrets(loaded: LoadedTable) -> bool:
    """Return whether there is gold, or a face-down goal and one that only the other player saw."""
    end = ended(loaded)
    if loaded.table.kind == "classic":
        return bool(sum(end.gold[1:]))
    closed = {cell for cell, _ in end.goals} - set(end.mine.tiles) - set(end.looked[0])
    others = set(end.looked[1]) if len(end.looked) > 1 else closed
    return len(closed) > 1 and bool(closed & others)


def ended(loaded: LoadedTable) -> Any:
    moment = moments.end_of_round(moments.moments(loaded), 1)
    assert moment is not None
    return moment.ended


def through_all_eyes(user: User | None, loaded: LoadedTable) -> dict[str, tuple[object, ...]]:
    client = Client()
    if user is not None:
        client.force_login(user)
    replay = replay_of_table(loaded, None)
    last = replay.begins(2) - 1
    eyes = ["all", "watch", *(str(seat.number + 1) for seat in loaded.seats)]
    keys = [replay.steps[index].key for index in (0, last // 2, last - 1, last)]
    asked = [f"/t/{loaded.table.code}/replay/?at={key}&as={who}" for key in keys for who in eyes]
    return {path: whole(client.get(path)) for path in asked}


def lasting(loaded: LoadedTable, reader: int | None) -> Callable[[Any], Any]:
    """Yield states with other gold for others and other goals where none was turned over."""
    end = ended(loaded)

    def poorer(state: Any) -> Any:
        gold = [had if seat == reader else had + 7 for seat, had in enumerate(state.gold)]
        return state._replace(gold=tuple(gold), nuggets=state.nuggets[::-1])

    def mixed(state: Any) -> Any:
        if state.round != end.round:
            return state
        known = dict(loaded.rules.view(state, reader).goals)
        goals = [
            (cell, name if cell in end.mine.tiles or known[cell] else another(state, name))
            for cell, name in state.goals
        ]
        return state._replace(goals=tuple(goals))

    return poorer if loaded.table.kind == "classic" else mixed


def another(state: Any, name: str) -> str:
    """Return a goal that looks different."""
    later: tuple[str, ...] = state.later
    return next(other for other in later if other != name)


def with_other_looks(row: list[Any], reader: int | None) -> list[Any]:
    event = Event(*row)
    if event.seat != reader and event.kind == "took":
        return list(event._replace(amount=(event.amount or 0) + 7))
    if event.seat != reader and event.kind == "looked" and event.what and "=" in event.what:
        return list(event._replace(what="nesw=0"))
    return row
