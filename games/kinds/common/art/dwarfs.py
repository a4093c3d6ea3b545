"""Dwarfs: portraits of both clans on cards, with what they are up to."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.clans import PAINT, hat
from games.kinds.common.art.svg import again, disc, glow, part, shape


def parts() -> list[str]:
    return [part("face", face())]


def face() -> str:
    """Beard, moustache and nose of a dwarf in the middle of a card, as yet without eyes."""
    return (
        shape("M18 58C14 92 28 108 40 108S66 92 62 58z", "wood", "edge", 3)
        + shape("M22 48H58V68Q54 76 40 76T22 68z", "floor", "edge", 2)
        + shape("M40 76Q32 70 24 79 33 86 40 80 47 86 56 79 48 70 40 76z", "wood-dark", "edge", 2)
        + shape("M32 92L36 102M40 90V104M48 92L44 102", "none", "wood-dark", 2)
        + shape(disc((40, 69), 5), "floor-2", "edge", 1.8)
    )


def portrait(colour: str, eyes: str) -> str:
    """Coat, face and helmet of a clan."""
    coat = shape("M4 120Q7 82 40 82T76 120z", PAINT[colour], "edge", 3)
    return coat + again("face") + eyes + hat(colour, "translate(40 42)scale(1.62)", 1.9) + BRIM


BRIM: Final = shape("M10 49H70V57H10z", "wood", "edge", 3) + shape(
    "M14 51.6H66", "none", "wood-light", 2
)
OPEN: Final = shape("M31 63h.1M49 63h.1", "none", "edge", 6)


def ground(colour: str) -> str:
    return (
        shape("M0 0H80V120H0z", "card")
        + glow((40, 44), 38, 0.3)
        + shape("M3 3H77V117H3z", "none", PAINT[colour], 4)
    )


def plain(colour: str) -> str:
    """The dwarf of a colour: who sits where."""
    return ground(colour) + portrait(colour, OPEN)
