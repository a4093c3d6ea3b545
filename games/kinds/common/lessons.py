"""Lessons and puzzles as data: a position in our notation, what is said, and which moves are meant.

The rules judge every move of them. The learner has the first seat. Who has the others plays by
script. How they are played and shown is in `games/lessons`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.kinds.common.words.phrases import Words
from games.mine import Value

LEARNER: Final = 0
"""The seat of who learns."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A table to begin at."""

    partners: tuple[str, ...]
    """Who has the other seats, by the keys of the dwarfs."""
    lies: Mapping[str, Any]
    """What lies where, as in scenario files (docs/notation.md)."""
    options: Mapping[str, Value] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return 1 + len(self.partners)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn: it is said, pointed at, and waited for."""

    says: Words
    moves: tuple[str, ...] = ()
    """What the learner may do, the one that is pointed at first; none: they only read on."""
    hint: Words = ""
    """Said to who does something else that the rules allow."""
    then: tuple[str, ...] = ()
    """What the others do next: `p2 place ew at 4,0`."""
    points: tuple[str, ...] = ()
    """Where to look while reading: `seat 2`, `at 8,0`, `hand`, `stock`, `role`."""
    refused: str = ""
    """The code with which the rules refuse what is tried here: who tries it has learnt why."""
    begins: Position | None = None
    """The table is laid anew."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A game in a few turns. Its last step only says goodbye."""

    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        return len(self.steps) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle:
    """A position and a question. One move answers it, or a name."""

    name: str
    """In addresses."""
    title: Words
    asks: Words
    position: Position
    because: Words
    """Why the answer is right."""
    hint: Words
    """Said to who answered something else."""
    moves: tuple[str, ...] = ()
    """Every move that answers it."""
    wants: tuple[str, ...] = ()
    """The facts that hold after each of these moves, and after no other."""
    denies: tuple[str, ...] = ()
    """Facts that nobody can bring about with one card of the deck, whatever they hold, after these
    moves and after no other."""
    played: tuple[str, ...] = ()
    """What was done before, from the position on: the log to read."""
    suspect: int | None = None
    """The seat that is the answer, where somebody is to be named."""
