"""Draws the forest above the lost mines: mossy rock and trees, and paths instead of tunnels.

Trees, fires and obstacles are seen from above, so that a card looks right after a half turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from random import Random
from typing import Final

from games.engine.notation import read_face
from games.engine.tunnels import EAST, NORTH, SOUTH, WEST, Face, Sides, side_letters
from games.kinds.common.art import svg, tunnels
from games.kinds.common.art.svg import again, disc, glow, moved, num, shape, stones, stroke

CORNERS: Final = (9, 14, 0.95), (8, 31, 0.7)
"""Trees in the upper left corner, which no path touches: x, y, size; the others mirror it."""
THICKETS: Final = {  # trees at a side without an opening
    NORTH: ((29, 13, 0.95), (51, 11, 1.0), (40, 27, 0.85)),
    SOUTH: ((30, 108, 1.0), (51, 107, 0.95), (39, 93, 0.8)),
    EAST: ((70, 51, 0.8), (71, 69, 0.9)),
    WEST: ((9, 52, 0.9), (10, 69, 0.8)),
}


def forest_card(card: str) -> str:
    """Draw a path card: ground, trees, the path, and what lies on it."""
    face = read_face(card)
    return wood(card, face) + paths(face) + "".join(laid(f.kind, face) for f in face.features)


def wood(card: str, face: Face, tint: str = "green") -> str:
    """Draw ground and trees around a path."""
    moss = shape("M0 0H80V120H0z", tint, fade=0.34)
    return tunnels.rock_ground(f"forest {card}") + moss + trees(card, face.openings)


def paths(face: Face) -> str:
    gates = "".join(
        again("gate", tunnels.TO_SIDE[side]) for side in tunnels.sides_of(face.openings)
    )
    return tunnels.way(list(face.groups)) + gates


def gate() -> str:
    """Draw two boundary stones and a worn step at the north side: here the path goes on."""
    step = stroke("M27 5.5H53", "wood", 4.4) + stroke("M28 4.6H52", "wood-light", 1.4)
    return step + stones(((21, 5.5, 5.6), (59, 5.5, 5.6)), "gate", 1.8)


def trees(card: str, openings: Sides) -> str:
    """Draw trees in all corners, and a thicket at each side without an opening."""
    flip = tunnels.FLIPS[int(Random(card).random() * len(tunnels.FLIPS))]
    closed = [side for side in THICKETS if not openings & side]
    return again("corners", flip) + "".join(
        again(f"thicket-{side_letters(side)}") for side in closed
    )


def corners() -> str:
    mirrored = [
        (80 - x if right else x, 120 - y if low else y, size)
        for x, y, size in CORNERS
        for right in (False, True)
        for low in (False, True)
    ]
    return planted(mirrored)


def planted(places: Iterable[tuple[float, float, float]]) -> str:
    """Draw trees at these places (x, y, size), each slightly displaced."""
    rng = Random("trees")
    strewn = [(x + _astray(rng), y + _astray(rng), size) for x, y, size in places]
    return "".join(
        again("tree", f"translate({num(x)} {num(y)})scale({size:g})") for x, y, size in strewn
    )


def _astray(rng: Random) -> float:
    return 3 * rng.random() - 1.5


def star(points: int, out: float, deep: float) -> str:
    """Return the path data of a star around 0,0."""
    angles = [(pi * n / points, deep if n % 2 else out) for n in range(2 * points)]
    return svg.polygon([(r * sin(a), -r * cos(a)) for a, r in angles])


def laid(kind: str, face: Face) -> str:
    x, y = middle(face)
    size = "scale(.85)" if tunnels.is_curve(face.groups[0]) else ""
    return again("fire" if kind == "campfire" else kind, f"translate({num(x)} {num(y)}){size}")


def middle(face: Face) -> svg.Point:
    """Return where a card's paths meet; for a curve half way round it, a little inwards."""
    group = face.groups[0]
    if not tunnels.is_curve(group):
        return svg.MIDDLE
    x, y = tunnels.on_the_way(group, tunnels.sides_of(group)[0], 0, apart=False)
    return (2 * x + svg.MIDDLE[0]) / 3, (2 * y + svg.MIDDLE[1]) / 3


def fire() -> str:
    """Draw a campfire in a ring of stones."""
    ring = [(20 * sin(pi * n / 4), 20 * cos(pi * n / 4), 4.4) for n in range(8)]
    return (
        glow((0, 0), 34, 0.28)
        + shape(disc((0, 0), 17), "edge", fade=0.55)
        + stones(ring, "fire", 1.8)
        + stroke("M-11-8L11 8M-11 8L11-8", "wood-light", 4, edge=7.4)
        + shape(star(7, 17, 8), "brick", "edge", 1.6)
        + shape(star(7, 12.5, 5.6), "lamp")
        + shape(star(7, 6.5, 3), "deep-ink")
    )


def trunk(transform: str) -> str:
    return moved(
        shape("M-24-6.5H22A6.5 6.5 0 0 1 22 6.5H-24z", "wood", "edge", 2.4)
        + stroke("M-14-2H10M-8 2.4H16", "wood-dark", 1.8)
        + shape("M-24-6.5a4 6.5 0 0 0 0 13a4 6.5 0 0 0 0-13z", "floor", "edge", 2)
        + stroke("M-24-2v4", "wood", 2),
        transform,
    )


def lake() -> str:
    """Draw water over the path from bank to bank."""
    bank = "M-30-4Q-32-24-8-27 14-31 26-17 36-3 25 14 16 29-5 27-28 25-30-4z"
    waves = "M-17-10q5-5 10 0t10 0M-6 2q5-5 10 0t10 0M-18 13q5-5 10 0t10 0"
    return (
        shape(bank, "floor-2", "edge", 2.4)
        + moved(shape(bank, "blue", "edge", 1.4), "scale(.87)")
        + shape("M-20-8Q-20-20-6-22 8-24 16-16-8-18-20-8z", "day", fade=0.35)
        + stroke(waves, "deep-ink", 2.8)
    )


def ravine() -> str:
    """Draw a cleft through the whole card, too wide to jump."""
    cleft = "M-33-24L-20-20-12-10 0-14 10-2 20-4 34 16 35 27 22 20 13 13 4 16-6 5-18 8-34-12z"
    return (
        shape(cleft, "rubble", "edge", 6)
        + shape(cleft, "edge", "rubble", 2.6)
        + stroke("M-24-15L-14-3-4-4 6 7 15 5 27 18", "rock-3", 1.6)
    )


PARTS: Final = {
    # A fir from above, about 22 units across.
    "tree": (
        shape(star(9, 11, 7.6), "green", "edge", 1.8)
        + shape(star(9, 7.4, 4.6), "edge", fade=0.28)
        + shape(star(7, 4.6, 2.6), "green")
        + shape(star(7, 4.6, 2.6), "card", fade=0.25)
    ),
    "corners": corners(),
    **{f"thicket-{side_letters(side)}": planted(spots) for side, spots in THICKETS.items()},
    "gate": gate(),
    "fire": fire(),
    # Felled trunks across the path.
    "logs": (
        shape(disc((0, 0), 24), "edge", fade=0.25)
        + trunk("translate(0-12)rotate(-24)")
        + trunk("translate(2 13)rotate(-24)")
        + trunk("rotate(48)")
    ),
    "lake": lake(),
    "ravine": ravine(),
    # A table of rock with room for one.
    "plateau": (
        shape("M-30-10L-20-27 8-30 30-14" + "L31 13 14 29-16 28-32 10z", "rock-2", "edge", 2.6)
        + stroke(
            "M-17-21L-20-27M6-24L8-30M23-11L30-14M24 9L31 13M10 22L14 29M-13 21L-16 28"
            "M-25 7L-32 10M-24-10L-30-10",
            "edge",
            1.6,
        )
        + shape("M-17-21L6-24 23-11 24 9 10 22-13 21-25 7-24-10z", "rubble", "edge", 2)
        + shape("M-17-21L6-24 0-8-24-10z", "card", fade=0.3)
        + shape("M-10 15Q-10-2 0-2T10 15zM-10-2Q-8-14 0-14T10-2z", "edge", fade=0.6)
    ),
}
