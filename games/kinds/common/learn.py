"""Lessons and puzzles as data: a position in our notation, what is said, and which moves are meant.

The rules judge every move of them. The learner has the first seat. Who has the others plays by
script. How they are played and shown is in `games/lessons`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.engine import Value, read_face
from games.engine.scenario import Scenario, load_scenarios, scenario_files
from games.kinds.common.words.cards import openings, shape, shorter_names
from games.kinds.common.words.phrases import Words

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
class LessonStep:
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

    steps: tuple[LessonStep, ...]

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


# The rules of a game for people, as data: chapters of numbered rules, each with its examples.
#
# The numbers are those of `docs/rules/`. What the engine has as a table (hands, roles, payouts, how
# many of each card) is taken from there and never typed again.

TableRow = Sequence[Words | int]
PATH: Final = "path"
"""Any card that is laid, for rules about all of them."""
NO_VALUES: Final[Mapping[str, object]] = MappingProxyType({})


class RuleTable(NamedTuple):
    """Figures that belong to a rule: by players, by values."""

    caption: Words
    heads: TableRow
    rows: Sequence[TableRow]


class Rule(NamedTuple):
    """One rule under its number, and all that leads to it."""

    number: str
    title: Words
    text: tuple[Words, ...]
    """Paragraphs; their gaps are filled from `values`."""
    values: Mapping[str, object] = NO_VALUES
    shows: Words = ""
    """What its examples show, where they do not say it themselves."""
    tables: tuple[RuleTable, ...] = ()
    options: tuple[str, ...] = ()
    """What a table may choose about it."""
    refusals: tuple[str, ...] = ()
    """The codes of moves that it forbids."""
    cards: tuple[str, ...] = ()
    """Drawings that it is about: a name or its beginning, a feature or shape of a path card."""

    @property
    def paragraphs(self) -> list[str]:
        """The text with its figures."""
        return [str(words) % self.values if self.values else str(words) for words in self.text]


class Chapter(NamedTuple):
    key: str
    """Its anchor."""
    title: Words
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Rulebook:
    """All rules of one game."""

    chapters: tuple[Chapter, ...]
    examples: Path
    """The folder of its scenarios."""
    counts: Mapping[str, int]
    """How many there are of each card, by its drawing."""
    borrows: Rulebook | None = None
    """The rules of another game that hold here as well, unless said otherwise."""
    borrowed: tuple[str, ...] = ()
    """Which of them hold."""

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Its own, by number."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}

    @cached_property
    def scenarios(self) -> Sequence[Scenario]:
        """All its examples, in the order of their files."""
        return [
            scenario
            for path in scenario_files([self.examples])
            for scenario in load_scenarios(path)
        ]

    def examples_of(self, number: str) -> list[Scenario]:
        return [scenario for scenario in self.scenarios if scenario.rule == number]

    def of_option(self, name: str) -> str:
        """The number of the rule about an option."""
        return self._by_key["options", name]

    def of_refusal(self, code: str) -> str:
        """The number of the rule that forbids what is refused with this code."""
        return self._by_key["refusals", code]

    def of_card(self, drawing: str) -> str:
        """The number of the rule about what this drawing shows; nothing for scenery."""
        found = (self._by_key.get(("cards", key)) for key in _keys(drawing))
        return next((number for number in found if number), "")

    @cached_property
    def _by_key(self) -> Mapping[tuple[str, str], str]:
        """What leads to which rule; own rules go before those of another game."""
        found = dict(self.borrows._by_key) if self.borrows else {}
        for rule in self.rules.values():
            found.update({("options", key): rule.number for key in rule.options})
            found.update({("refusals", key): rule.number for key in rule.refusals})
            found.update({("cards", key): rule.number for key in rule.cards})
        return found


def _keys(drawing: str) -> Iterator[str]:
    """What a rule may call it, the closest first."""
    yield from shorter_names(drawing)
    if openings(drawing):
        yield from (feature.kind for feature in read_face(drawing).features)
        yield shape(drawing)
        yield PATH
