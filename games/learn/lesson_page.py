"""A table of a lesson or puzzle, as the parts of a table's page want it."""

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
from games.tables.models import Table as Row
from games.tables.presenters import board as boards
from games.tables.presenters import film as films
from games.tables.presenters import log as history
from games.tables.presenters import moves, people
from games.tables.presenters.page import TablePage

FACE = 7
"""Which of the dwarfs the learner is."""


def names_of(table: LessonTable) -> Names:
    dwarfs = dict(enumerate(table.position.partners, LEARNER + 1))
    return Names({LEARNER: gettext("Apprentice")}, LEARNER, dwarfs)


def lesson_table_page(
    table: LessonTable,
    title: str,
    version: int,
    at: datetime,
    tempts: Sequence[Move | UnsupportedMove] = (),
    still: bool = False,
) -> TablePage:
    """The table as the learner sees it.

    `tempts`: what the rules refuse, and is offered all the same. `still`: there is nothing to do.
    """
    view, kind, names = table.view, table.kind, names_of(table)
    rules, look, words = kind.rules, kind.look, kind.words
    log = lesson_log(table, at)
    playing = rules.outcome(table.state) is None and not still
    on_turn = playing and LEARNER in rules.waiting_for(table.state)
    legal: list[Any] = [*rules.moves_of(view), *tempts] if on_turn else []
    groups = moves.groups(legal, view, kind, rules, names)
    players = _players(table, names, at, still)
    role = look.role(view, LEARNER)
    return TablePage(
        code="",
        title=title,
        version=version,
        status=Row.Status.RUNNING,
        status_words="",
        key="",
        token="",
        me=players[LEARNER],
        on_turn=on_turn,
        phase=view.phase,
        round=version,  # each step shows the whole board again, as each round does
        rounds=look.rounds(view, rules.rounds),
        players=players,
        board=boards.board(view, look, words, names, history.last_cells(log), ()),
        film=films.film(log, view, look, names, table.seen),
        hand=moves.hand(view, look, words, groups, on_turn),
        groups=groups,
        hindered=look.hindered(view),
        counting=look.counting(),
        since=[],
        more=0,
        log=history.newest_first(log),
        learned=history.learned(log, words, names),
        messages=[],
        scene=None,
        dealt=None,
        ended=range(0),
        final=None,
        treasures=tuple(look.treasures(view, names)),
        asked=None,
        answers=[],
        advises=False,
        role=role or "",
        your_role=str(words.YOUR_ROLE[role]) if role else "",
        hooded=False,
        kind=kind.name,
        slug=kind.slug,
        prompt=words.prompt(view.phase),
        alone=view.seats == 1,
        two_cards=any(group.is_pair for group in groups),
        at=at,
        vacation_ok=True,
        may_resign=False,
        next_table=None,
        note="",
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
    """What was done, as the learner may know it."""
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
