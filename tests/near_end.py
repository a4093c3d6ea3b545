"""Real games, played by bots' minds from the deal on: up to the move that ends a round, or over it.

A position that was put on a table cannot be played again from its deal; these can.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from config.clock import now
from games.mine import Lots
from games.tables import services, store
from games.tables.models import Table
from games.tables.store import LoadedTable
from tests import real_tables

MOVES_AT_MOST = 3000


def choice(loaded: LoadedTable, number: int) -> tuple[int, Any]:
    """Who is on turn, and what a bot would do in their place."""
    seat = loaded.rules.waiting_for(loaded.state)[0]
    lots = Lots(f"{loaded.table.title} {number}".encode(), "near the end")
    return seat, loaded.kind.bots(loaded.rules.view(loaded.state, seat), lots)


def play(loaded: LoadedTable, seat: int, move: Any) -> LoadedTable:
    user, table = loaded.seats[seat].user, loaded.table
    assert user is not None
    text = loaded.rules.print_move(move)
    token = secrets.token_hex(8)
    return services.play_move(user, table.code, text, table.version, token, now())


def before_the_end(players: Sequence[User], kind: str, rounds: int = 1, **plan: Any) -> Table:
    """A table at which the next move, a bot's, ends this round; all have seen what came before."""
    table = real_tables.running(*players, kind=kind, **plan)
    loaded = store.current(table.pk)
    for number in range(MOVES_AT_MOST):
        seat, move = choice(loaded, number)
        progress = loaded.rules.play(loaded.state, seat, move)
        if progress.ended is not None and loaded.state.round == rounds:
            break
        loaded = play(loaded, seat, move)
    real_tables.have_seen(table)
    return table


def last_move(table: Table) -> tuple[int, str]:
    """The seat, and the move, in notation, that ends the round of such a table."""
    loaded = store.current(table.pk)
    for number in range(MOVES_AT_MOST):
        seat, move = choice(loaded, number)
        if loaded.rules.play(loaded.state, seat, move).ended is not None:
            return seat, loaded.rules.print_move(move)
    raise AssertionError("no bot would end it")


def end_round(table: Table) -> None:
    """Play that move."""
    seat, text = last_move(table)
    loaded = store.current(table.pk)
    user = loaded.seats[seat].user
    assert user is not None
    version, token = loaded.table.version, secrets.token_hex(8)
    services.play_move(user, table.code, text, version, token, now())
    table.refresh_from_db()
