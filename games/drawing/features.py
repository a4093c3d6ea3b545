"""What lies in tunnels: gold, doors, trolls, ladders. A new thing is a new row in DRAWN."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.drawing.svg import MIDDLE, Point, again, disc, glow, moved, num, part, shape
from games.drawing.tunnels import TO_SIDE, at, is_curve, on_the_way, sides_of
from games.engine.tunnels import EAST, WEST, Face, Feature, Sides

EMBLEMS: Final = {  # told apart by shape as well as by colour
    "blue": disc((0, 0), 3.6),
    "green": "M-3.3-3.3H3.3V3.3H-3.3z",
    "yellow": "M0-4.5L4.5 0 0 4.5-4.5 0z",
}


def parts() -> list[str]:
    return [part("nugget", nugget()), part("ladder", ladder())]


def features(face: Face) -> str:
    return "".join(DRAWN[feature.kind](face, feature) for feature in face.features)


def nugget() -> str:
    """A lump of gold about 30 units wide around 0,0."""
    return (
        shape("M-15 4L-9-9 3-13 14-4 12 8-2 12z", "gold", "gold-edge", 2.6)
        + shape("M-15 4L-2 12 12 8 1 3z", "gold-edge", fade=0.3)
        + shape("M-8-6L2-9.5 7-5-3-1z", "card", fade=0.8)
    )


def nuggets(places: tuple[tuple[float, float, float], ...]) -> str:
    """Gold at these places (x, y, size)."""
    return "".join(
        again("nugget", f"translate({num(x)} {num(y)})scale({size:g})") for x, y, size in places
    )


def ladder() -> str:
    """A ladder in the middle of a card."""
    rungs = "".join(f"M33 {y}H47" for y in range(40, 86, 8))
    rails = "M33 33V89M47 33V89"
    return (
        shape(rails + rungs, "none", "edge", 5.6)
        + shape(rungs, "none", "wood-light", 2.6)
        + shape(rails, "none", "wood", 2.8)
    )


# --- features of faces ---------------------------------------------------------------------------


def spot(face: Face, side: Sides) -> Point:
    """Where something of the group that holds this side lies best."""
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
    """A door across its arm, with the emblem of its colour."""
    depth = 15 if feature.side in (EAST, WEST) else 26
    leaf = (
        shape("M-19-6H19V6H-19z", feature.value, "edge", 2.2)
        + shape("M-10-6V6M10-6V6", "none", "edge", 1.4, fade=0.6)
        + shape(EMBLEMS[feature.value], "card", "edge", 1)
    )
    return moved(moved(leaf, f"translate(40 {depth})"), TO_SIDE[feature.side])


def troll(face: Face, feature: Feature) -> str:
    """A troll who fills the arm he blocks; he always sits upright."""
    x, y = at(feature.side, 0.48)
    body = (
        shape("M-13 11Q-17-8-8-12L-11-17-4-14Q0-16 4-14L11-17 8-12Q17-8 13 11z", "green", "edge", 2)
        + shape(disc((-5, -5), 3) + disc((5, -5), 3), "card", "edge", 1)
        + shape("M-5-5h.1M5-5h.1", "none", "edge", 2.4)
        + shape("M-8 4H8L5 8 2.5 4 0 8-2.5 4-5 8z", "card", "edge", 1)
    )
    return moved(body, f"translate({num(x)} {num(y)})")


def coloured_ladder(face: Face, feature: Feature) -> str:
    """A ladder that wears the hat of its colour."""
    x, y = spot(face, sides_of(face.openings)[0])
    hat = moved(
        shape("M-9 4Q-8-9 0-9T9 4z", feature.value, "edge", 2)
        + moved(shape(EMBLEMS[feature.value], "card"), "translate(0-2)scale(.8)"),
        "translate(40 33)",
    )
    return moved(again("ladder") + hat, f"translate({num(x - 28)} {num(y - 42)})scale(.7)")


DRAWN: Final[dict[str, Callable[[Face, Feature], str]]] = {
    "gold": gold,
    "door": door,
    "troll": troll,
    "ladder": coloured_ladder,
}
