"""Real games, played by bots from the deal up to the move that ends a round.

A position put on a table cannot be replayed from its deal; these can.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from config.clock import now
from games.engine import Rng
from games.tables import services, store
from games.tables.models import LogEntry, Table
from games.tables.services.unit_of_work import table_for_update
from games.tables.store import LoadedTable
from tests import real_tables

MOVES_AT_MOST = 3000


def before_the_end(players: Sequence[User], kind: str, rounds: int = 1, **plan: Any) -> Table:
    """Make a table where the next move ends this round; everybody has seen what came before.

    It is one unit of work that saves what single moves would have saved.
    """
    table = real_tables.running(*players, kind=kind, **plan)
    with table_for_update(table.code, now()) as work:
        for number in range(MOVES_AT_MOST):
            seat, move = _choice(work.loaded, number)
            if _ends(work.loaded, seat, move) and work.loaded.state.round == rounds:
                break
            work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=seat), move)
    real_tables.have_seen(table)
    return table


def gold_on_offer(players: Sequence[User], **plan: Any) -> Table:
    """Make a classic table where the treasure was found and gold is picked by hand."""
    for _ in range(60):  # weak bots find it in about one round of three
        table = real_tables.running(*players, options={"picking": "by_hand"}, **plan)
        with table_for_update(table.code, now()) as work:
            for number in range(MOVES_AT_MOST):
                if work.loaded.state.phase == "pick" or work.loaded.state.round > 1:
                    break
                seat, move = _choice(work.loaded, number)
                work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=seat), move)
        if work.loaded.state.phase == "pick":
            return table
    raise AssertionError("nobody found it")


def pick(table: Table) -> None:
    """Let the player on turn take the nugget card that a bot would take."""
    with table_for_update(table.code, now()) as work:
        seat, move = _choice(work.loaded, 0)
        work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=seat), move)
    table.refresh_from_db()


def last_move(table: Table) -> tuple[int, str]:
    """Return the seat and the move, in notation, that end the round of such a table."""
    loaded = store.current(table.pk)
    for number in range(MOVES_AT_MOST):
        seat, move = _choice(loaded, number)
        if _ends(loaded, seat, move):
            return seat, move.written()
    raise AssertionError("no bot would end it")


def end_round(table: Table) -> None:
    """Play that move, as its player would."""
    seat, text = last_move(table)
    loaded = store.current(table.pk)
    user = loaded.seats[seat].user
    assert user is not None
    version, token = loaded.table.version, secrets.token_hex(8)
    services.play_move(user, table.code, text, version, token, now())
    table.refresh_from_db()


def _choice(loaded: LoadedTable, number: int) -> tuple[int, Any]:
    """Return the seat on turn and what a bot would do in its place."""
    seat = loaded.rules.waiting_for(loaded.state)[0]
    rng = Rng(f"{loaded.table.title} {number}".encode(), "near the end")
    return seat, loaded.kind.quick_move(loaded.rules.view(loaded.state, seat), rng)


def _ends(loaded: LoadedTable, seat: int, move: Any) -> bool:
    return loaded.rules.play(loaded.state, seat, move).ended is not None
