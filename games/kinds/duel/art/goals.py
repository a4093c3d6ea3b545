"""The goals of The Duel and the solo game, face up: tunnels, doors, and gold to be counted."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.features import features, nuggets, spot
from games.kinds.common.art.svg import HEIGHT, WIDTH, Point, glow, stones
from games.kinds.common.art.tunnels import is_curve, on_the_way, path_card, sides_of
from games.kinds.duel.rules.cards import GOALS
from games.mine.notation import read_face
from games.mine.tunnels import Face

HEAPS: Final = {  # so many lumps of gold, to be counted at a glance: x, y, size
    1: ((0.0, 0.0, 0.95),),
    2: ((-9.0, -3.0, 0.75), (8.0, 4.0, 0.75)),
    3: ((-10.0, 5.0, 0.68), (0.0, -8.0, 0.68), (10.0, 5.0, 0.68)),
}
ROOM: Final = 26
"""A heap keeps this far from the upper edge."""


def goal(gold: int, name: str) -> str:
    """A goal face up: its tunnels, its doors, and as many lumps as it is worth."""
    face = read_face(name)
    doors = Face(face.groups, tuple(f for f in face.features if f.kind == "door"))
    ground = path_card(f"goal {name}", face, "brick") + features(doors)
    return ground + (heap(gold, place_of_gold(face)) if gold else waste(face))


def goal_name(face: str) -> str:
    """What the drawing of a goal is called; one that no deck has is drawn without gold."""
    return f"goal-{GOALS.get(face, 0)}-{face}"


def heap(gold: int, place: Point) -> str:
    x, y = place
    lumps = tuple((x + dx, y + dy, size) for dx, dy, size in HEAPS[gold])
    room = min(x, y, WIDTH - x, HEIGHT - y)
    return glow(place, min(12 + 5 * gold, room), 0.18) + nuggets(lumps)


def place_of_gold(face: Face) -> Point:
    """In the group the notation names, else where all openings join, clear of any door."""
    named = [feature.side for feature in face.features if feature.kind == "gold"]
    doors = [feature.side for feature in face.features if feature.kind == "door"]
    group = max(face.groups, key=int.bit_count)
    free = [side for side in sides_of(group) if side not in doors]
    if doors and is_curve(group):
        return on_the_way(group, free[0], 0.4, apart=False)
    x, y = spot(face, (named or free)[0])
    return x, max(y, ROOM)


def waste(face: Face) -> str:
    """Nothing here but worthless stone; where all ends are blind there is enough of it."""
    if len(face.groups) > 1:
        return ""
    return stones(((8, 97, 7), (11, 109, 8), (70, 12, 7), (73, 23, 5)), "waste", 2)
