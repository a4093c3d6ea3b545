"""Which side of a card does not fit where it was to be laid, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.cards import openings
from games.kinds.common.words.phrases import Words
from games.mine import Cell, Mine, Move, OtherGamesMove, letters, read_face
from games.mine.moves import Place
from games.mine.tunnels import Sides, around, fits

WALLS: Final[Mapping[str, Words]] = {
    "n": _("Its upper side is a wall, but the card above opens towards it."),
    "e": _("Its right side is a wall, but the card on the right opens towards it."),
    "s": _("Its lower side is a wall, but the card below opens towards it."),
    "w": _("Its left side is a wall, but the card on the left opens towards it."),
}
OPENINGS: Final[Mapping[str, Words]] = {
    "n": _("It opens upwards, but the card above has a wall there."),
    "e": _("It opens to the right, but the card on the right has a wall there."),
    "s": _("It opens downwards, but the card below has a wall there."),
    "w": _("It opens to the left, but the card on the left has a wall there."),
}


def misfit(mine: Mine, move: Move | OtherGamesMove) -> str:
    """Why the card that this lays does not fit there, side by side; nothing if it does."""
    needs = mine.spots.get(move.cell) if isinstance(move, Place) else None
    if not isinstance(move, Place) or needs is None or not openings(move.card):
        return ""
    face = read_face(move.card)
    ways = [face.openings, face.turned().openings]
    sides = [str(words) for words in _sides(mine, move.cell, ways[move.turned])]
    if not sides:
        return ""
    said = [gettext("That does not fit."), *sides]
    if fits(needs, ways[not move.turned]):
        said.append(gettext("After a half turn it would fit."))
    return " ".join(said)


def _sides(mine: Mine, cell: Cell, opened: Sides) -> Iterator[Words]:
    for side, there, met in around(cell):
        beside = mine.tiles.get(there)
        if beside is None or bool(opened & side) == bool(beside.openings & met):
            continue
        yield (OPENINGS if opened & side else WALLS)[letters(side)]
