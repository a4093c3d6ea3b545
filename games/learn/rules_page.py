"""The page of a game's rules: chapters, options, examples, cards, all from what the game has."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.kinds import KINDS
from games.kinds.common.options import OptionWords
from games.kinds.common.rulebook import Chapter, Rule, Rulebook
from games.kinds.common.words.phrases import Words, once_a_language
from games.kinds.kind import GameKind
from games.tables.presenters.examples import Example, example
from games.tables.presenters.explained import explained


class Choice(NamedTuple):
    """A value of an option, and whether it holds where nobody chooses."""

    label: Words
    sentence: Words
    usual: bool


class Choosing(NamedTuple):
    label: Words
    choices: list[Choice]


class ShownRule(NamedTuple):
    rule: Rule
    options: list[Choosing]
    examples: list[Example]


class ShownChapter(NamedTuple):
    key: str
    title: Words
    rules: list[ShownRule]


@once_a_language
def body(name: str) -> SafeString:
    """The rules of a game, put together once in each process: examples are played for it."""
    kind = KINDS[name]
    context = {
        "game": kind,
        "chapters": [_chapter(kind, chapter) for chapter in kind.rulebook.chapters],
        "borrowed": _borrowed(kind.rulebook),
        "lender": _lender(kind),
        "parts": explained(kind),
        "editions": kind.options.preset_words().values(),
    }
    return render_to_string("rules/body.html", context)


def _chapter(kind: GameKind[Any, Any], chapter: Chapter) -> ShownChapter:
    return ShownChapter(chapter.key, chapter.title, [_rule(kind, rule) for rule in chapter.rules])


def _rule(kind: GameKind[Any, Any], rule: Rule) -> ShownRule:
    options = [_choosing(kind, name) for name in rule.options if name in kind.options.words]
    played = [example(kind, scenario) for scenario in kind.rulebook.examples_of(rule.number)]
    return ShownRule(rule, options, played)


def _choosing(kind: GameKind[Any, Any], name: str) -> Choosing:
    words: OptionWords = kind.options.words[name]
    usual = next(option.default for option in kind.rules.OPTIONS if option.name == name)
    values = words.values.items()
    return Choosing(
        words.label, [Choice(said.label, said.sentence, value == usual) for value, said in values]
    )


def _borrowed(book: Rulebook) -> list[Rule]:
    """Rules of another game that hold here too."""
    return [book.borrows.rules[number] for number in book.borrowed] if book.borrows else []


def _lender(kind: GameKind[Any, Any]) -> GameKind[Any, Any] | None:
    """The game that they are of."""
    books = (other for other in KINDS.values() if other.rulebook is kind.rulebook.borrows)
    return next(books, None)
