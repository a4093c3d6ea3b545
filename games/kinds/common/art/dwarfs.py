"""Shapes that distinguish players' colours without colour, and portraits of dwarfs."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.svg import again, disc, glow, moved, shape, stroke

PAINT: Final = {"blue": "blue", "green": "green", "yellow": "lamp"}
INK: Final = {"blue": "deep-ink", "green": "deep-ink", "yellow": "edge"}
"""The colour of writing on each paint. Yellow is lamplight: pure yellow is kept for gold."""
EMBLEMS: Final = {
    "blue": disc((0, 0), 5),
    "green": "M-4.6-4.6H4.6V4.6H-4.6z",
    "yellow": "M0-6.4L6.4 0 0 6.4-6.4 0z",
}
PLATES: Final = {
    "blue": disc((0, 0), 16),
    "green": "M-14.5-14.5H14.5V14.5H-14.5z",
    "yellow": "M0-19L19 0 0 19-19 0z",
}
RIMS: Final = {
    "blue": disc((0, 0), 12),
    "green": "M-10.6-10.6H10.6V10.6H-10.6z",
    "yellow": "M0-13.6L13.6 0 0 13.6-13.6 0z",
}
HATS: Final = {  # a dome, a box, a point: 32 wide, the brim at 7
    "blue": "M-16 7Q-15-15 0-15T16 7z",
    "green": "M-16 7L-13-13H13L16 7z",
    "yellow": "M-17 7Q-5-3 0-23 5-3 17 7z",
}
BROW: Final = {"blue": -4, "green": -4, "yellow": -2}
"""The position of the emblem on each hat."""


def plate(colour: str) -> str:
    """Draw the ground of a token."""
    return shape(PLATES[colour], PAINT[colour], "edge", 2.6) + stroke(
        RIMS[colour], INK[colour], 1.6
    )


def emblem(colour: str, transform: str, line: float = 1.2) -> str:
    return moved(shape(EMBLEMS[colour], "deep-ink", "edge", line), transform)


def hat(colour: str, transform: str, line: float = 2.4) -> str:
    crown = shape(HATS[colour], PAINT[colour], "edge", line)
    return moved(crown + emblem(colour, f"translate(0 {BROW[colour]})scale(1.1)"), transform)


# Portraits of both clans on cards, with their intentions.


def portrait(colour: str, eyes: str) -> str:
    """Draw the coat, face and helmet of a clan."""
    coat = shape("M4 120Q7 82 40 82T76 120z", PAINT[colour], "edge", 3)
    return coat + again("face") + eyes + hat(colour, "translate(40 42)scale(1.62)", 1.9) + BRIM


BRIM: Final = shape("M10 49H70V57H10z", "wood", "edge", 3) + stroke("M14 51.6H66", "wood-light", 2)
OPEN: Final = stroke("M31 63h.1M49 63h.1", "edge", 6)


def ground(colour: str) -> str:
    return (
        shape("M0 0H80V120H0z", "card")
        + glow((40, 44), 38, 0.3)
        + stroke("M3 3H77V117H3z", PAINT[colour], 4)
    )


def plain(colour: str) -> str:
    """Draw the plain dwarf of a colour, which marks a player."""
    return ground(colour) + portrait(colour, OPEN)


def ambush(coat: str, hood: str, face: str) -> str:
    """Draw a saboteur: a face under a hood in the dark, and a lit fuse."""
    return (
        shape("M0 0H80V120H0z", "brick-dark")
        + shape("M0 0H80V30L40 12 0 44z", "edge", fade=0.35)
        + glow((62, 84), 30, 0.25)
        + shape("M4 120Q6 82 40 82T76 120z", coat, "edge", 3)
        + shape("M13 84Q8 24 40 12 72 24 67 84 54 96 40 96T13 84z", hood, "edge", 3)
        + face
        + shape("M56 94L66 90 74 112 64 116z", "brick", "edge", 3)
        + stroke("M61 92Q56 82 64 78", "card", 2.6)
        + shape("M64 67l2 7 7-2-4 6 5 5-8-1-2 7-3-7-7 1 5-5-4-6 7 2z", "lamp", "brick", 1.6)
    )


PARTS: Final = {
    # Beard, moustache and nose of a dwarf in the middle of a card, as yet without eyes.
    "face": (
        shape("M18 58C14 92 28 108 40 108S66 92 62 58z", "wood", "edge", 3)
        + shape("M22 48H58V68Q54 76 40 76T22 68z", "floor", "edge", 2)
        + shape("M40 76Q32 70 24 79 33 86 40 80 47 86 56 79 48 70 40 76z", "wood-dark", "edge", 2)
        + stroke("M32 92L36 102M40 90V104M48 92L44 102", "wood-dark", 2)
        + shape(disc((40, 69), 5), "floor-2", "edge", 1.8)
    ),
}
