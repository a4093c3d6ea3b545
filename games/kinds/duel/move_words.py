"""The moves of The Duel and the solo game in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words import tools
from games.kinds.common.words.cards import cell_words
from games.kinds.common.words.moves import (
    Button,
    discard_button,
    orient_button,
    place_button,
    play_at_button,
    together,
    would_orient,
    would_place,
)
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Words, fill, joined
from games.kinds.common.words.tools import TOOLS, YOURS
from games.kinds.duel.nouns import CARDS, PLAYED_AT
from games.kinds.duel.rules.moves import (
    Break,
    Bribe,
    Clear,
    Discard,
    Move,
    Orient,
    Place,
    PlayAt,
    Repair,
)
from games.mine import Cell, Mine, Preview, print_cell

BRIBE: Final = _("Bribe")
REPAIR: Final = _("Repair")
LAYING: Final[tuple[Words, Words]] = (
    _("Lay the goal at %(cell)s as it is."),
    _("Lay the goal at %(cell)s after a half turn."),
)
"""A goal just turned over: what each way would do."""


def heading(move: Move) -> str:
    """Above moves that take no card from the hand."""
    return gettext("Lay the goal") if isinstance(move, Orient) else gettext("Pay a troll")


def button(move: Move, names: Names) -> Button:
    match move:
        case Place(card, cell, turned, bribes):
            return _paying(place_button(card, cell, turned), bribes)
        case Break(card, seat):
            return tools.break_button(card, seat, names)
        case Repair(card, seat, tool):
            return tools.repair_button(card, seat, tool, names)
        case PlayAt(card, cell, bribes):
            return _paying(play_at_button(card, cell, cell_words(cell)), bribes)
        case Bribe(cell):
            return Button("", cell_words(cell), BRIBE, print_cell(cell))
        case Clear(tool, cards):
            label = gettext("Repair %(tool)s with two cards") % {"tool": TOOLS[tool][YOURS]}
            return Button(" ".join(cards), label, REPAIR)
        case Orient(cell, turned):
            return orient_button(cell, turned)
        case Discard(cards):
            return discard_button(cards)


def _paying(button: Button, bribes: tuple[Cell, ...]) -> Button:
    """Also with the trolls that are paid with the move."""
    if not bribes:
        return button
    trolls = joined([cell_words(cell) for cell in bribes])
    paid = gettext("and bribe %(cells)s") % {"cells": trolls}
    return replace(button, label=f"{button.label} {paid}", pays=bribes)


def would(
    move: Move,
    preview: Preview | None,
    mine: Mine,
    names: Names,
    would_discard: Callable[[tuple[str, ...]], SafeString],
) -> SafeString:
    match move:
        case Place(card, cell, _turned, bribes):
            return _with_tolls(would_place(card, cell, preview, mine, cell_words), bribes)
        case Break(card, seat):
            return tools.would_break(card, seat, names)
        case Repair(_card, seat, tool):
            return tools.would_repair(seat, tool, names)
        case PlayAt(card, cell, bribes):
            return _with_tolls(fill(PLAYED_AT[card], place=cell_words(cell)), bribes)
        case Bribe(cell):
            return _toll(cell)
        case Clear(tool, cards):
            return _would_clear(tool, cards)
        case Orient(cell, turned):
            return would_orient(cell, turned, LAYING)
        case Discard(cards):
            return would_discard(cards)


def _would_clear(tool: str, cards: tuple[str, ...]) -> SafeString:
    sentence = _("Throw %(cards)s away to repair %(tool)s; draw only one card.")
    return fill(sentence, cards=CARDS.objects(cards), tool=TOOLS[tool][YOURS])


def _with_tolls(said: SafeString, bribes: Sequence[Cell]) -> SafeString:
    return together([said, *map(_toll, bribes)])


def _toll(cell: Cell) -> SafeString:
    """A troll, and what it costs."""
    sentence = _("Bribe the troll at %(cell)s: 1 gold when the round ends.")
    return fill(sentence, cell=cell_words(cell))


def with_claims(said: SafeString, preview: Preview | None, names: Names) -> SafeString:
    """Also who would claim which gold."""
    claims = preview.claims if preview is not None else ()
    return together([said, *(_claim(seat, cell, names) for seat, cell in claims)])


def _claim(seat: int, cell: Cell, names: Names) -> SafeString:
    mine = _("You claim the gold at %(cell)s!")
    others = _("%(who)s claims the gold at %(cell)s!")
    return fill(mine if names.is_me(seat) else others, who=names.of(seat), cell=cell_words(cell))
