"""The record of a table: replay it from its deal, and check that the deal was fair.

Neither prints a secret of a running round: a replay names an entry, never what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games import engine, store
from games.engine import NotationError, Pieces, Refusal, Seed, digest, verify
from games.models import Game, Move, Round
from games.store import Table

PLAYED = (Move.Kind.MOVE, Move.Kind.FORCED, Move.Kind.ABSENT)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a replay went: the number of the first entry that differs, and in what."""

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
class Course:
    """A table played again from its deal: the state after each entry, and the moves that stand."""

    rules: engine.Game[Any, Any, Any]
    states: list[Any]
    """The state after each entry; the first one is the deal."""
    standing: list[Move] = field(default_factory=list)
    """What was played and not taken back."""

    def follow(self, entry: Move) -> str:
        """Play the next entry; what is wrong with it, if anything."""
        if entry.kind == Move.Kind.UNDO:
            state, what = self._taken_back(entry)
        elif entry.kind in PLAYED and entry.seat is not None:
            state, what = self._played(entry)
        else:
            state, what = self.states[-1], ""
        self.states.append(state)
        if not what and digest(self.rules.pieces(state)) != entry.digest:
            what = "the digest is another one"
        return what

    def last_move(self) -> Move | None:
        """The last move that stands; forced moves that followed it belong to it."""
        chosen = (entry for entry in reversed(self.standing) if entry.kind != Move.Kind.FORCED)
        return next(chosen, None)

    def _played(self, entry: Move) -> tuple[Any, str]:
        state = self.states[-1]
        try:
            move = self.rules.parse_move(entry.text)
            progress = self.rules.play(state, entry.seat or 0, move)
        except NotationError:
            return state, "the move cannot be read"
        except Refusal as refusal:
            return state, f"the rules refuse it ({refusal.code})"
        self.standing.append(entry)
        if [list(event) for event in progress.events] != _plain(entry.events):
            return progress.after, "other things happened"
        return progress.after, ""

    def _taken_back(self, entry: Move) -> tuple[Any, str]:
        """An undo names the last move that stands, and leads to the state before it."""
        last = self.last_move()
        if last is None or entry.text != str(last.number):
            return self.states[-1], "it takes back what was not the last move"
        self.standing = [move for move in self.standing if move.number < last.number]
        return self.states[last.number - 1], ""


def course(table: Table, number: int | None = None) -> tuple[Course, Verdict]:
    """Play the log again, up to this entry or whole; at the first that differs it stops."""
    game = table.game
    last = game.length if number is None else min(number, game.length)
    entries = list(game.moves.filter(number__lte=last).order_by("number"))
    deal = table.rules.setup(game.options, len(table.seats), table.seeds)
    found = Course(table.rules, [deal])
    if [entry.number for entry in entries] != list(range(1, last + 1)):
        return found, Verdict(game.code, len(entries), last, "entries are missing")
    for entry in entries:
        if what := found.follow(entry):
            return found, Verdict(game.code, len(entries), entry.number, what)
    return found, Verdict(game.code, len(entries))


def replay(game: Game) -> Verdict:
    """Play the log again from the deal; compare every digest, and at the end every row."""
    table = store.current(game.pk)
    if not table.game.length:
        return Verdict(game.code, 0)
    found, verdict = course(table)
    if verdict.sound and table.rules.pieces(table.state) != table.rules.pieces(found.states[-1]):
        what = "the rows are not what was played"
        return Verdict(game.code, verdict.entries, table.game.length, what)
    return verdict


def _plain(events: list[list[Any]]) -> list[list[Any]]:
    """As JSON gives them back, but with cells as the engine has them."""
    return [
        [tuple(value) if isinstance(value, list) else value for value in event] for event in events
    ]


# --- fair deals -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealCheck:
    """One commitment and, once the round is over, what it stood for."""

    title: str
    commitment: str
    fair: bool | None
    """None while the seed is still secret."""
    pieces: Pieces | None = None


def deal_checks(game: Game) -> Iterator[DealCheck]:
    """Every round that is over: was it dealt from the seed that was committed to?"""
    table = store.current(game.pk)
    for row in table.rounds:
        if row.ended_at is None:
            yield DealCheck(f"round {row.number}", row.commitment, None)
            continue
        pieces = table.rules.dealt(game.options, len(table.seats), _seed(row))
        yield DealCheck(f"round {row.number}", row.commitment, _is_fair(row), pieces)


def _is_fair(row: Round) -> bool:
    return verify(_seed(row), row.commitment)


def _seed(row: Round) -> Seed:
    return Seed.from_hex(row.seed, row.salt)
