"""What a picture of a board shows, for whoever does not see it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, ngettext

from games.kinds.common.words import GameWords, joined
from games.tables.presenters.board import Board, Laid

NAMED = 6
"""More things than this are counted: the sentences beside the picture tell them one by one."""


def shown(board: Board, words: GameWords[Any]) -> str:
    """How much lies there, and what is framed."""
    number = len(board.cards)
    said = ngettext(
        "The board as everybody sees it: %(number)d card lies there.",
        "The board as everybody sees it: %(number)d cards lie there.",
        number,
    ) % {"number": number}
    framed = _framed(board, words)
    return f"{said} {framed}" if framed else said


def _framed(board: Board, words: GameWords[Any]) -> str:
    cells = [mark.cell for mark in (*board.fresh, *board.last)]
    if not cells:
        return ""
    if len(cells) > NAMED:
        sentence = gettext("%(number)d places are framed: something is new there.")
        return sentence % {"number": len(cells)}
    lying = {card.cell: card for card in board.cards}
    places = [_place(words.place(cell), lying.get(cell)) for cell in cells]
    return gettext("Framed, for it is new: %(places)s.") % {"places": joined(places)}


def _place(where: str, card: Laid | None) -> str:
    """What lies there now, and where; a place that was emptied is named as such."""
    if card is None:
        return gettext("%(place)s, where nothing lies") % {"place": where}
    return gettext("%(place)s (%(card)s)") % {"place": where, "card": card.words}
