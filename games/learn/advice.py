"""The foreman: the normal bot, asked which move it would make for a seat.

It answers during practice games and about finished games. It is given only what that seat knew at
the time: its view and its memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.engine.bots import SeenMove, Suggestion
from games.kinds import read_move
from games.replays.moments import (
    StandingMove,
    log_version,
    remembered_steps,
    seat_memory,
    standing_moves,
)
from games.tables.models import LogEntry
from games.tables.store import LoadedTable, RecentCache

CHOSEN_KINDS: Final = (LogEntry.Kind.MOVE, LogEntry.Kind.ABSENT)
"""Log entries whose player chose the move."""
ROUNDS_KEPT: Final = 256


def is_practice(loaded: LoadedTable) -> bool:
    """Check whether one person plays with bots only, and always has."""
    people = [seat for seat in loaded.seats if seat.user_id is not None]
    bots = [seat for seat in loaded.seats if seat.bot and seat.former_id is None]
    return len(people) == 1 and len(people) + len(bots) == len(loaded.seats)


def advice(loaded: LoadedTable, seat: int) -> Sequence[Suggestion[Any]]:
    """Return up to three moves for the seat on turn, the best first.
    The same question always gets the same answer, also after the game is over."""
    view = loaded.rules.view(loaded.state, seat)
    return loaded.kind.advise(view, seat_memory(loaded, seat))


class Opinion(NamedTuple):
    """The foreman's verdict on a move: whether it agrees, or what it would have played."""

    number: int
    """The log entry of the move."""
    seat: int
    idea: Suggestion[Any]
    same: bool
    """Whether it has the same effect as the move that was played."""


Opinions = tuple[Opinion, ...]
_opinion_cache: RecentCache[tuple[object, ...], Opinions] = RecentCache(ROUNDS_KEPT)


def opinion(loaded: LoadedTable, number: int) -> Opinion | None:
    """Return the opinion on the move in this log entry, or None if nobody chose it."""
    for place, move in enumerate(standing_moves(loaded)):
        if move.entry.number == number and _was_chosen(loaded, move):
            memory = remembered_steps(loaded, move.entry.seat or 0)[:place]
            return _opinion(loaded, move, memory)
    return None


def opinions(loaded: LoadedTable, seat: int, round_number: int) -> Opinions:
    """Return opinions on every move that this seat chose in this round. The latest are cached."""
    key = loaded.table.code, log_version(loaded.table), seat, round_number
    known = _opinion_cache.get(key)
    return (
        _opinion_cache.keep(key, _opinions(loaded, seat, round_number)) if known is None else known
    )


def _opinions(loaded: LoadedTable, seat: int, round_number: int) -> Opinions:
    memory = remembered_steps(loaded, seat)
    return tuple(
        _opinion(loaded, move, memory[:place])
        for place, move in enumerate(standing_moves(loaded))
        if move.entry.seat == seat and move.before.round == round_number
        if _was_chosen(loaded, move)
    )


def _was_chosen(loaded: LoadedTable, move: StandingMove) -> bool:
    """Check whether the player had a choice; out-of-turn answers don't count."""
    return move.entry.kind in CHOSEN_KINDS and move.entry.seat in loaded.rules.waiting_for(
        move.before
    )


def _opinion(loaded: LoadedTable, move: StandingMove, memory: Sequence[SeenMove[Any]]) -> Opinion:
    rules, seat = loaded.rules, move.entry.seat or 0
    idea = loaded.kind.advise(rules.view(move.before, seat), memory)[0]
    wished = rules.play(move.before, seat, idea.move)
    done = rules.play(move.before, seat, read_move(rules, move.entry.move))
    return Opinion(move.entry.number, seat, idea, wished.after == done.after)
