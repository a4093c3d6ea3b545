"""The moves of the classic game in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.kinds.classic.nouns import CARDS, PLAYED_AT, place
from games.kinds.classic.rules.moves import Break, Discard, Move, Pick, Place, PlayAt, Repair
from games.kinds.common.words import tools
from games.kinds.common.words.moves import (
    Button,
    Laying,
    discard_button,
    place_button,
    play_at_button,
    would_place,
    would_reach,
)
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import fill, nuggets
from games.mine import Mine, Preview

TAKE: Final = _("Take")
LAYING: Final = Laying(CARDS)


def button(move: Move, names: Names) -> Button:
    match move:
        case Place(card, cell, turned):
            return place_button(card, cell, turned)
        case Break(card, seat):
            return tools.break_button(card, seat, names)
        case Repair(card, seat, tool):
            return tools.repair_button(card, seat, tool, names)
        case PlayAt(card, cell):
            return play_at_button(card, cell, place(cell), tools.ASKS[card])
        case Pick(value):
            return Button(f"nugget-{value}", nuggets(value), TAKE)
        case Discard(cards):
            return discard_button(cards)


def would(
    move: Move,
    preview: Preview | None,
    mine: Mine,
    names: Names,
    would_discard: Callable[[tuple[str, ...]], SafeString],
) -> SafeString:
    match move:
        case Place(card, cell):
            return would_place(LAYING, card, cell, preview, mine, would_reach(preview, place))
        case Break(card, seat):
            return tools.would_break(card, seat, names)
        case Repair(_card, seat, tool):
            return tools.would_repair(seat, tool, names)
        case PlayAt(card, cell):
            return fill(PLAYED_AT[card], place=place(cell))
        case Pick(value):
            return fill(_("Take the card with %(nuggets)s."), nuggets=nuggets(value))
        case Discard(cards):
            return would_discard(cards)
