"""Real tables played up to the last move of a round: their log has everything and replays."""

from __future__ import annotations

from typing import NamedTuple

from config.clock import now
from games.engine import Rng
from games.kinds import read_move
from games.tables import store
from games.tables.models import LogEntry, Table
from games.tables.services.unit_of_work import TableWork, table_for_update


class LastMove(NamedTuple):
    """The move that ends the round, and its seat."""

    seat: int
    move: str


def to_last_move(table: Table, round_number: int = 1, luck: str = "brink") -> LastMove:
    """Let bots choose for everybody until the next move would end this round; save it once."""
    rng = Rng(luck.encode(), "brink")
    with table_for_update(table.code, now()) as work:
        while (found := _next(work, rng, round_number)) is None:
            pass
    table.refresh_from_db()
    return found


def past_round_end(table: Table, round_number: int = 1, luck: str = "brink") -> LastMove:
    """Do the same and play the last move too."""
    found = to_last_move(table, round_number, luck)
    with table_for_update(table.code, now()) as work:
        _play(work, found.seat, found.move)
    table.refresh_from_db()
    return found


def to_the_end(table: Table, luck: str = "brink") -> Table:
    """Play the whole game, to its last move."""
    loaded = store.current(table.pk)
    view = loaded.rules.view(loaded.state, None)
    past_round_end(table, loaded.kind.look.rounds(view, loaded.rules.rounds), luck)
    assert table.status == Table.Status.FINISHED
    return table


def _next(work: TableWork, rng: Rng, round_number: int) -> LastMove | None:
    rules, state = work.loaded.rules, work.loaded.state
    (seat, *_) = rules.waiting_for(state)
    move = work.loaded.kind.quick_move(rules.view(state, seat), rng)
    if state.round == round_number and rules.play(state, seat, move).ended is not None:
        return LastMove(seat, move.written())
    _play(work, seat, move.written())
    return None


def _play(work: TableWork, seat: int, text: str) -> None:
    move = read_move(work.loaded.rules, text)
    work.play(LogEntry(kind=LogEntry.Kind.MOVE, seat=seat), move)
