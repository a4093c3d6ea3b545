"""A table's past, step by step, as a seat or a spectator saw it.

A finished round can be viewed as any seat or with nothing hidden; what outlasts the round stays
secret until the game is over. A round in progress shows only what the reader may know. All of it
comes from views, as on the table's own page.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from django.utils.translation import get_language

from games.engine import Rules
from games.kinds.common.words.phrases import Line, Names
from games.kinds.kind import GameKind
from games.players.names import PastNames, SeatNames
from games.replays.moments import Moment, Moments, moments
from games.replays.records import Record
from games.tables.models import LogEntry, Table, event_of
from games.tables.presenters import log as history
from games.tables.presenters import people
from games.tables.presenters.log import entry_line
from games.tables.store import LoadedTable

ENDINGS: Final = (LogEntry.Kind.RESIGNED, LogEntry.Kind.CANCELLED, LogEntry.Kind.ABANDONED)
STEPS: Final = (*history.CARDS, *ENDINGS)
"""Entries that are steps; the others are about people, and appear only in the log."""
BEGINS: Final = "round-began"
ALL, WATCH = "all", "watch"
"""Viewpoints other than seats: with nothing hidden, and as a spectator."""
KEY: Final = re.compile(r"([0-9]{1,6})(d?)")
SEAT: Final = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A state to show: the table after an entry, or after the next deal."""

    moment: Moment
    deals: bool = False
    """Whether this is the deal after the entry ended a round."""

    @property
    def key(self) -> str:
        """Its key in URLs: the number of the entry, and `d` for the deal after it."""
        return f"{self.moment.number}d" if self.deals else str(self.moment.number)

    @property
    def state(self) -> Any:
        return self.moment.state if self.deals else self.moment.shown


Called = Callable[[int], Names]
"""Return players' names at the time of an entry."""


@dataclass(frozen=True, eq=False)
class Replay:
    """Something to replay, for one reader: a table, or a record from a file."""

    title: str
    kind: GameKind[Any, Any]
    rules: Rules[Any, Any, Any]
    moments: Moments
    called: Callable[[int | None], Called]
    faces: Sequence[people.Face]
    reader: int | None
    rounds_over: int
    """Number of finished rounds; a round after them may be in progress."""
    over: bool

    @property
    def seats(self) -> int:
        return len(self.faces)

    @cached_property
    def steps(self) -> tuple[ReplayStep, ...]:
        return tuple(_steps(self.moments))

    @cached_property
    def _order(self) -> list[tuple[int, bool]]:
        return [(step.moment.number, step.deals) for step in self.steps]

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """The state of each step. A resigned game is over, even if the rules never ended it."""
        found = [step.state for step in self.steps]
        if self.over and found:
            found[-1] = found[-1]._replace(phase="over")
        return tuple(found)

    def find(self, key: str) -> int:
        """Return the step with this key, or else the last one before it."""
        found = KEY.fullmatch(key)
        asked = (int(found[1]), bool(found[2])) if found else (0, False)
        return max(0, bisect_right(self._order, asked) - 1)

    def begins(self, number: int) -> int:
        """Return the first step of this round."""
        rounds = [step.state.round for step in self.steps]
        return rounds.index(number) if number in rounds else 0

    def is_open(self, step: ReplayStep) -> bool:
        """Check whether its round is over, so that everybody may use any viewpoint."""
        number = step.state.round
        return self.over or (number <= self.rounds_over and number in self.ended)

    @cached_property
    def ended(self) -> dict[int, Any]:
        """Rounds as they ended, by number."""
        return {m.ended.round: m.ended for m in self.moments if m.ended is not None}


def _steps(found: Moments) -> Iterator[ReplayStep]:
    """Yield the steps, without undone moves and entries about people."""
    entries = [moment.entry for moment in found if moment.entry]
    gone = history.taken_back(entries)
    for moment in found:
        entry = moment.entry
        if entry is None or entry.kind not in STEPS or entry.number in gone:
            continue
        yield ReplayStep(moment)
        if moment.ended is not None and moment.ended.round != moment.state.round:
            yield ReplayStep(moment, deals=True)


def replay_of_table(loaded: LoadedTable, reader: int | None) -> Replay:
    """Return the replay of a table, for a player or a spectator: one query at most."""
    table, found = loaded.table, moments(loaded)
    entries = [moment.entry for moment in found if moment.entry]
    faces = people.faces(loaded.seats)
    return Replay(
        title=table.title,
        kind=loaded.kind,
        rules=loaded.rules,
        moments=found,
        called=cache(lambda me: PastNames(SeatNames(loaded.seats, me), entries).at),
        faces=[faces[seat.number] for seat in loaded.seats],
        reader=reader,
        rounds_over=sum(row.ended_at is not None for row in loaded.rounds),
        over=table.status == Table.Status.FINISHED,
    )


def replay_of_record(record: Record, found: Moments) -> Replay:
    """Return the replay of a record, in which nothing is secret."""
    names = dict(enumerate(record.names))
    faces = [record.dwarfs.get(seat, seat) if seat in record.bots else seat for seat in names]
    return Replay(
        title=record.title,
        kind=record.kind,
        rules=record.rules,
        moments=found,
        called=lambda me: lambda number: Names(names, me, record.dwarfs),
        faces=faces,
        reader=None,
        rounds_over=record.rules.rounds,
        over=True,
    )


class Viewpoint(NamedTuple):
    """A viewpoint: a seat, a spectator (None), or with nothing hidden."""

    seat: int | None
    all: bool = False

    @property
    def key(self) -> str:
        if self.all:
            return ALL
        return WATCH if self.seat is None else str(self.seat + 1)


def viewpoint(replay: Replay, key: str) -> Viewpoint:
    """Return the viewpoint of this key in a URL; by default the reader's own."""
    if key == ALL:
        return Viewpoint(None, all=True)
    if key == WATCH:
        return Viewpoint(None)
    found = SEAT.fullmatch(key)
    own = Viewpoint(replay.reader)
    return Viewpoint(int(key) - 1) if found and int(key) <= replay.seats else own


def may_look(replay: Replay, index: int, who: Viewpoint) -> bool:
    """Check the viewpoint: during a round, only the reader's own or a spectator's is allowed."""
    plain = not who.all and who.seat in (replay.reader, None)
    return plain or replay.is_open(replay.steps[index])


def view_at(replay: Replay, index: int, who: Viewpoint) -> Any:
    """Return the table at this step from a viewpoint, as far as the reader may know by now."""
    rules, state = replay.rules, replay.states[index]
    seen = rules.uncovered(state) if who.all else rules.view(state, who.seat)
    if replay.over or who in (Viewpoint(replay.reader), Viewpoint(None)):
        return seen
    return rules.look_back(seen, rules.view(state, replay.reader), replay.ended[state.round])


@dataclass(frozen=True, slots=True)
class StepLog:
    """The log lines of a step, or of people after it."""

    index: int
    lines: tuple[Line, ...]
    gone: bool = False
    """Whether it was undone later."""


def round_log(replay: Replay, number: int, who: Viewpoint) -> list[StepLog]:
    """Return what happened in this round, from this viewpoint."""
    gone = history.taken_back(m.entry for m in replay.moments if m.entry)
    return [
        replace(told, gone=moment.number in gone)
        for moment in replay.moments
        for told in _told(replay, moment, number, who)
        if told.lines
    ]


def _told(replay: Replay, moment: Moment, number: int, who: Viewpoint) -> Iterator[StepLog]:
    """Yield the lines of one entry; an entry that ended a round belongs to two rounds."""
    if moment.entry is None or number not in (moment.shown.round, moment.state.round):
        return
    done, dealt = step_lines(replay, moment.entry, who)
    if moment.shown.round == moment.state.round:
        yield StepLog(replay.find(str(moment.number)), (*done, *dealt))
    elif moment.shown.round == number:
        yield StepLog(replay.find(str(moment.number)), done)
    else:
        yield StepLog(replay.find(f"{moment.number}d"), dealt)


Lines = tuple[Line, ...]


def step_lines(replay: Replay, entry: LogEntry, who: Viewpoint) -> tuple[Lines, Lines]:
    """Describe what was done, and the deal that followed."""
    rules, words, language = replay.rules, replay.kind.words, get_language()
    seen, watched = (replay.called(me)(entry.number) for me in (who.seat, None))
    done: list[Line | None] = [entry_line(entry, seen)]
    dealt: list[Line | None] = []
    into = done
    for event in map(event_of, entry.events):
        into = dealt if event.kind == BEGINS else into
        names = seen if _may_know(replay, event.kind, who) else watched
        into.append(history.line(words, rules.view_event(event, names.me), names, language))
    return tuple(filter(None, done)), tuple(filter(None, dealt))


def _may_know(replay: Replay, kind: str, who: Viewpoint) -> bool:
    """Check whether the reader may know now what this viewpoint saw, even if the game goes on."""
    return replay.over or who.seat == replay.reader or not replay.rules.events[kind].lasts
