"""Markers and keys, around 0,0 and about 32 units across, and where they lie on a card."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.clans import INK, plate
from games.kinds.common.art.svg import (
    HEIGHT,
    WIDTH,
    Place,
    Point,
    again,
    disc,
    part,
    shape,
)
from games.kinds.common.art.tunnels import ARM, at
from games.kinds.duel.art.goals import place_of_gold
from games.mine.notation import read_face
from games.mine.tunnels import Face, Feature

BESIDE: Final = (14, 15)
"""A marker leaves what it lies on in sight."""


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


TOKENS: Final = {
    "token-marker-blue": marker("blue"),
    "token-marker-green": marker("green"),
    "token-marker": spare(),
    "token-key": key_token(),
}


# --- where they lie ------------------------------------------------------------------------------


def marker_place(card: str, turned: bool = False) -> Place:
    """Beside the gold of a path card or goal (by its face), or beside the troll."""
    face = read_face(card)
    trolls = [feature for feature in face.features if feature.kind == "troll"]
    x, y = _turned(at(trolls[0].side, 0.47) if trolls else place_of_gold(face), turned)
    right, down = BESIDE
    return min(x + right, WIDTH - 14), min(y + down, HEIGHT - 14), 0.8


def key_place(card: str, turned: bool = False) -> Place:
    """At one end of the door, so that its emblem stays in sight."""
    door = _door(read_face(card))
    depth = 18 if ARM[door.side] == WIDTH / 2 else 28
    x, y = _turned(at(door.side, 1 - depth / ARM[door.side]), turned)
    return (x, y + 17, 0.62) if ARM[door.side] == WIDTH / 2 else (x + 17, y, 0.62)


def _door(face: Face) -> Feature:
    return next(feature for feature in face.features if feature.kind == "door")


def _turned(point: Point, turned: bool) -> Point:
    x, y = point
    return (WIDTH - x, HEIGHT - y) if turned else point
