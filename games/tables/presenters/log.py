"""The log as one reader may know it: every event goes through the engine's `view_event`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from django.db.models import Q, QuerySet
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import dates
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.engine import Cell, Event, Rules
from games.kinds.common.words.game import GameWords
from games.kinds.common.words.phrases import Line, Names, Words, fill
from games.players.names import CHANGES, PastNames, SeatNames
from games.tables.models import LogEntry, Table, event_of

CARDS = (LogEntry.Kind.DEAL, *LogEntry.PLAYED, LogEntry.Kind.UNDO)
"""Entries about cards. All others are about people: who sits where, who is away."""
RECENT = 100
"""More than the turns of a round; older entries are on the log's own pages."""
WHOLE = 1000
"""A finished game is shown in full: no game has more entries about cards than this."""
PEOPLE = 60
"""Entries about people have a limit of their own, so they don't displace those about cards."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: its author, its time, and what the reader may know of it."""

    number: int
    at: datetime
    seat: int | None
    kind: str
    text: str
    """Its content in one word, for exports: a move as this reader may know it."""
    goes_to_bot: bool
    undone: int | None
    """The number of the move that it undoes."""
    events: tuple[Event, ...]
    told: tuple[Line | None, ...]
    """The line of each event; None for events without one."""
    lines: tuple[Line, ...]
    """All its lines in the log."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for line in self.lines for cell in line.cells)


Rows = tuple[list[LogEntry], list[LogEntry]]
"""Entries to show, oldest first, and all others in which a seat changed hands."""


def recent(table: Table) -> Rows:
    """Return the latest entries, up to the state of the table as loaded: one query."""
    most = WHOLE if table.status == Table.Status.FINISHED else RECENT
    return _told(LATEST[most].objects(table=table.pk, length=table.length), most)


def latest(told: QuerySet[LogEntry], most: int) -> Rows:
    """Return the latest `most` entries about cards, and those about people among them."""
    return _told(list(_latest(told, most)), most)


def _latest(told: QuerySet[LogEntry], most: int) -> QuerySet[LogEntry]:
    """Select those entries, and all in which a seat changed hands."""
    newest = told.order_by("-number").values("pk")
    cards = newest.filter(kind__in=CARDS)[:most]
    people = newest.exclude(kind__in=CARDS)[:PEOPLE]
    wanted = Q(pk__in=cards) | Q(pk__in=people) | Q(kind__in=CHANGES)
    return told.filter(wanted).order_by("number")


def _of_table(most: int) -> QuerySet[LogEntry]:
    told = LogEntry.objects.filter(table=Placeholder("table"), number__lte=Placeholder("length"))
    return _latest(told, most)


LATEST = {most: PreparedQuery(partial(_of_table, most)) for most in (RECENT, WHOLE)}


def _told(rows: list[LogEntry], most: int) -> Rows:
    played = [row for row in rows if row.kind in CARDS]
    people = [row for row in rows if row.kind not in CARDS][-PEOPLE:]
    if len(people) == PEOPLE and people[0].kind == LogEntry.Kind.RETURNED:
        del people[0]  # entries before the first shown card are cut off
    first = played[0].number if len(played) == most else 0
    return _split(rows, {row.number for row in (*played, *people) if row.number >= first})


def of_numbers(table: Table, numbers: range) -> Rows:
    """Return all entries with these numbers: one query."""
    between = Q(number__gte=numbers.start, number__lt=numbers.stop)
    rows = list(table.log.filter(between | Q(kind__in=CHANGES)).order_by("number"))
    return _split(rows, numbers)


def _split(rows: list[LogEntry], numbers: Container[int]) -> Rows:
    changes = [row for row in rows if row.number not in numbers]
    return [row for row in rows if row.number in numbers], changes


def pages(table: Table, size: int) -> list[range]:
    """Return the numbers on each page of the log, newest first: `size` entries about cards each."""
    told = table.log.filter(number__lte=table.length, kind__in=CARDS).order_by("-number")
    cards = list(told.values_list("number", flat=True))
    starts = [*cards[size - 1 : -1 : size], 1]
    return [range(*ends) for ends in zip(starts, [table.length + 1, *starts], strict=False)]


Told = TypeVar("Told", Entry, LogEntry)


def without_pairs(log: Iterable[Told]) -> list[Told]:
    """Leave out players who left and came back, and vacations announced again, with no card played
    in between."""
    told: list[Told] = []
    stretch: list[Told] = []
    for entry in log:
        if entry.kind in CARDS:
            told += stretch
            told.append(entry)
            stretch = []
        else:
            stretch = _less(stretch, entry)
    return told + stretch


def _less(stretch: list[Told], new: Told) -> list[Told]:
    """Return the entries about people that remain to be told after this one."""
    left: list[Told] = [e for e in stretch if e.seat != new.seat or not _undoes(new, e)]
    if new.kind != LogEntry.Kind.RETURNED or len(left) == len(stretch):
        left.append(new)
    return left


def _undoes(new: Told, old: Told) -> bool:
    if new.kind == LogEntry.Kind.AWAY:
        return old.kind == LogEntry.Kind.AWAY
    left = old.kind == LogEntry.Kind.OFFERED or old.goes_to_bot
    return new.kind == LogEntry.Kind.RETURNED and left


def entries(
    log: Iterable[LogEntry],
    rules: Rules[Any, Any, Any],
    words: GameWords[Any],
    names: SeatNames,
    changes: Iterable[LogEntry] = (),
) -> list[Entry]:
    """Return entries with the names of their time; `changes` are seat changes at other entries."""
    told = list(log)
    past = PastNames(names, (*told, *changes))
    language = get_language()
    return [entry(StoredEntry.of(row), rules, words, past.at(row.number), language) for row in told]


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A row as a cache key. The primary key isn't enough: after a backup is restored, keys are used
    again."""

    same: object
    row: LogEntry = field(compare=False)

    @classmethod
    def of(cls, row: LogEntry) -> StoredEntry:
        return cls((row.pk, row.kind, row.at, row.state_hash) if row.pk else object(), row)


@lru_cache(maxsize=10_000)
def entry(
    written: StoredEntry,
    rules: Rules[Any, Any, Any],
    words: GameWords[Any],
    names: Names,
    language: str | None,
) -> Entry:
    """Return what this reader may know of a row, in words. Entries never change, so it is cached.

    The cache key holds everything it is made of. `names` has the reader's seat.
    """
    row = written.row
    events = tuple(rules.view_event(event_of(raw), names.me) for raw in row.events)
    told = tuple(line(words, event, names, language) for event in events)
    is_open = not row.is_played or names.is_me(row.seat)  # other entries are always public
    return Entry(
        number=row.number,
        at=row.at,
        seat=row.seat,
        kind=row.kind,
        text=row.as_text if is_open else words.open_text(row.move),
        goes_to_bot=row.goes_to_bot,
        undone=row.undone,
        events=events,
        told=told,
        lines=tuple(found for found in (entry_line(row, names), *told) if found is not None),
    )


@lru_cache(maxsize=20_000)
def line(words: GameWords[Any], event: Event, names: Names, language: str | None) -> Line | None:
    """Describe an event, once for each reader and language.

    The cache key holds everything the words are made of. The event has gone through the view, so it
    holds only what the reader may know.
    """
    return words.event(event, names)


def this_round(log: Sequence[Entry]) -> list[Entry]:
    """Return entries from the last deal on; the entry that ended a round deals the next."""
    began = [place for place, e in enumerate(log) if _deals(e)]
    return list(log[began[-1] :] if began else log)


def _deals(entry: Entry) -> bool:
    return any(event.kind == "round-began" for event in entry.events)


def on_this_board(log: Sequence[Entry]) -> list[Entry]:
    """Return the entries on the current board, without the one that dealt it and without undone
    moves."""
    gone = taken_back(log)
    return [e for e in this_round(log) if not _deals(e) and e.number not in gone]


def taken_back(log: Iterable[Entry | LogEntry]) -> set[int]:
    """Return the numbers of entries that were undone."""
    undone = [(e.undone, e.number) for e in log if e.undone is not None]
    return {number for first, undo in undone for number in range(first, undo)}


def newest_first(log: Sequence[Entry]) -> list[Entry]:
    """Return the log as pages show it: newest first, within an entry too. (decision 87)"""
    return [replace(entry, lines=entry.lines[::-1]) for entry in reversed(log)]


def since(log: Sequence[Entry], read_to: int) -> list[Line]:
    """Return what is new to the reader: what was done to them, then the rest; newest first."""
    fresh = newest_first([entry for entry in log if entry.number > read_to])
    lines = [line for entry in fresh for line in entry.lines if not line.minor]
    return sorted(lines, key=lambda line: not line.tone)


def learned(log: Sequence[Entry], words: GameWords[Any], names: Names) -> str:
    """Return what the reader's last move, and its immediate consequences, told only them."""
    own = [entry for entry in log if names.is_me(entry.seat)]
    last = max((e.number for e in own if e.kind == LogEntry.Kind.MOVE), default=0)
    events = [event for entry in own if entry.number >= last > 0 for event in entry.events]
    told = [words.event(e, names) for e in events if e.kind in words.LEARNS and names.is_me(e.seat)]
    return mark_safe(" ".join(line.text for line in told if line))


def before_last_move(log: Sequence[Entry]) -> int:
    """Return the last entry that a solo player had read at their last move."""
    return max((e.number for e in log if e.kind == LogEntry.Kind.MOVE), default=1) - 1


def last_cells(log: Sequence[Entry]) -> tuple[Cell, ...]:
    """Return the cells of the last move."""
    shown = [e.cells for e in on_this_board(log) if e.cells]
    return tuple(dict.fromkeys(shown[-1])) if shown else ()


SENTENCES: Final[Mapping[str, Words]] = {
    LogEntry.Kind.ABSENT: _("%(who)s was away; a card was discarded for them."),
    LogEntry.Kind.EXCUSED: _("%(who)s missed a deadline. It is excused; the clock starts again."),
    LogEntry.Kind.OFFERED: _("A seat is on offer to anybody who would play on: %(who)s."),
    LogEntry.Kind.HANDOVER: _("A player has left; %(who)s plays on in their place."),
    LogEntry.Kind.RETURNED: _("%(who)s is back."),
    LogEntry.Kind.AWAY: _("%(who)s is on vacation from %(first)s to %(last)s."),
    LogEntry.Kind.ABANDONED: _("Nobody came any more: the table was closed as abandoned."),
    LogEntry.Kind.RESIGNED: _("%(who)s gave the game up."),
    LogEntry.Kind.CANCELLED: _("All players agreed to cancel this table."),
}

MINE: Final[Mapping[str, Words]] = {
    LogEntry.Kind.ABSENT: _("You were away; a card was discarded for you."),
    LogEntry.Kind.EXCUSED: _("You missed a deadline. It is excused; the clock starts again."),
    LogEntry.Kind.OFFERED: _("Your seat is on offer to anybody who would play on."),
    LogEntry.Kind.HANDOVER: _("A player has left; you play on in their place."),
    LogEntry.Kind.RETURNED: _("You are back."),
    LogEntry.Kind.AWAY: _("You are on vacation from %(first)s to %(last)s."),
    LogEntry.Kind.RESIGNED: _("You gave the game up."),
}
"""The same, for the player concerned."""

MODERATED: Final[Mapping[str, Words]] = {
    LogEntry.Act.PAUSED: _("The moderators have paused this table: no clock runs."),
    LogEntry.Act.RESUMED: _(
        "The moderators let this table go on. Every clock has what was left of it."
    ),
    LogEntry.Act.EXTENDED: _("The moderators have given %(who)s more time."),
    LogEntry.Act.SKIPPED: _("The moderators let the turn of %(who)s pass."),
    LogEntry.Act.REMOVED: _("The moderators have taken a player from the table."),
    LogEntry.Act.CANCELLED: _("The moderators have cancelled this table."),
    LogEntry.Act.CHAT_CLOSED: _("The moderators have closed the chat of this table."),
    LogEntry.Act.CHAT_OPENED: _("The moderators have opened the chat of this table again."),
}
"""Actions of moderators, without their reasons."""
MODERATED_MINE: Final[Mapping[str, Words]] = {
    LogEntry.Act.EXTENDED: _("The moderators have given you more time."),
    LogEntry.Act.SKIPPED: _("The moderators let your turn pass."),
}
PASSED: Final = _("A card was discarded for %(who)s.")
PASSED_MINE: Final = _("A card was discarded for you.")
"""After moderators let a turn pass: nobody was away."""
TAKEN_BACK: Final = _("The moderators have taken back move %(number)s. It is the turn of %(who)s.")
TAKEN_BACK_MINE: Final = _("The moderators have taken back move %(number)s. It is your turn.")

WORRYING: Final = (LogEntry.Kind.ABSENT, LogEntry.Kind.EXCUSED, LogEntry.Kind.OFFERED)
"""What a player should read first if it happened to them."""


def entry_line(entry: LogEntry, names: Names) -> Line | None:
    """Return the sentence for an entry whose kind has one."""
    # A bot's moves in the reader's seat are not their own.
    sentence = _sentence(entry, own=names.is_me(entry.seat) and not entry.goes_to_bot)
    if sentence is None:
        return None
    number = "" if entry.undone is None else str(entry.undone)
    said = fill(sentence, who=_who(entry, names), number=number, **_days(entry))
    worrying = names.is_me(entry.seat) and entry.kind in WORRYING and not entry.act
    return Line(said, tone="bad" if worrying else "")


def _sentence(entry: LogEntry, *, own: bool) -> Words | None:
    if entry.kind == LogEntry.Kind.MODERATION:
        mine = MODERATED_MINE.get(entry.act) if own else None
        return mine or MODERATED[entry.act]
    if entry.kind == LogEntry.Kind.UNDO:
        return TAKEN_BACK_MINE if own else TAKEN_BACK
    if entry.kind == LogEntry.Kind.ABSENT and entry.act:
        return PASSED_MINE if own else PASSED
    return (MINE.get(entry.kind) if own else None) or SENTENCES.get(entry.kind)


def _who(entry: LogEntry, names: Names) -> str:
    """Return the name at a seat; a bot that took over is named as one, whoever has the seat now."""
    if entry.seat is not None and entry.goes_to_bot:
        return fill("%(name)s", name=names.bot(entry.seat))
    return names.of(entry.seat)


def _days(entry: LogEntry) -> dict[str, str]:
    days = {"first": entry.away_from, "last": entry.away_to}
    return {name: "?" if day is None else dates.day(day) for name, day in days.items()}
