"""The moves of the classic game, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.mine.language import Grammar
from games.mine.moves import (
    Break,
    Discard,
    Place,
    PlayAt,
    Repair,
    read_on_player,
)
from games.mine.notation import read_number

__all__ = [
    "GRAMMAR",
    "Break",
    "Discard",
    "Move",
    "Pick",
    "Place",
    "PlayAt",
    "Repair",
]


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
