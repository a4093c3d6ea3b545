"""The log as one reader may know it: every event goes through the engine's `view_event`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import ModuleType

from django.db.models import Q

from games import engine
from games.engine import Cell, Event
from games.models import Game, Move
from games.wording import Line, Names
from games.wording.entries import entry_line
from games.wording.past import CHANGES, Past

PLAYED = (Move.Kind.MOVE, Move.Kind.FORCED, Move.Kind.ABSENT)
RECENT = 100
"""More than a round has turns: the rest is on the log's own pages."""
WHOLE = 1000
"""When a game is over it is told as a whole, and more entries than this no game has."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: who, when, and what the reader may know of it."""

    number: int
    at: datetime
    seat: int | None
    kind: str
    text: str
    """The move in notation, as this reader may know it."""
    events: tuple[Event, ...]
    lines: tuple[Line, ...]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for line in self.lines for cell in line.cells)


def recent(game: Game) -> list[Move]:
    """The latest entries, the oldest first; none that is younger than the table as it was read."""
    told = game.moves.filter(number__lte=game.length)
    most = WHOLE if game.status == Game.Status.FINISHED else RECENT
    return list(told.order_by("-number")[:most])[::-1]


def of_numbers(game: Game, numbers: Collection[int]) -> tuple[list[Move], list[Move]]:
    """These entries, the newest first, and all in which a seat changed hands: one query."""
    wanted = Q(number__in=numbers) | Q(kind__in=CHANGES)
    rows = list(game.moves.filter(wanted).order_by("-number"))
    changes = [row for row in rows if row.kind in CHANGES]
    return [row for row in rows if row.number in numbers], changes


def entries(
    moves: Iterable[Move],
    rules: engine.Game,
    words: ModuleType,
    names: Names,
    changes: Iterable[Move] = (),
) -> list[Entry]:
    """Told with the names of that time; `changes` are seats that changed hands at other entries."""
    told = list(moves)
    past = Past(names, (*told, *changes))
    return [entry(move, rules, words, past.at(move.number)) for move in told]


def entry(move: Move, rules: engine.Game, words: ModuleType, names: Names) -> Entry:
    events = tuple(rules.view_event(event_of(raw), names.me) for raw in move.events)
    told = [entry_line(move.kind, move.seat, names, move.text)]
    told += [words.event(event, names) for event in events]
    return Entry(
        number=move.number,
        at=move.at,
        seat=move.seat,
        kind=move.kind,
        text=_open_text(move, words, names),
        events=events,
        lines=tuple(line for line in told if line is not None),
    )


def _open_text(move: Move, words: ModuleType, names: Names) -> str:
    """A move of somebody else is told as far as it is open; what no player did is, always."""
    if move.kind not in PLAYED or names.is_me(move.seat):
        return move.text
    return str(words.open_text(move.text))


def event_of(raw: Sequence[object]) -> Event:
    """An event as it stands in a row."""
    event = Event(*raw)  # type: ignore[arg-type]
    return event if event.cell is None else event._replace(cell=(event.cell[0], event.cell[1]))


def this_round(log: Sequence[Entry]) -> list[Entry]:
    """From the last deal on; the entry that ended a round deals the next."""
    began = [place for place, e in enumerate(log) if _deals(e)]
    return list(log[began[-1] :] if began else log)


def _deals(entry: Entry) -> bool:
    return any(event.kind == "round-began" for event in entry.events)


def on_this_board(log: Sequence[Entry]) -> list[Entry]:
    """What was done on the board now in play: the entry that dealt it was not, and what was
    taken back no longer shows there."""
    gone = taken_back(log)
    return [e for e in this_round(log) if not _deals(e) and e.number not in gone]


def taken_back(log: Iterable[Entry]) -> set[int]:
    """The numbers of entries that an undo has taken back."""
    undone = [(int(e.text), e.number) for e in log if e.kind == Move.Kind.UNDO]
    return {number for first, undo in undone for number in range(first, undo)}


def since(log: Iterable[Entry], read_to: int) -> list[Line]:
    """What is new to the reader: what was done to him first, then the rest as it happened."""
    lines = [line for e in log if e.number > read_to for line in e.lines if not line.minor]
    return sorted(lines, key=lambda line: not line.tone)


def before_last_move(log: Sequence[Entry]) -> int:
    """Up to where who plays alone had read when he made his last move."""
    return max((e.number for e in log if e.kind == Move.Kind.MOVE), default=1) - 1


def last_cells(log: Sequence[Entry]) -> tuple[Cell, ...]:
    """Where the last move showed on the board."""
    shown = [e.cells for e in on_this_board(log) if e.cells]
    return tuple(dict.fromkeys(shown[-1])) if shown else ()
