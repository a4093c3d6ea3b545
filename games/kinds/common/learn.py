"""Lessons, puzzles and rulebooks as data.

A lesson or puzzle is a position in our notation, what is said, and the moves expected. The rules
judge every move. The learner has the first seat; the other seats play by a script. `games/learn`
plays and shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.engine import read_face
from games.engine.scenario import Scenario, load_scenarios, scenario_files
from games.kinds.common.words.phrases import Words, openings, shape, shorter_names

LEARNER: Final = 0
"""The learner's seat."""


class Position:
    def __init__(self, partners: tuple[str, ...], **lies: Any) -> None:
        """`partners`: the dwarfs in the other seats, by key. `lies`: as in scenario files
        (docs/notation.md)."""
        self.partners, self.lies = partners, lies

    @property
    def players(self) -> int:
        return 1 + len(self.partners)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One thing to learn: what is said and pointed at, and the moves waited for."""

    says: Words
    moves: tuple[str, ...] = ()
    """The moves the learner may make, the suggested one first; none if they only read on."""
    hint: Words = ""
    """Said after another legal move."""
    then: tuple[str, ...] = ()
    """The others' next moves: `p2 place ew at 4,0`."""
    points: tuple[str, ...] = ()
    """Where to look while reading: `seat 2`, `at 8,0`, `hand`, `stock`, `role`."""
    refused: str = ""
    """The refusal code of the move to try here; whoever tries it learns why it is refused."""
    begins: Position | None = None
    """A new position to continue from."""


Lesson = tuple[LessonStep, ...]
"""A game in a few turns. The last step only says goodbye."""


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle:
    """A position and a question that is answered by a move or by naming a player."""

    name: str
    """Used in URLs."""
    title: Words
    asks: Words
    position: Position
    because: Words
    """Why the answer is right."""
    hint: Words
    """Said after a wrong answer."""
    moves: tuple[str, ...] = ()
    """All right answers that are moves."""
    wants: tuple[str, ...] = ()
    """Facts that hold after each of these moves and after no other."""
    denies: tuple[str, ...] = ()
    """Facts that no single card of the deck can bring about after these moves, but some card can
    after any other."""
    played: tuple[str, ...] = ()
    """Moves made from the position on: the log to read."""
    suspect: int | None = None
    """The right answer where a player is to be named."""


# Rulebooks: the numbers are those of `docs/rules/`. Figures that the engine has (hands, roles,
# payouts, card counts) are taken from there.

TableRow = Sequence[Words | int]
PATH: Final = "path"
"""Stands for all path cards, in rules about any of them."""
NO_VALUES: Final[Mapping[str, object]] = MappingProxyType({})


class RuleTable(NamedTuple):
    """A table of figures in a rule."""

    caption: Words
    heads: TableRow
    rows: Sequence[TableRow]

    @classmethod
    def by(
        cls,
        caption: Words,
        head: Words,
        columns: Collection[int],
        *rows: tuple[Words, Callable[[int], int]],
    ) -> RuleTable:
        """Return a table with a column for each of these numbers, and each row's figure there."""
        return cls(
            caption, (head, *columns), [(name, *map(count, columns)) for name, count in rows]
        )


class Rule:
    """A rule, and everything that links to it."""

    def __init__(
        self,
        title: Words,
        *text: Words,
        values: Mapping[str, object] = NO_VALUES,
        shows: Words = "",
        tables: Sequence[RuleTable] = (),
        options: Sequence[str] = (),
        refusals: Sequence[str] = (),
        cards: Sequence[str] = (),
    ) -> None:
        """`text`: paragraphs with gaps that `values` fill. `shows`: what the examples show, if they
        don't say it themselves. `options`, `refusals` (codes of moves that it forbids), `cards`
        (drawings: a name or prefix, or a feature or shape of a path card): what it is about."""
        self.title, self.shows, self.tables = title, shows, tables
        self.options, self.refusals, self.cards = options, refusals, cards
        self.text, self.values = text, values

    @property
    def paragraphs(self) -> list[str]:
        """Return the text with its figures."""
        return [str(words) % self.values if self.values else str(words) for words in self.text]


# Rules that two games share to the letter.
FIRST_BY_LOT: Final = Rule(
    _("Who begins"),
    _("Who begins the first round is decided by lot. Play goes clockwise."),
    shows=_("After the last seat comes the first again."),
)
NO_DIGGING_WITH_BROKEN_TOOLS: Final = Rule(
    _("A broken tool stops you"),
    _(
        "With a broken tool before you when your turn begins you cannot lay a path card. You may "
        "do everything else: play an action card, repair, or pass."
    ),
    refusals=("tool-broken",),
)


class Chapter:
    """Rules by their numbers, under a heading; `key` is the anchor on the page."""

    def __init__(self, key: str, title: Words, **rules: Rule) -> None:
        self.key, self.title, self.rules = key, title, rules


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game."""

    chapters: tuple[Chapter, ...]
    examples: Path
    """The folder of the example scenarios."""
    counts: Mapping[str, int]
    """The number of copies of each card, by drawing."""
    borrows: Rulebook | None = None
    """Another game whose rules apply here too, unless stated otherwise."""
    borrowed: tuple[str, ...] = ()
    """The numbers of the rules that apply."""

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The game's own rules by number."""
        return {number: rule for part in self.chapters for number, rule in part.rules.items()}

    @cached_property
    def scenarios(self) -> Sequence[Scenario]:
        """All examples, in the order of their files."""
        files = scenario_files([self.examples])
        return [scenario for path in files for scenario in load_scenarios(path)]

    def examples_of(self, number: str) -> list[Scenario]:
        return [scenario for scenario in self.scenarios if scenario.rule == number]

    def of_option(self, name: str) -> str:
        """Return the number of the rule about an option."""
        return self._by_key["options", name]

    def of_refusal(self, code: str) -> str:
        """Return the number of the rule behind a refusal code."""
        return self._by_key["refusals", code]

    def of_card(self, drawing: str) -> str:
        """Return the number of the rule about a drawing; empty for scenery."""
        found = (self._by_key.get(("cards", key)) for key in _keys(drawing))
        return next((number for number in found if number), "")

    @cached_property
    def _by_key(self) -> Mapping[tuple[str, str], str]:
        """The rule behind each option, refusal and card; own rules override those of another
        game."""
        found = dict(self.borrows._by_key) if self.borrows else {}
        for number, rule in self.rules.items():
            found.update({("options", key): number for key in rule.options})
            found.update({("refusals", key): number for key in rule.refusals})
            found.update({("cards", key): number for key in rule.cards})
        return found


def _keys(drawing: str) -> Iterator[str]:
    """Yield the keys by which rules may name a drawing, the most specific first."""
    yield from shorter_names(drawing)
    if openings(drawing):
        yield from (feature.kind for feature in read_face(drawing).features)
        yield shape(drawing)
        yield PATH
