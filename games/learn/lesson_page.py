"""A table of a lesson or puzzle, in the form that the table page's templates expect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import get_language, gettext

from games.engine import Move, UnsupportedMove
from games.engine.bots import EASY
from games.kinds.common.learn import LEARNER
from games.kinds.common.words.phrases import Names
from games.learn.courses import LessonMove, LessonTable
from games.tables.models import LogEntry, Seat
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters import moves, people
from games.tables.presenters.page import Log, Status, TablePage, Turn, role_of

FACE = 7
"""The learner's dwarf."""


def names_of(table: LessonTable) -> Names:
    dwarfs = dict(enumerate(table.position.partners, LEARNER + 1))
    return Names({LEARNER: gettext("Apprentice")}, LEARNER, dwarfs)


def lesson_table_page(
    table: LessonTable,
    title: str,
    version: int,
    at: datetime,
    address: str,
    tempts: Sequence[Move | UnsupportedMove] = (),
    still: bool = False,
) -> TablePage:
    """Return the table as the learner sees it.

    `tempts`: moves that are offered though the rules refuse them. `still`: nothing to do.
    """
    view, kind, names = table.view, table.kind, names_of(table)
    rules, look, words = kind.rules, kind.look, kind.words
    log = lesson_log(table, at)
    playing = rules.outcome(table.state) is None and not still
    on_turn = playing and LEARNER in rules.waiting_for(table.state)
    legal: list[Any] = [*rules.moves_of(view), *tempts] if on_turn else []
    groups = moves.groups(legal, view, kind, rules, names)
    players = _players(table, names, at, still)
    return TablePage(
        code="",
        title=title,
        kind=kind.name,
        slug=kind.slug,
        alone=view.seats == 1,
        status=Status(running=True),
        round=version,  # each step shows the whole board again, as each round does
        rounds=look.rounds(view, rules.rounds),
        at=at,
        me=players[LEARNER],
        players=players,
        board=boards.board(view, kind, names, history.last_cells(log)),
        panels=kind.panels,
        treasures=tuple(look.treasures(view, names)),
        film=boards.film(log, view, look, names, table.seen),
        turn=Turn(
            address=address,
            version=version,
            token="",
            on_turn=on_turn,
            phase=view.phase,
            prompt=words.prompt(view.phase),
            hand=moves.hand(view, kind, groups, on_turn),
            groups=groups,
            counting=str(look.COUNTING),
            hindered=look.hindered(view),
        ),
        log=Log(
            entries=history.newest_first(log),
            since=[],
            more=0,
            learned=history.learned(log, words, names),
            ended=range(0),
        ),
        role=role_of(view, players[LEARNER], kind),
    )


def _players(table: LessonTable, names: Names, at: datetime, still: bool) -> list[people.Player]:
    waiting = () if still else table.kind.rules.waiting_for(table.state)
    partners = dict(enumerate(table.position.partners, LEARNER + 1))
    seats = [
        Seat(
            number=number,
            on_turn=number in waiting,
            bot=EASY if number in partners else "",
            dwarf=partners.get(number, ""),
        )
        for number in range(table.position.players)
    ]
    found = people.players(seats, table.view, table.kind, names, at)
    found[LEARNER] = replace(found[LEARNER], empty=False, dwarf=FACE)
    return found


def lesson_log(table: LessonTable, at: datetime) -> list[history.Entry]:
    """List what was done, as far as the learner may know it."""
    return [_entry(table, done, at) for done in table.played]


def _entry(table: LessonTable, done: LessonMove, at: datetime) -> history.Entry:
    rules, words, names = table.kind.rules, table.kind.words, names_of(table)
    events = tuple(rules.view_event(event, LEARNER) for event in done.events)
    lines = tuple(history.line(words, event, names, get_language()) for event in events)
    return history.Entry(
        number=done.number,
        at=at,
        seat=done.seat,
        kind=LogEntry.Kind.MOVE,
        text="",
        goes_to_bot=False,
        undone=None,
        events=events,
        told=lines,
        lines=tuple(line for line in lines if line is not None),
    )
