"""Tables for tests, played through the real services."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from config.clock import now
from games.engine import Rng, Value
from games.kinds import read_move
from games.notices.models import Notice
from games.tables import services, store, tasks
from games.tables.models import LogEntry, Seat, Table
from games.tables.refusals import Refused
from games.tables.services.lobby import TablePlan
from games.tables.services.unit_of_work import table_for_update
from games.tables.store import LoadedTable, saving
from tests.factories import UserFactory
from tests.positions import last_round
from tests.real_tables import have_seen


def token() -> str:
    return secrets.token_hex(8)


def new_table(
    players: int = 3,
    bots: int = 0,
    options: Mapping[str, Value] | None = None,
    kind: str = "classic",
    **plan: Any,
) -> LoadedTable:
    """Open a running table with these numbers of people and bots."""
    users = UserFactory.create_batch(players)
    wanted = TablePlan(kind, players + bots, "Rainy Tuesday", options or {}, bots, **plan)
    table = services.open_table(users[0], wanted, token(), now())
    for user in users[1:]:
        services.join(user, table.code, now())
    have_seen(table)
    return load(table)


def load(table: Table) -> LoadedTable:
    return store.current(table.pk)


def on_turn(loaded: LoadedTable) -> User:
    (number,) = loaded.rules.waiting_for(loaded.state)
    user = loaded.seats[number].user
    assert user is not None
    return user


def rng() -> Rng:
    """Return an rng seeded by this test, so the same in every run."""
    return Rng(saving.random_bytes(16), "moves")


def any_move(loaded: LoadedTable) -> str:
    """Return a legal move of the player on turn, in notation."""
    (number,) = loaded.rules.waiting_for(loaded.state)
    return str(rng().choose(loaded.rules.legal_moves(loaded.state, number)).written())


def play(loaded: LoadedTable, text: str | None = None) -> LoadedTable:
    """Play a move as its player would, and reload the table."""
    return load(_played(loaded, text or any_move(loaded)).table)


def _played(loaded: LoadedTable, text: str) -> LoadedTable:
    user, table = on_turn(loaded), loaded.table
    return services.play_move(user, table.code, text, table.version, token(), now())


def play_on(loaded: LoadedTable, moves: int) -> LoadedTable:
    """Play this many moves, or until the game is over; then reload the table."""
    for _ in range(moves):
        if loaded.table.status != Table.Status.RUNNING:
            break
        loaded = _played(loaded, any_move(loaded))
    return load(loaded.table)


def moves_on(loaded: LoadedTable, moves: int) -> LoadedTable:
    """Do the same, saved once at the end: several times as fast where only the position matters.
    Nobody is notified of turns in between."""
    return play_while(loaded, lambda at_work: at_work.table.length - loaded.table.length < moves)


def play_while(
    loaded: LoadedTable,
    goes_on: Callable[[LoadedTable], bool],
    choose: Callable[[LoadedTable], str] = any_move,
) -> LoadedTable:
    """Play moves in one unit of work while this holds and the game is not over."""
    with table_for_update(loaded.table.code, now()) as work:
        while goes_on(work.loaded) and (
            waiting := work.loaded.rules.waiting_for(work.loaded.state)
        ):
            move, (seat,) = read_move(work.loaded.rules, choose(work.loaded)), waiting
            work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=seat), move)
    return load(loaded.table)


def finished() -> LoadedTable:
    """Make a finished classic game: the first player has reached the treasure."""
    players = UserFactory.create_batch(3)
    return play(load(last_round(*players)), "place ew at 7,0")


# --- time passes by shifting columns --------------------------------------------------------------


def seat_on_turn(loaded: LoadedTable) -> Seat:
    (seat,) = [seat for seat in loaded.seats if seat.on_turn]
    return seat


def age(loaded: LoadedTable, *columns: str) -> LoadedTable:
    """Move these times of every seat of the table, if set, to a second ago."""
    for column in columns or ("due_at",):
        seats = Seat.objects.filter(table=loaded.table, **{f"{column}__isnull": False})
        seats.update(**{column: now() - timedelta(seconds=1)})
    return load(loaded.table)


def kinds(loaded: LoadedTable) -> list[str]:
    """Return the log entries that aren't moves."""
    kinds = loaded.table.log.order_by("number").values_list("kind", flat=True)
    return [kind for kind in kinds if kind not in ("deal", "move", "forced")]


def told(user: User | None, kind: str) -> list[str]:
    """Return this player's notices of this kind, in order."""
    found = Notice.objects.filter(recipient=user, kind=kind).order_by("pk")
    return list(found.values_list("what", flat=True))


def play_until(loaded: LoadedTable, user: User) -> LoadedTable:
    """Play until it is this player's turn."""
    for _ in range(200):
        if on_turn(loaded) == user:
            return load(loaded.table)
        loaded = _played(loaded, any_move(loaded))
    raise AssertionError("it never became their turn")


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, match=f"^{code}$")


def let_it_pass(loaded: LoadedTable) -> LoadedTable:
    """Let the time of the player on turn run out, and run the sweep."""
    age(loaded, "due_at")
    assert tasks.miss_turns() == 1
    return load(loaded.table)


def offered(**plan: Any) -> tuple[LoadedTable, User]:
    """Return a table that offers the seat of its first player on turn, and that player."""
    loaded = new_table(3, excused=0, **plan)
    absent = on_turn(loaded)
    loaded = play_until(let_it_pass(loaded), absent)
    return let_it_pass(loaded), absent


def bots_move(loaded: LoadedTable) -> LoadedTable:
    tasks.move_bots()
    return load(loaded.table)
