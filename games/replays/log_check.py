"""Checks of a table's record: replay it from its deal, and verify that the deal was fair.

Neither prints a secret of a running round: a replay names an entry, never its content.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.engine import NotationError, Pieces, Refusal, Rules, Seed, state_hash, verify
from games.kinds import read_move
from games.kinds.kind import UnknownRules
from games.tables import store
from games.tables.models import LogEntry, Table
from games.tables.store import LoadedTable


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a replay: the number of the first entry that differs, and how it differs."""

    code: str
    entries: int
    number: int | None = None
    what: str = ""

    @property
    def sound(self) -> bool:
        return self.number is None

    def __str__(self) -> str:
        if self.sound:
            return f"{self.code}: {self.entries} entries, all sound"
        return f"{self.code}: entry {self.number} differs: {self.what}"


@dataclass(slots=True)
class LogReplay:
    """A table replayed from its deal: the state after each entry, and the moves that stand."""

    rules: Rules[Any, Any, Any]
    states: list[Any]
    """The state after each entry; the first one is the deal."""
    standing: list[LogEntry] = field(default_factory=list)
    """Moves that were not undone."""
    ended: dict[int, Any] = field(default_factory=dict)
    """Rounds as they ended, by the number of the entry that ended them."""

    def follow(self, entry: LogEntry) -> str:
        """Play the next entry and compare; return what is wrong with it, or an empty string."""
        what = self.step(entry)
        if not what and state_hash(self.rules.pieces(self.states[-1])) != entry.state_hash:
            what = "the state hash is another one"
        return what

    def step(self, entry: LogEntry) -> str:
        """Play the next entry; return what is wrong with it, or an empty string."""
        if entry.kind == LogEntry.Kind.UNDO:
            state, what = self._taken_back(entry)
        elif entry.is_played and entry.seat is not None:
            state, what = self._played(entry)
        else:
            state, what = self.states[-1], ""
        self.states.append(state)
        return what

    def last_move(self) -> LogEntry | None:
        """Return the last move that stands, without the forced moves that followed it."""
        chosen = (entry for entry in reversed(self.standing) if entry.kind != LogEntry.Kind.FORCED)
        return next(chosen, None)

    def _played(self, entry: LogEntry) -> tuple[Any, str]:
        state = self.states[-1]
        try:
            move = read_move(self.rules, entry.move)
            progress = self.rules.play(state, entry.seat or 0, move)
        except NotationError:
            return state, "the move cannot be read"
        except Refusal as refusal:
            return state, f"the rules refuse it ({refusal.code})"
        self.standing.append(entry)
        if progress.ended is not None:
            self.ended[entry.number] = progress.ended
        happened = [list(event) for event in progress.events]
        if entry.events is None:  # records leave it out, for it follows from the move
            entry.events = happened
        same = happened == _plain(entry.events)
        return progress.after, "" if same else "other things happened"

    def _taken_back(self, entry: LogEntry) -> tuple[Any, str]:
        """Check that an undo names the last move that stands, and return to the state before it."""
        last = self.last_move()
        if last is None or entry.undone != last.number:
            return self.states[-1], "it takes back what was not the last move"
        self.standing = [found for found in self.standing if found.number < last.number]
        return self.states[last.number - 1], ""


def replay_log(loaded: LoadedTable, number: int | None = None) -> tuple[LogReplay, Verdict]:
    """Replay the log, whole or up to this entry; stop at the first entry that differs."""
    table = loaded.table
    last = table.length if number is None else min(number, table.length)
    entries = list(table.log.filter(number__lte=last).order_by("number"))
    deal = loaded.rules.setup(table.options, len(loaded.seats), loaded.seeds)
    found = LogReplay(loaded.rules, [deal])
    if [entry.number for entry in entries] != list(range(1, last + 1)):
        return found, Verdict(table.code, len(entries), last, "entries are missing")
    for entry in entries:
        if what := found.follow(entry):
            return found, Verdict(table.code, len(entries), entry.number, what)
    return found, Verdict(table.code, len(entries))


def check_table(table: Table) -> Verdict:
    """Replay the log from the deal; compare every state's hash and, at the end, every row."""
    try:
        loaded = store.current(table.pk)
    except UnknownRules:
        return Verdict(table.code, table.length, 1, "only a newer release has its rules")
    if not loaded.table.length:
        return Verdict(table.code, 0)
    found, verdict = replay_log(loaded)
    if verdict.sound and loaded.rules.pieces(loaded.state) != loaded.rules.pieces(found.states[-1]):
        what = "the rows are not what was played"
        return Verdict(table.code, verdict.entries, loaded.table.length, what)
    return verdict


def _plain(events: list[list[Any]]) -> list[list[Any]]:
    """Return the events as JSON would, but with cells as the engine has them."""
    return [
        [tuple(value) if isinstance(value, list) else value for value in event] for event in events
    ]


@dataclass(frozen=True, slots=True)
class DealCheck:
    """A commitment and, once the round is over, the deal it committed to."""

    title: str
    commitment: str
    fair: bool | None
    """None while the seed is still secret."""
    pieces: Pieces | None = None


def deal_checks(table: Table) -> Iterator[DealCheck]:
    """Check for every finished round whether its deal came from the committed seed."""
    loaded = store.current(table.pk)
    for row in loaded.rounds:
        if row.ended_at is None:
            yield DealCheck(f"round {row.number}", row.commitment, None)
            continue
        seed = Seed.from_hex(row.seed, row.salt)
        pieces = loaded.rules.dealt(table.options, len(loaded.seats), seed)
        fair = verify(seed, row.commitment)
        yield DealCheck(f"round {row.number}", row.commitment, fair, pieces)
