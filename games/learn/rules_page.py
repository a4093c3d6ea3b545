"""The page of a game's rules: chapters, options, examples, cards, all from what the game has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine import Value
from games.kinds import KINDS
from games.kinds.common.learn import Rule, Rulebook
from games.kinds.common.options import OptionWords
from games.kinds.common.words.cards import openings
from games.kinds.common.words.phrases import cached_per_language
from games.kinds.kind import GameKind
from games.learn.examples import Example, example


class ShownRule(NamedTuple):
    rule: Rule
    options: list[tuple[OptionWords, Value]]
    """The options that it is about, each with the value that holds where nobody chooses."""
    examples: list[Example]


@cached_per_language
def rules_body(name: str) -> SafeString:
    """The rules of a game, put together once in each process: examples are played for it."""
    kind = KINDS[name]
    context = {
        "game": kind,
        "chapters": [
            (chapter, [_shown(kind, rule) for rule in chapter.rules])
            for chapter in kind.rulebook.chapters
        ],
        "borrowed": _borrowed(kind.rulebook),
        "lender": _lender(kind),
        "parts": explained_cards(kind),
        "editions": kind.options.preset_words().values(),
    }
    return render_to_string("learn/rules/body.html", context)


def _shown(kind: GameKind[Any, Any], rule: Rule) -> ShownRule:
    words = kind.options.words
    usual = {option.name: option.default for option in kind.rules.options}
    options = [(words[name], usual[name]) for name in rule.options if name in words]
    played = [example(kind, scenario) for scenario in kind.rulebook.examples_of(rule.number)]
    return ShownRule(rule, options, played)


def _borrowed(book: Rulebook) -> list[Rule]:
    """Rules of another game that hold here too."""
    return [book.borrows.rules[number] for number in book.borrowed] if book.borrows else []


def _lender(kind: GameKind[Any, Any]) -> GameKind[Any, Any] | None:
    """The game that they are of."""
    books = (other for other in KINDS.values() if other.rulebook is kind.rulebook.borrows)
    return next(books, None)


# --- The cards of a game, explained on their own page and at the table ---


class ExplainedCard(NamedTuple):
    """A drawing of the game, its name, and what it does."""

    drawing: str
    view_box: str
    name: str
    line: str
    copies: int
    """How many of it there are, where they are counted."""
    rule: str
    """The number of the rule about it."""


class CardChapter(NamedTuple):
    title: str
    things: list[ExplainedCard]


def explained_cards(kind: GameKind[Any, Any]) -> list[CardChapter]:
    """Cards to lay, cards to play, and whatever else lies on the table."""
    paths, actions, others = (
        CardChapter(gettext("Cards to lay"), []),
        CardChapter(gettext("Cards to play"), []),
        CardChapter(gettext("On the table"), []),
    )
    for thing in _all(kind):
        part = actions if thing.drawing in kind.words.HELP.actions else others
        (paths if openings(thing.drawing) else part).things.append(thing)
    return [paths, actions, others]


def _all(kind: GameKind[Any, Any]) -> Iterator[ExplainedCard]:
    book = kind.rulebook
    for drawing in kind.art.names:
        found = kind.words.HELP.of(drawing)
        if found is not None:
            copies, rule = book.counts.get(drawing, 0), book.of_card(drawing)
            yield ExplainedCard(drawing, kind.art.view_box(drawing), *found, copies, rule)
