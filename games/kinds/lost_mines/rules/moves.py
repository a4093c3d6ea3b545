"""The moves of The Lost Mines, how they are written, and the refusals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.engine import notation, progress
from games.engine.moves import Discard, Grammar, Orient, Place, PlayAt
from games.engine.tunnels import Cell

__all__ = [
    "GRAMMAR",
    "Consent",
    "Discard",
    "Move",
    "Orient",
    "Place",
    "PlayAt",
    "PlayJoint",
    "Scout",
    "Stay",
    "Walk",
]


class Refusal(progress.Refusal):
    codes = (
        *progress.SHARED_REFUSALS,
        "off-board",
        "extends-nothing",
        "no-obstacle",
        "already-overcome",
        "no-token-left",
        "joint-taken",
        "no-path",
        "dwarf-there",
        "blocked",
        "too-far",
        "not-adjacent",
    )


@dataclass(frozen=True, slots=True)
class PlayJoint:
    """Set a trap or a troll on a joint."""

    card: str
    joint: notation.Joint

    def written(self) -> str:
        return f"play {self.card} at {notation.print_joint(self.joint)}"

    @staticmethod
    def read(card: str, words: list[str]) -> PlayJoint:
        (joint,) = words
        return PlayJoint(card, notation.read_joint(joint))


@dataclass(frozen=True, slots=True)
class Scout:
    """Look in secret at a mine (its cell), a treasure (its number) or a dwarf (its seat)."""

    card: str
    what: str
    target: Cell | int | notation.Seat

    def written(self) -> str:
        if isinstance(self.target, tuple):
            target = notation.print_cell(self.target)
        else:
            target = notation.print_seat(self.target) if self.what == "dwarf" else str(self.target)
        return f"play {self.card} {self.what} {target}"

    @staticmethod
    def read(card: str, words: list[str]) -> Scout:
        what, target = words
        if what == "mine":
            return Scout(card, what, notation.read_cell(target))
        if what == "treasure":
            return Scout(card, what, notation.read_number(target))
        if what == "dwarf":
            return Scout(card, what, notation.read_seat(target))
        raise notation.NotationError("played how?")


@dataclass(frozen=True, slots=True)
class Walk:
    """Move one's dwarf through these cells; take treasure number `take`."""

    cells: tuple[Cell, ...]
    take: int | None = None

    def written(self) -> str:
        return "walk " + " ".join(map(notation.print_cell, self.cells)) + _and_take(self.take)

    @staticmethod
    def read(words: list[str]) -> Walk:
        at = words.index("take") if "take" in words else len(words)
        cells = tuple(notation.read_cell(word) for word in words[:at])
        if not cells:
            raise notation.NotationError("walk where?")
        return Walk(cells, _read_take(words[at:]))


@dataclass(frozen=True, slots=True)
class Stay:
    """Leave one's dwarf where it stands; take a treasure, or decline it."""

    take: int | None = None
    leave: bool = False

    def written(self) -> str:
        return "stay leave" if self.leave else "stay" + _and_take(self.take)

    @staticmethod
    def read(words: list[str]) -> Stay:
        return Stay(leave=True) if words == ["leave"] else Stay(_read_take(words))


def _and_take(take: int | None) -> str:
    return f" take {take}" if take is not None else ""


def _read_take(words: list[str]) -> int | None:
    if not words:
        return None
    take, number = words
    notation.expect([take], "take")
    return notation.read_number(number)


@dataclass(frozen=True, slots=True)
class Consent:
    """Propose to end the round, agree, or refuse."""

    word: str

    def written(self) -> str:
        return f"{self.word} end"

    @staticmethod
    def reader(word: str) -> Callable[[list[str]], Consent]:
        """Return a parser; each of the three words is a verb of its own."""

        def read(words: list[str]) -> Consent:
            notation.expect(words, "end")
            return Consent(word)

        return read


Move = Place | PlayAt | PlayJoint | Scout | Discard | Walk | Stay | Orient | Consent

GRAMMAR: Final[Grammar[Move]] = Grammar(
    moves=(Place, PlayAt, PlayJoint, Scout, Discard, Walk, Stay, Orient, Consent),
    verbs={
        "discard": Discard.read,
        "walk": Walk.read,
        "stay": Stay.read,
        "orient": Orient.read,
        **{word: Consent.reader(word) for word in ("propose", "agree", "refuse")},
    },
    plays={"cell": PlayAt.read, "joint": PlayJoint.read, "choice": Scout.read},
    cards={
        "axe": "cell",
        "boat": "cell",
        "rope": "cell",
        "storm": "cell",
        "trap": "joint",
        "troll": "joint",
        "scout-": "choice",
    },
)
