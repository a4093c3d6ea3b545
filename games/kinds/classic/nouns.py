"""The things of the classic game in words: its cards, roles, places and goals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words import tools
from games.kinds.common.words.cards import START, CardNames, cell_words
from games.kinds.common.words.phrases import Words
from games.mine import Cell

CARDS: Final = CardNames(
    {
        **tools.CARDS,
        **START,
        "treasure": (_("treasure"), _("the treasure")),
        "stone-ne": (_("stone"), _("a stone")),
        "stone-nw": (_("stone"), _("a stone")),
    }
)
PLAYED_AT: Final[Mapping[str, Words]] = tools.PLAYED_AT
"""What each card would do that is played at a cell."""
ROLES: Final[Mapping[str, Words]] = {"digger": _("digger"), "saboteur": _("saboteur")}
YOUR_ROLE: Final[Mapping[str, Words]] = {
    "digger": _("You are a digger: find the treasure."),
    "saboteur": _("You are a saboteur: keep the others from the treasure."),
}
ROLE_MEANS: Final[Mapping[str, Words]] = {
    "digger": _(
        "Dig a way to the treasure with the other diggers: when it is found you are all paid, and "
        "somebody here may not want that."
    ),
    "saboteur": _(
        "Nobody may reach the treasure before the cards run out: then the gold is yours. Help "
        "badly, and do not let it show."
    ),
}
"""What a role means to who was dealt it."""
PLACES: Final[Mapping[Cell, Words]] = {
    (8, -2): _("the top goal"),
    (8, 0): _("the middle goal"),
    (8, 2): _("the bottom goal"),
}
KNOWN: Final[Mapping[str | None, Words]] = {
    None: _("Goal, face down"),
    "treasure": _("Goal, face down, only you know what it is: the treasure"),
    "stone-ne": _("Goal, face down, only you know what it is: only stone"),
    "stone-nw": _("Goal, face down, only you know what it is: only stone"),
}


def place(cell: Cell) -> str:
    """A goal by its name, any other cell by its numbers."""
    return str(PLACES[cell]) if cell in PLACES else cell_words(cell)


def kind_of_goal(name: str | None) -> str:
    return str(_("the treasure") if name == "treasure" else _("only stone"))
