"""The record of a table: replay it from its deal, and check that the deal was fair.

Neither prints a secret of a running round: a replay names an entry, never what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games import store
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


def replay(game: Game) -> Verdict:
    """Play the log again from the deal; compare every digest, and at the end every row."""
    table = store.current(game.pk)
    game = table.game
    entries = list(game.moves.filter(number__lte=game.length).order_by("number"))
    if not entries:
        return Verdict(game.code, 0)
    if [entry.number for entry in entries] != list(range(1, game.length + 1)):
        return Verdict(game.code, len(entries), game.length, "entries are missing")
    state = table.rules.setup(game.options, len(table.seats), table.seeds)
    for entry in entries:
        state, what = _again(table, state, entry)
        if what:
            return Verdict(game.code, len(entries), entry.number, what)
    if table.rules.pieces(table.state) != table.rules.pieces(state):
        return Verdict(game.code, len(entries), game.length, "the rows are not what was played")
    return Verdict(game.code, len(entries))


def _again(table: Table, state: Any, entry: Move) -> tuple[Any, str]:
    """The state after this entry, and what is wrong with it, if anything."""
    if entry.kind in PLAYED and entry.seat is not None:
        try:
            move = table.rules.parse_move(entry.text)
            progress = table.rules.play(state, entry.seat, move)
        except NotationError:
            return state, "the move cannot be read"
        except Refusal as refusal:
            return state, f"the rules refuse it ({refusal.code})"
        state = progress.after
        if [list(event) for event in progress.events] != _plain(entry.events):
            return state, "other things happened"
    if digest(table.rules.pieces(state)) != entry.digest:
        return state, "the digest is another one"
    return state, ""


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
