"""The drawings of The Duel and the solo game, which share a sprite."""

from __future__ import annotations

from typing import Final

from games.engine.notation import read_face
from games.engine.tunnels import Face, Feature
from games.kinds.common.art import actions, features, svg
from games.kinds.common.art.actions import LINE, framed
from games.kinds.common.art.dwarfs import INK, hat, plain, plate
from games.kinds.common.art.sprite import SHARED, Art
from games.kinds.common.art.svg import Point, again, disc, glow, shape, stones, stroke
from games.kinds.common.art.tunnels import ARM, at, is_curve, on_the_way, path_card, sides_of
from games.kinds.duel.rules.cards import GOALS, PATHS

HEAPS: Final = {  # lumps of gold by their number, to be counted at a glance: x, y, size
    1: ((0.0, 0.0, 0.95),),
    2: ((-9.0, -3.0, 0.75), (8.0, 4.0, 0.75)),
    3: ((-10.0, 5.0, 0.68), (0.0, -8.0, 0.68), (10.0, 5.0, 0.68)),
}
ROOM: Final = 26
"""The distance of a heap from the upper edge."""


def goal(gold: int, name: str) -> str:
    """Draw a face-up goal: tunnels, doors, and as many lumps of gold as it is worth."""
    face = read_face(name)
    doors = Face(face.groups, tuple(f for f in face.features if f.kind == "door"))
    ground = path_card(f"goal {name}", face, "brick") + features.features(doors)
    return ground + (heap(gold, place_of_gold(face)) if gold else waste(face))


def goal_name(face: str) -> str:
    """Return the name of a goal's drawing; a goal of no deck is drawn without gold."""
    return f"goal-{GOALS.get(face, 0)}-{face}"


def heap(gold: int, place: Point) -> str:
    x, y = place
    lumps = tuple((x + dx, y + dy, size) for dx, dy, size in HEAPS[gold])
    room = min(x, y, svg.WIDTH - x, svg.HEIGHT - y)
    return glow(place, min(12 + 5 * gold, room), 0.18) + features.nuggets(lumps)


def place_of_gold(face: Face) -> Point:
    """Return where the gold lies: in the group named, else at the junction, clear of any door."""
    named = [feature.side for feature in face.features if feature.kind == "gold"]
    doors = [feature.side for feature in face.features if feature.kind == "door"]
    group = max(face.groups, key=int.bit_count)
    free = [side for side in sides_of(group) if side not in doors]
    if doors and is_curve(group):
        return on_the_way(group, free[0], 0.4, apart=False)
    x, y = features.spot(face, (named or free)[0])
    return x, max(y, ROOM)


def waste(face: Face) -> str:
    """Draw worthless stone; more of it where all ends are blind."""
    if len(face.groups) > 1:
        return ""
    return stones(((8, 97, 7), (11, 109, 8), (70, 12, 7), (73, 23, 5)), "waste", 2)


def start(colour: str) -> str:
    """Draw a crossing under the shaft of a colour: its ladder wears the hat."""
    shaft = features.DAYLIGHT + again("ladder") + hat(colour, "translate(40 30)")
    return path_card(f"start {colour}", features.CROSSING) + shaft


CARDS: Final = {
    "start-blue": start("blue"),
    "start-green": start("green"),
    **{goal_name(face): goal(gold, face) for face, gold in GOALS.items()},
    "dwarf-blue": plain("blue"),
    "dwarf-green": plain("green"),
    **features.BACKS_AND_GOLD,
}
KEY: Final = {
    # A key before the keyhole of a door of either colour.
    "key": framed(
        "wood",
        shape("M14 108V44Q14 16 40 16T66 44V108z", "wood", "edge", LINE)
        + stroke("M27 22V107M53 22V107", "wood-dark", 2.4)
        + shape("M12 84H68V94H12z", "rubble", "edge", 2)
        + stroke("M20 89h.1M60 89h.1M34 89h.1M46 89h.1", "edge", 3)
        + again("key", "translate(40 57)rotate(28)scale(1.9)"),
    ),
}


# Markers and keys, around 0,0 and about 32 units across, and where they lie on a card.

BESIDE: Final = (14, 15)
"""Where a marker leaves what it lies on visible."""


def marker(colour: str) -> str:
    """Draw a claim: the pick of this colour on its plate."""
    head = "M-8.4 1Q-6.4-6.6 0-6.6T8.4 1Q4.6-2.6 0-2.6T-8.4 1z"
    return plate(colour) + shape(head, INK[colour]) + stroke("M0-5V7.6", INK[colour], 2.6)


TOKENS: Final = {
    "token-marker-blue": marker("blue"),
    "token-marker-green": marker("green"),
    # A marker nobody has used yet.
    "token-marker": (
        shape(disc((0, 0), 14), "wood", "edge", 2.6) + stroke(disc((0, 0), 9.4), "wood-light", 2)
    ),
    # What lies on a door that has been opened.
    "token-key": (
        shape(disc((0, 0), 17.5), "deep", "edge", 2.4) + again("key", "rotate(35)scale(.82)")
    ),
}


def marker_place(card: str, turned: bool = False) -> svg.Place:
    """Return where a marker lies: next to the gold of a card or goal, or next to the troll."""
    face = read_face(card)
    trolls = [feature for feature in face.features if feature.kind == "troll"]
    x, y = _turned(at(trolls[0].side, 0.47) if trolls else place_of_gold(face), turned)
    right, down = BESIDE
    return min(x + right, svg.WIDTH - 14), min(y + down, svg.HEIGHT - 14), 0.8


def key_place(card: str, turned: bool = False) -> svg.Place:
    """Return the place of a key: at one end of the door, so that its emblem stays visible."""
    door = _door(read_face(card))
    depth = 18 if ARM[door.side] == svg.WIDTH / 2 else 28
    x, y = _turned(at(door.side, 1 - depth / ARM[door.side]), turned)
    return (x, y + 17, 0.62) if ARM[door.side] == svg.WIDTH / 2 else (x + 17, y, 0.62)


def _door(face: Face) -> Feature:
    return next(feature for feature in face.features if feature.kind == "door")


def _turned(point: Point, turned: bool) -> Point:
    x, y = point
    return (svg.WIDTH - x, svg.HEIGHT - y) if turned else point


ART: Final = Art(
    file="cards-duel",
    faces=tuple(PATHS),
    own={**CARDS, **actions.CARDS, **KEY, **features.LIGHT, **TOKENS},
    path=features.underground,
    parts={
        **SHARED,
        # A key about 30 units long, its bow up.
        "key": (
            stroke("M0-2V15M0 8.6h6M0 14h7.4" + disc((0, -8), 6.6), "lamp", 3.6, edge=7.6)
            + stroke("M-4-12Q-2-14.4 1-14.4", "deep-ink", 1.6)
        ),
    },
)
