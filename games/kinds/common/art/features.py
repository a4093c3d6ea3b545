"""Things in tunnels: gold, doors, trolls, ladders. A new thing is a new row in DRAWN."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.engine.notation import read_face
from games.engine.tunnels import EAST, WEST, Face, Feature, Sides
from games.kinds.common.art import tunnels
from games.kinds.common.art.dwarfs import PAINT, emblem, hat
from games.kinds.common.art.svg import MIDDLE, Point, again, disc, glow, moved, num, shape, stroke
from games.kinds.common.art.tunnels import TO_SIDE, at, is_curve, on_the_way, sides_of


def features(face: Face) -> str:
    return "".join(DRAWN[feature.kind](face, feature) for feature in face.features)


def nuggets(places: tuple[tuple[float, float, float], ...]) -> str:
    """Draw gold at these places (x, y, size)."""
    return "".join(
        again("nugget", f"translate({num(x)} {num(y)})scale({size:g})") for x, y, size in places
    )


def ladder() -> str:
    """Draw a ladder in the middle of a card."""
    rungs = "".join(f"M33 {y}H47" for y in range(40, 86, 8))
    rails = "M33 33V89M47 33V89"
    return (
        stroke(rails + rungs, "edge", 5.6)
        + stroke(rungs, "wood-light", 2.6)
        + stroke(rails, "wood", 2.8)
    )


def spot(face: Face, side: Sides) -> Point:
    """Return the best place for a feature of the group that contains this side."""
    group = next(group for group in face.groups if group & side)
    apart = len([other for other in face.groups if other.bit_count() > 1]) > 1
    if group == side:
        return at(side, 0.62 if side in (EAST, WEST) else 0.68)
    if is_curve(group):
        return on_the_way(group, side, 0, apart)
    return at(side, 0.7) if apart else MIDDLE


def gold(face: Face, feature: Feature) -> str:
    x, y = spot(face, feature.side)
    return glow((x, y), 13, 0.2) + nuggets(((x, y, 0.75),))


def door(face: Face, feature: Feature) -> str:
    """Draw a door across its arm, banded with iron, with the emblem of its colour."""
    depth = 18 if feature.side in (EAST, WEST) else 28
    leaf = (
        shape("M-19.5-7.5H19.5V7.5H-19.5z", PAINT[feature.value], "edge", 2.4)
        + stroke("M-12.5-7V7M12.5-7V7", "edge", 3)
        + stroke("M-12.5-3.6v.1M-12.5 3.6v.1M12.5-3.6v.1M12.5 3.6v.1", "rubble", 1.8)
        + emblem(feature.value, "", 1.4)
    )
    return moved(moved(leaf, f"translate(40 {depth})"), TO_SIDE[feature.side])


def troll(face: Face, feature: Feature) -> str:
    """Draw a troll that fills the arm it blocks; it always sits upright."""
    x, y = at(feature.side, 0.44 if feature.side in (EAST, WEST) else 0.5)
    return again("troll", f"translate({num(x)} {num(y)})scale(.92)")


def coloured_ladder(face: Face, feature: Feature) -> str:
    """Draw a ladder that wears the hat of its colour."""
    x, y = spot(face, sides_of(face.openings)[0])
    worn = again("ladder") + hat(feature.value, "translate(40 30)")
    return moved(worn, f"translate({num(x - 31)} {num(y - 40)})scale(.78)")


DRAWN: Final[dict[str, Callable[[Face, Feature], str]]] = {
    "gold": gold,
    "door": door,
    "troll": troll,
    "ladder": coloured_ladder,
}


def underground(card: str) -> str:
    """Draw a card of tunnels and the things in them."""
    face = read_face(card)
    return tunnels.path_card(card, face) + features(face)


CROSSING: Final = read_face("nesw")
QUESTION: Final = stroke("M34 84Q34 77 40 77T46 83Q46 87 40 90V94M40 101v.1", "lamp", 4)


DAYLIGHT: Final = shape(disc((40, 60), 24), "day", fade=0.3) + shape(
    disc((40, 60), 17), "day", fade=0.45
)
DECK_BACK: Final = (  # crossed picks on timber
    shape("M0 0H80V120H0z", "wood-dark")
    + stroke("M22 4V116M40 4V116M58 4V116", "edge", 2, fade=0.7)
    + shape("M0 10H80V22H0zM0 98H80V110H0z", "wood", "edge", 2)
    + stroke("M10 16h.1M70 16h.1M10 104h.1M70 104h.1", "edge", 4)
    + shape(disc((40, 60), 27), "wood", "edge", 2.4)
    + again("pick", "translate(17 27)scale(.55)")
    + again("pick", "matrix(-.55 0 0 .55 63 27)")
    + stroke("M3 3H77V117H3z", "edge", 3)
)
LUMPS: Final = {
    1: ((40, 60, 1.6),),
    2: ((36, 38, 1.3), (44, 82, 1.3)),
    3: ((40, 30, 1.15), (31, 62, 1.15), (49, 92, 1.15)),
}


def gold_card(value: int) -> str:
    return (
        shape("M0 0H80V120H0z", "deep")
        + glow((40, 60), 38, 0.14)
        + stroke("M4 4H76V116H4z", "gold-edge", 3)
        + nuggets(LUMPS[value])
    )


BACKS_AND_GOLD: Final = {
    # The mountain, and in it a lit way in.
    "goal": (
        shape("M0 0H80V120H0z", "brick")
        + shape("M0 0H80V22L58 10 34 26 0 14z", "brick-dark", fade=0.4)
        + shape("M5 110L40 18 75 110z", "brick-dark", "edge", 2)
        + shape("M40 18L75 110H52L46 52z", "edge", fade=0.3)
        + shape("M40 18L52 50 44 46 38 57 28 50z", "floor-2", "edge", 1.6)
        + glow((40, 84), 30, 0.18)
        + shape("M24 108V84Q24 68 40 68T56 84V108z", "edge", "wood-light", 4)
        + QUESTION
        + stroke("M3 3H77V117H3z", "floor-2", 2, fade=0.7)
    ),
    "back": DECK_BACK,
    **{f"nugget-{value}": gold_card(value) for value in LUMPS},
}
LIGHT: Final = {
    # Not a card: light to lay over or under a part of the board, dying away at its edge.
    "lamplight": "".join(shape(disc((40, 60), r), "lamp", fade=0.04) for r in range(40, 4, -5)),
}
PARTS: Final = {
    # A lump of gold about 30 units wide around 0,0.
    "nugget": (
        shape("M-15 4L-9-9 3-13 14-4 12 8-2 12z", "gold", "gold-edge", 2.6)
        + shape("M-15 4L-2 12 12 8 1 3z", "gold-edge", fade=0.3)
        + shape("M-8-6L2-9.5 7-5-3-1z", "card", fade=0.8)
    ),
    "ladder": ladder(),
    # Brow, nose and tusks around 0,0, about 36 wide: grey as stone, and mossy.
    "troll": (
        shape("M-13-6L-22-12-18 3zM13-6L22-12 18 3z", "rubble", "edge", 2)
        + shape(
            "M-15 13Q-19 0-14-8-10-15 0-15T14-8Q19 0 15 13 8 18 0 18T-15 13z", "rubble", "edge", 2.4
        )
        + shape("M-14-7Q-10-15 0-15T14-7Q6-9 0-5-6-9-14-7z", "wood-dark", "edge", 1.4)
        + shape(disc((-7, -1), 3.6) + disc((7, -1), 3.6), "lamp", "edge", 1.4)
        + stroke("M-6.4-.6h.1M6.4-.6h.1", "edge", 3)
        + shape("M-4 7Q-4 0 0 0T4 7Q0 9-4 7z", "rubble", "edge", 1.6)
        + stroke("M-10 11H10", "edge", 2.2)
        + shape("M-9 11.5L-7.5 4-5 11.5zM9 11.5L7.5 4 5 11.5z", "deep-ink", "edge", 1.2)
    ),
}
