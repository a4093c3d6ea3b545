"""What is laid on cards: markers and keys, around 0,0 and about 32 units across."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.clans import INK, plate
from games.kinds.common.art.svg import again, disc, part, shape

VIEW_BOX: Final = "-20 -20 40 40"


def parts() -> list[str]:
    return [part("key", key())]


def marker(colour: str) -> str:
    """A claim: the pick of that colour on its plate."""
    head = "M-8.4 1Q-6.4-6.6 0-6.6T8.4 1Q4.6-2.6 0-2.6T-8.4 1z"
    return plate(colour) + shape(head, INK[colour]) + shape("M0-5V7.6", "none", INK[colour], 2.6)


def spare() -> str:
    """A marker nobody has used yet."""
    return shape(disc((0, 0), 14), "wood", "edge", 2.6) + shape(
        disc((0, 0), 9.4), "none", "wood-light", 2
    )


def key() -> str:
    """A key about 30 units long, its bow up."""
    shaft, bow = "M0-2V15M0 8.6h6M0 14h7.4", disc((0, -8), 6.6)
    return (
        shape(shaft + bow, "none", "edge", 7.6)
        + shape(shaft + bow, "none", "lamp", 3.6)
        + shape("M-4-12Q-2-14.4 1-14.4", "none", "deep-ink", 1.6)
    )


def key_token() -> str:
    """What lies on a door that has been opened."""
    return shape(disc((0, 0), 17.5), "deep", "edge", 2.4) + again("key", "rotate(35)scale(.82)")


DUEL: Final = {
    "token-marker-blue": marker("blue"),
    "token-marker-green": marker("green"),
    "token-marker": spare(),
    "token-key": key_token(),
}
