"""Puzzles: all of them, the one of a day, and whether an answer is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from games.kinds import KINDS
from games.kinds.common.lessons import LEARNER, Puzzle
from games.kinds.language import read_move
from games.lessons.course import AnyKind, NotThis, Table, laid, why_refused
from games.mine import NotationError, Refusal


@dataclass(frozen=True, slots=True)
class Posed:
    """A puzzle, and the game that it is of."""

    kind: AnyKind
    puzzle: Puzzle

    def table(self) -> Table:
        return laid(self.kind, self.puzzle.position).script(self.puzzle.played)

    def after(self, answer: str) -> Table:
        """The table once the answer was given: who is named moves nothing."""
        table = self.table()
        if self.puzzle.suspect is not None:
            return table
        return table.play(LEARNER, read_move(self.kind.rules, answer))

    @property
    def right(self) -> tuple[str, ...]:
        """Every right answer: moves, or the number of a seat."""
        suspect = self.puzzle.suspect
        return self.puzzle.moves if suspect is None else (str(suspect),)

    def check(self, answer: str) -> str:
        """The answer as it is written, if it is right. NotThis, if not: nothing has changed."""
        if self.puzzle.suspect is None:
            answer = self._written(answer)
        if answer not in self.right:
            raise NotThis(str(self.puzzle.hint))
        return answer

    def _written(self, text: str) -> str:
        table = self.table()
        try:
            move = read_move(self.kind.rules, text)
            table.play(LEARNER, move)
        except NotationError:
            raise NotThis(str(self.puzzle.hint)) from None
        except Refusal as refusal:
            raise NotThis(why_refused(table, move, refusal)) from None
        return self.kind.rules.print_move(move)


POSED: Final[Mapping[str, Posed]] = {
    puzzle.name: Posed(kind, puzzle) for kind in KINDS.values() for puzzle in kind.puzzles
}
"""By name, in the order in which they are offered."""


def of_day(day: date) -> Posed:
    """Another one each day, all of them in turn."""
    names = sorted(POSED)
    return POSED[names[day.toordinal() % len(names)]]


def next_to(name: str) -> str:
    """The name of the puzzle after this one; after the last comes the first."""
    names = list(POSED)
    return names[(names.index(name) + 1) % len(names)]
