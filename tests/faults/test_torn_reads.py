"""Reading while others play: a reader always loads the table as it was at one moment."""

from __future__ import annotations

import functools
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from config.clock import now
from games.engine import state_hash
from games.tables import access, services, store
from games.tables.models import Table
from games.tables.store import LoadedTable
from tests.at_table import get
from tests.factories import UserFactory
from tests.faults.test_races import at_once
from tests.positions import at_position
from tests.real_tables import signed_in
from tests.tables.play import any_move, load, on_turn, play, token
from tools.machine import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]

TABLES = 8
LAST_CARDS = {"p1": ["map", "ns"], "p2": ["ns"], "p3": ["ne"]}
ROLES = {"p1": "digger", "p2": "digger", "p3": "saboteur"}


def shortly_before_the_end_of_a_round() -> list[str]:
    players = UserFactory.create_batch(3)
    given: dict[str, Any] = {
        "hands": LAST_CARDS,
        "roles": ROLES,
        "round": 1,
        "turn": "p1",
        "stock": [],
    }
    games = [at_position(*players, **given) for _ in range(TABLES)]
    return [
        play(load(table)).table.code for table in games
    ]  # the log knows the position from here on


def play_on(barrier: Barrier, codes: list[str]) -> str:
    """Play each table into its next round, as fast as possible."""
    for code in codes:
        loaded = load(Table.objects.get(code=code))
        barrier.wait(PATIENCE)
        while loaded.table.round_number == 1:
            text, version = any_move(loaded), loaded.table.version
            services.play_move(on_turn(loaded), code, text, version, token(), now())
            loaded = load(loaded.table)
        barrier.wait(PATIENCE)
    return "played"


def read_on(barrier: Barrier, codes: list[str], how: str) -> list[str]:
    """Read each table again and again until its next round begins; return what was wrong."""
    wrong: list[str] = []
    reads = {"page": read_page, "rows": read_rows}
    for code in codes:
        table = Table.objects.get(code=code)
        barrier.wait(PATIENCE)
        number = 1
        while number == 1:
            try:
                number = reads[how](table, wrong)
            except Exception as error:  # anything a page could fail with
                wrong.append(repr(error))
        barrier.wait(PATIENCE)
    return wrong


def read_rows(table: Table, wrong: list[str]) -> int:
    """Check that the state has the hash in the log and that the players on turn match it."""
    spectator = AnonymousUser()
    found, loaded = access.load(access.readable_table(spectator, table.code), spectator)
    entry = found.table.log.get(number=found.table.length)
    if state_hash(loaded.rules.pieces(loaded.state)) != entry.state_hash:
        wrong.append(f"entry {entry.number}: other cards than the log says")
    if on_turn_by_rows(loaded) != set(loaded.rules.waiting_for(loaded.state)):
        wrong.append(f"entry {entry.number}: others on turn than the rules say")
    return loaded.table.round_number


def on_turn_by_rows(loaded: LoadedTable) -> set[int]:
    return {seat.number for seat in loaded.seats if seat.on_turn}


@functools.cache
def player_of(pk: int) -> Client:
    return signed_in(User.objects.get(pk=pk))


def read_page(table: Table, wrong: list[str]) -> int:
    """Check that the newest line of a player's log belongs to the board they see."""
    answer = get(player_of(table.owner_id or 0), table)
    if answer.status_code != 200:
        wrong.append(f"status {answer.status_code}")
        return 1
    shown = answer.context["page"]
    known = table.log.get(number=shown.log.entries[0].number)
    if known.round_number != shown.round:
        wrong.append(f"entry {known.number} of round {known.round_number} in round {shown.round}")
    if shown.me.on_turn != shown.turn.on_turn:  # one is in a row, the other follows from the cards
        wrong.append(f"entry {known.number}: a turn without moves, or moves without a turn")
    return int(shown.round)


def test_readers_never_see_half_a_move_or_an_error_at_the_end_of_a_round() -> None:
    codes = shortly_before_the_end_of_a_round()
    played, *wrong = at_once(any_of, ("play", codes), ("rows", codes), ("page", codes))
    assert played == "played"
    assert wrong == [[], []]


def any_of(barrier: Barrier, what: str, codes: list[str]) -> object:
    return play_on(barrier, codes) if what == "play" else read_on(barrier, codes, what)


def test_a_table_that_changes_during_every_read_is_locked_to_read_it() -> None:
    """The reader's version is always out of date, but they still get the table."""
    (code, *_) = shortly_before_the_end_of_a_round()
    stale = access.readable_table(AnonymousUser(), code)
    stale.table.changes -= 1
    with pytest.raises(store.TornRead):
        store.load(stale.table)
    found, loaded = access.load(stale, AnonymousUser())
    assert found.table.changes == loaded.table.changes == Table.objects.get(code=code).changes
