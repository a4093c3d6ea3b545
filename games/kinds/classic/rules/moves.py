"""The moves of the classic game, how they are written, and the refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import progress
from games.engine.moves import Break, Discard, Grammar, Place, PlayAt, Repair, read_on_player
from games.engine.notation import read_number

__all__ = ["GRAMMAR", "Break", "Discard", "Move", "Pick", "Place", "PlayAt", "Repair"]


class Refusal(progress.Refusal):
    codes = (
        *progress.SHARED_REFUSALS,
        "not-connected",
        "tool-broken",
        "already-broken",
        "own-tool",
        "nothing-to-repair",
        "wrong-tool",
    )


@dataclass(frozen=True, slots=True)
class Pick:
    """Take a nugget card of this value."""

    value: int

    def written(self) -> str:
        return f"pick {self.value}"

    @staticmethod
    def read(words: list[str]) -> Pick:
        (value,) = words
        return Pick(read_number(value))


Move = Place | Break | Repair | PlayAt | Discard | Pick

GRAMMAR: Final[Grammar[Move]] = Grammar(
    moves=(Place, Break, Repair, PlayAt, Discard, Pick),
    verbs={"discard": Discard.read, "pick": Pick.read},
    plays={"player": read_on_player, "cell": PlayAt.read},
    cards={"broken-": "player", "fix-": "player", "rockfall": "cell", "map": "cell"},
)
