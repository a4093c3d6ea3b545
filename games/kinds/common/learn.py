"""The rules of a game for people, as data: chapters of numbered rules, each with its examples.

The numbers are those of `docs/rules/`. What the engine has as a table (hands, roles, payouts, how
many of each card) is taken from there and never typed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from games.kinds.common.words.cards import openings, shape
from games.kinds.common.words.help import shorter
from games.kinds.common.words.phrases import Words
from games.mine import read_face
from games.mine.scenario import Scenario, files, load

Cells = Sequence[Words | int]
PATH: Final = "path"
"""Any card that is laid, for rules about all of them."""
NO_VALUES: Final[Mapping[str, object]] = MappingProxyType({})


class RuleTable(NamedTuple):
    """Figures that belong to a rule: by players, by values."""

    caption: Words
    heads: Cells
    rows: Sequence[Cells]


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
        return [scenario for path in files([self.examples]) for scenario in load(path)]

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
    yield from shorter(drawing)
    if openings(drawing):
        yield from (feature.kind for feature in read_face(drawing).features)
        yield shape(drawing)
        yield PATH
