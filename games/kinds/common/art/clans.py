"""What tells colours apart without colour: each has a shape of its own, on all that it owns."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.svg import disc, moved, shape

PAINT: Final = {"blue": "blue", "green": "green", "yellow": "lamp"}
INK: Final = {"blue": "deep-ink", "green": "deep-ink", "yellow": "edge"}
"""What is read on that paint. Yellow is lamplight: pure yellow is kept for gold."""
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
"""Where the emblem sits on a hat."""


def plate(colour: str) -> str:
    """The ground of a token."""
    return shape(PLATES[colour], PAINT[colour], "edge", 2.6) + shape(
        RIMS[colour], "none", INK[colour], 1.6
    )


def emblem(colour: str, transform: str, line: float = 1.2) -> str:
    return moved(shape(EMBLEMS[colour], "deep-ink", "edge", line), transform)


def hat(colour: str, transform: str, line: float = 2.4) -> str:
    crown = shape(HATS[colour], PAINT[colour], "edge", line)
    return moved(crown + emblem(colour, f"translate(0 {BROW[colour]})scale(1.1)"), transform)
