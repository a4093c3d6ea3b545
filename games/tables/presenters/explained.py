"""The cards of a game, explained: what its page of cards shows, and the table when asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.kinds.common.words.cards import openings
from games.kinds.kind import GameKind


class Explained(NamedTuple):
    """A drawing of the game, its name, and what it does."""

    drawing: str
    view_box: str
    name: str
    line: str
    copies: int
    """How many of it there are, where they are counted."""
    rule: str
    """The number of the rule about it."""


class Part(NamedTuple):
    title: str
    things: list[Explained]


def explained(kind: GameKind[Any, Any]) -> list[Part]:
    """Cards to lay, cards to play, and whatever else lies on the table."""
    paths, actions, others = (
        Part(gettext("Cards to lay"), []),
        Part(gettext("Cards to play"), []),
        Part(gettext("On the table"), []),
    )
    for thing in _all(kind):
        part = actions if thing.drawing in kind.words.HELP.actions else others
        (paths if openings(thing.drawing) else part).things.append(thing)
    return [paths, actions, others]


def _all(kind: GameKind[Any, Any]) -> Iterator[Explained]:
    book = kind.rulebook
    for drawing in kind.art.names:
        found = kind.words.HELP.of(drawing)
        if found is not None:
            copies, rule = book.counts.get(drawing, 0), book.of_card(drawing)
            yield Explained(drawing, kind.art.view_box(drawing), *found, copies, rule)
