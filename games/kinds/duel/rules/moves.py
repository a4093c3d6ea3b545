"""The moves of The Duel and the solo game, how they are written, and the refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import progress
from games.engine.moves import (
    Break,
    Discard,
    Grammar,
    Orient,
    Place,
    PlayAt,
    Repair,
    read_on_player,
    read_tool,
)
from games.engine.notation import expect, print_cell, read_card, read_cell
from games.engine.tunnels import Cell

__all__ = [
    "GRAMMAR",
    "Break",
    "Bribe",
    "Clear",
    "Discard",
    "Move",
    "Orient",
    "Place",
    "PlayAt",
    "Repair",
]


class Refusal(progress.Refusal):
    codes = (
        *progress.SHARED_REFUSALS,
        "not-connected",
        "tool-broken",
        "already-broken",
        "own-tool",
        "only-own",
        "nothing-to-repair",
        "wrong-tool",
        "no-door",
        "own-door",
        "already-open",
        "no-key-left",
        "not-reached",
        "already-bribed",
        "next-to-goal",
        "next-to-gold",
        "no-token-left",
    )


@dataclass(frozen=True, slots=True)
class Bribe:
    """Pay a troll before the action."""

    cell: Cell

    def written(self) -> str:
        return f"bribe {print_cell(self.cell)}"

    @staticmethod
    def read(words: list[str]) -> Bribe:
        (cell,) = words
        return Bribe(read_cell(cell))


@dataclass(frozen=True, slots=True)
class Clear:
    """Discard two cards to remove a broken tool."""

    tool: str
    cards: tuple[str, str]

    def written(self) -> str:
        return f"clear {self.tool} with {' '.join(self.cards)}"

    @staticmethod
    def read(words: list[str]) -> Clear:
        tool, with_, *cards = words
        expect([with_], "with")
        first, second = sorted(read_card(card) for card in cards)
        return Clear(read_tool([tool]), (first, second))


Move = Place | Bribe | Break | Repair | Clear | PlayAt | Discard | Orient

GRAMMAR: Final[Grammar[Move]] = Grammar(
    moves=(Place, Bribe, Break, Repair, Clear, PlayAt, Discard, Orient),
    verbs={
        "bribe": Bribe.read,
        "clear": Clear.read,
        "discard": Discard.read,
        "orient": Orient.read,
    },
    plays={"player": read_on_player, "cell": PlayAt.read},
    cards={
        "broken-": "player",
        "fix-": "player",
        "rockfall": "cell",
        "map": "cell",
        "key": "cell",
    },
)
