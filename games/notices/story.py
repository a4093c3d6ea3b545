"""What happened at a table, as its mails tell it: sentences in order, who won, and the score.

All of it is what a spectator may know. Mails are read over shoulders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.kinds import KINDS, rules_of
from games.kinds.common.words import Line, Names, plain
from games.kinds.kind import GameKind
from games.mine import Event
from games.notices.text import Score
from games.tables.events import event_of
from games.tables.models import LogEntry, Seat, Table
from games.tables.presenters import log as history
from games.tables.presenters import page
from games.tables.store import LoadedTable
from games.tables.words import results
from games.tables.words.entries import entry_line
from games.tables.words.names import Past, SeatNames

ROUND_ENDED = "round-ended"


class Since(NamedTuple):
    """What a reader has not seen yet."""

    lines: tuple[Line, ...]
    round_ended: bool


def is_known(table: Table) -> bool:
    """Has it been dealt, by rules that this release has?"""
    return bool(table.round_number) and table.rules_version in KINDS[table.kind].versions


def since_last_turn(table: Table, seats: Sequence[Seat], mine: Seat) -> Since:
    """In the order in which it happened."""
    if not is_known(table):
        return Since((), round_ended=False)
    moves, changes = history.latest(table.log.filter(number__gt=mine.read_to), history.RECENT)
    kind, rules = KINDS[table.kind], rules_of(table.kind, table.rules_version)
    past = Past(SeatNames(seats, mine.number), [*moves, *changes])
    lines, ended = list[Line | None](), False
    for move in history.without_pairs(moves):
        then = past.at(move.number)
        events = [rules.view_event(event_of(raw), None) for raw in move.events]
        lines += [entry_line(move, then), *(_line(kind, event, then) for event in events)]
        ended = ended or any(event.kind == ROUND_ENDED for event in events)
    return Since(tuple(line for line in lines if line is not None), ended)


def _line(kind: GameKind[Any, Any], event: Event, names: Names) -> Line | None:
    """Who won a round is told as at the table: by then everybody knows."""
    if event.kind == ROUND_ENDED:
        return kind.words.event(event, names)
    return kind.words.mailed(event, names)


def how_it_ended(table: Table, seats: Sequence[Seat], log: Iterable[LogEntry]) -> str:
    """Who won the round that these entries end; nothing if none of them does."""
    if not is_known(table):
        return ""
    kind, rules = KINDS[table.kind], rules_of(table.kind, table.rules_version)
    events = (event_of(raw) for entry in log for raw in entry.events)
    ends = [rules.view_event(event, None) for event in events if event.kind == ROUND_ENDED]
    line = kind.words.event(ends[-1], SeatNames(seats, None)) if ends else None
    return plain(line.text) if line else ""


def result(seats: Sequence[Seat], mine: Seat | None) -> str:
    """Who won a game that was played to its end, as this reader is told it."""
    names = SeatNames(seats, None)
    winners = [seat for seat in seats if seat.won]
    others = [names.plain(seat.number) for seat in winners if seat != mine]
    everybody = [names.plain(seat.number) for seat in winners]
    return results.sentence(everybody, others, mine is not None and mine.won)


def final_score(kind: str, seats: Sequence[Seat], mine: Seat | None) -> tuple[Score, ...]:
    """Of a game that is over; nothing of one that nobody finished."""
    counted = {seat.number: seat.score for seat in seats if seat.score is not None}
    return _scores(kind, seats, counted, mine) if len(counted) == len(seats) else ()


def score_so_far(loaded: LoadedTable, mine: Seat | None) -> tuple[Score, ...]:
    """As everybody at the table may know it; nothing where that is kept until the end."""
    look, view = loaded.kind.look, page.view_for_all(loaded)
    known = {seat.number: look.gold(view, seat.number) for seat in loaded.seats}
    counted = {number: gold for number, gold in known.items() if gold is not None}
    if len(counted) < len(known):
        return ()
    return _scores(loaded.table.kind, loaded.seats, counted, mine)


def _scores(
    kind: str, seats: Sequence[Seat], counted: dict[int, int], mine: Seat | None
) -> tuple[Score, ...]:
    """The highest first."""
    names, look = SeatNames(seats, None), KINDS[kind].look
    ranked = sorted(seats, key=lambda seat: -counted[seat.number])
    return tuple(
        Score(
            "" if mine is not None and seat.number == mine.number else names.plain(seat.number),
            look.amount(counted[seat.number]),
            seat.won,
        )
        for seat in ranked
    )
