"""The foreman: a mind that never sits at a table, and says what it would do in a seat.

It is asked while somebody practises, and about games that are over. It knows what that seat knew
then, its view and its memory, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.kinds.language import read_move
from games.mine import Lots
from games.mine.minds import NORMAL, Idea, Step
from games.tables.memories import Played, SeatMemory, played, remembered
from games.tables.models import LogEntry
from games.tables.moments import mark_of
from games.tables.recently import Recently
from games.tables.store import LoadedTable

FOREMAN: Final = NORMAL
"""How strong it is, whoever sits at the table: a page waits for the answer."""
CHOSEN: Final = (LogEntry.Kind.MOVE, LogEntry.Kind.ABSENT)
"""Moves that could have been others."""
ROUNDS_KEPT: Final = 256


def is_practice(loaded: LoadedTable) -> bool:
    """Does one person play here, with nobody but bots, and has it always been so?"""
    people = [seat for seat in loaded.seats if seat.user_id is not None]
    bots = [seat for seat in loaded.seats if seat.bot and seat.former_id is None]
    return len(people) == 1 and len(people) + len(bots) == len(loaded.seats)


def advice(loaded: LoadedTable, seat: int) -> Sequence[Idea[Any]]:
    """Up to three moves for the seat on turn, the best first; the same however often it is asked,
    and when the game is over."""
    view = loaded.rules.view(loaded.state, seat)
    return _ideas(loaded, view, SeatMemory(loaded, seat), loaded.table.length + 1)


def _ideas(
    loaded: LoadedTable, view: Any, memory: Sequence[Step[Any]], number: int
) -> Sequence[Idea[Any]]:
    """For the move that this entry will hold, or holds."""
    lots = Lots(f"{loaded.table.code} {number}".encode(), "advice")
    return loaded.kind.minds[FOREMAN].advise(view, memory, lots)


# --- hindsight ------------------------------------------------------------------------------------


class Opinion(NamedTuple):
    """What the foreman would have played instead of a move, or that it would have played it."""

    number: int
    """Of the entry with the move."""
    seat: int
    idea: Idea[Any]
    same: bool
    """Does it lead to the same as what was played?"""


Opinions = tuple[Opinion, ...]
_kept: Recently[tuple[object, ...], Opinions] = Recently(ROUNDS_KEPT)


def opinion(loaded: LoadedTable, number: int) -> Opinion | None:
    """About the move in this entry of the log; none where nobody chose."""
    for place, move in enumerate(played(loaded)):
        if move.entry.number == number and _was_chosen(loaded, move):
            memory = remembered(loaded, move.entry.seat or 0)[:place]
            return _opinion(loaded, move, memory)
    return None


def opinions(loaded: LoadedTable, seat: int, round_number: int) -> Opinions:
    """About every move that this seat chose in this round. A process keeps the last ones asked
    for."""
    key = loaded.table.code, mark_of(loaded.table), seat, round_number
    known = _kept.get(key)
    return _kept.keep(key, _opinions(loaded, seat, round_number)) if known is None else known


def _opinions(loaded: LoadedTable, seat: int, round_number: int) -> Opinions:
    memory = remembered(loaded, seat)
    return tuple(
        _opinion(loaded, move, memory[:place])
        for place, move in enumerate(played(loaded))
        if move.entry.seat == seat and move.before.round == round_number
        if _was_chosen(loaded, move)
    )


def _was_chosen(loaded: LoadedTable, move: Played) -> bool:
    """Could its player have played something else? Answers out of turn do not count."""
    return move.entry.kind in CHOSEN and move.entry.seat in loaded.rules.waiting_for(move.before)


def _opinion(loaded: LoadedTable, move: Played, memory: Sequence[Step[Any]]) -> Opinion:
    rules, seat = loaded.rules, move.entry.seat or 0
    idea = _ideas(loaded, rules.view(move.before, seat), memory, move.entry.number)[0]
    wished = rules.play(move.before, seat, idea.move)
    done = rules.play(move.before, seat, read_move(rules, move.entry.move))
    return Opinion(move.entry.number, seat, idea, wished.after == done.after)
