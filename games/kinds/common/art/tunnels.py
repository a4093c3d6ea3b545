"""The tunnels of any face: joined openings flow together, others end in rubble.

The rock they are cut through has flat facets, in light from the upper left.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from games.engine.tunnels import EAST, NORTH, SOUTH, WEST, Face, Sides, half_turn
from games.kinds.common.art.svg import (
    HEIGHT,
    MIDDLE,
    WIDTH,
    Point,
    again,
    num,
    pair,
    polygon,
    shape,
    stones,
    stroke,
)

COLUMNS: Final = 4
ROWS: Final = 6
KINDS: Final = 4
BLEED: Final = 0.5
"""How far a card extends past its edge, so that adjacent cards show no hairline between them."""

FLIPS: Final = ("", "matrix(-1 0 0 1 80 0)", "matrix(1 0 0 -1 0 120)", "rotate(180 40 60)")
SHADES: Final = ((-9.0, "rock-2"), (-0.35, ""), (0.2, "rock-1"), (0.75, "rock-3"))
"""Colours by the least light they need; the ground shows where there is none."""

Peak = tuple[float, float, float]


def rock_ground(card: str) -> str:
    """Draw the rock of a card: always the same for the same card, different for most others."""
    rng = Random(card)
    kind, flip = int(rng.random() * KINDS), int(rng.random() * len(FLIPS))
    low, far, high = num(-BLEED), num(WIDTH + BLEED), num(HEIGHT + BLEED)
    base = shape(f"M{low} {low}H{far}V{high}H{low}z", "rock")
    frame = stroke(f"M.5 .5H{WIDTH - 0.5}V{HEIGHT - 0.5}H.5z", "edge", 1, fade=0.3)
    return base + again(f"rock-{kind}", FLIPS[flip]) + frame


def facets(seed: str) -> str:
    """Draw a field of triangles between jittered points, sorted by the light they catch."""
    rng = Random(seed)
    field = [[_peak(x, y, rng) for x in range(COLUMNS + 1)] for y in range(ROWS + 1)]
    shades: dict[str, str] = {"rock-1": "", "rock-2": "", "rock-3": ""}
    for corners in _triangles(field, rng):
        colour = _shade(corners)
        if colour:
            shades[colour] += polygon([(x, y) for x, y, _ in corners])
    return "".join(shape(d, colour) for colour, d in shades.items())


def _peak(x: int, y: int, rng: Random) -> Peak:
    dx, dy, height = (rng.random() - 0.5 for _ in range(3))
    step_x, step_y = WIDTH / COLUMNS, HEIGHT / ROWS
    shift_x = dx * step_x * 0.8 if 0 < x < COLUMNS else 0
    shift_y = dy * step_y * 0.8 if 0 < y < ROWS else 0
    return round(x * step_x + shift_x), round(y * step_y + shift_y), height * 16


def _triangles(field: list[list[Peak]], rng: Random) -> list[tuple[Peak, Peak, Peak]]:
    found: list[tuple[Peak, Peak, Peak]] = []
    for upper, lower in pairwise(field):
        for x in range(COLUMNS):
            a, b, c, d = upper[x], upper[x + 1], lower[x + 1], lower[x]
            cuts = ((a, b, c), (a, c, d)) if rng.random() < 0.5 else ((a, b, d), (b, c, d))
            found.extend(cuts)
    return found


def _shade(corners: tuple[Peak, Peak, Peak]) -> str:
    light = _light(*corners)
    return [colour for least, colour in SHADES if light >= least][-1]


def _light(a: Peak, b: Peak, c: Peak) -> float:
    """Return how far a facet leans towards the upper left."""
    (ux, uy, uz), (vx, vy, vz) = (
        tuple(q - p for p, q in zip(a, other, strict=True)) for other in (b, c)
    )
    depth = ux * vy - uy * vx
    if not depth:
        return 0
    slope: Point = ((uz * vy - vz * uy) / depth, (vz * ux - uz * vx) / depth)
    return slope[0] + slope[1]


AWAY: Final[dict[Sides, Point]] = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
ARM: Final = {NORTH: HEIGHT / 2, SOUTH: HEIGHT / 2, EAST: WIDTH / 2, WEST: WIDTH / 2}
TO_SIDE: Final = {  # moves what is drawn at the north side
    NORTH: "",
    EAST: "matrix(0 1-1 0 80 20)",
    SOUTH: "rotate(180 40 60)",
    WEST: "matrix(0-1 1 0 0 100)",
}
LAYERS: Final = (  # colour, width, opacity: a trough in the rock, its floor trodden in the middle
    ("edge", 42, 0.22),
    ("edge", 34, 0),
    ("floor-2", 27, 0),
    ("floor", 22, 0),
)
UPRIGHT, ACROSS = NORTH | SOUTH, EAST | WEST
HEAPS: Final = {  # dead ends: the depth of the rubble, and its lumps (x, y, radius)
    "stub": (31, ((28, 30, 7), (53, 29, 7), (41, 33, 9), (34, 22, 5), (48, 21, 5.5))),
    "side": (26, ((28, 24, 6.5), (53, 23, 7), (40, 26, 8), (34, 17, 4), (48, 17, 4.5))),
    "nook": (19, ((29, 17, 5), (52, 16, 5.5), (40, 18, 6.5), (35, 12, 2.5), (46, 12, 3))),
}


def path_card(card: str, face: Face, tint: str = "") -> str:
    """Draw rock and tunnels; goals are cut through rock of another tint."""
    warm = shape(f"M0 0H{WIDTH}V{HEIGHT}H0z", tint, fade=0.4) if tint else ""
    return rock_ground(card) + warm + tunnels(face)


def tunnels(face: Face) -> str:
    """Draw all tunnels of a face, with a prop at each opening."""
    through = [group for group in face.groups if group.bit_count() > 1]
    blind = [group for group in face.groups if group.bit_count() == 1]
    ends = "".join(dead_end(side, bool(through)) for side in blind)
    props = "".join(again("prop", TO_SIDE[side]) for side in sides_of(face.openings))
    return ends + ways(through) + props


def ways(groups: list[Sides]) -> str:
    """Draw the tunnels that lead through: one over the other, or side by side."""
    if not groups:
        return ""
    if set(groups) == {UPRIGHT, ACROSS}:
        return way([ACROSS]) + BRIDGE_SHADOW + way([UPRIGHT]) + BRIDGE
    return way(groups)


def way(groups: list[Sides]) -> str:
    apart = len(groups) > 1
    d = "".join(line for group in groups for line in centre_lines(group, apart))
    layers = "".join(shape(d, "none", colour, width, fade) for colour, width, fade in LAYERS)
    grit = "".join(pebbles(group, apart) for group in groups)
    return f'<g stroke-linecap="butt">{layers}</g>{grit}'


def sides_of(group: Sides) -> list[Sides]:
    return [side for side in AWAY if group & side]


def at(side: Sides, share: float) -> Point:
    """Return a point in an arm: 0 is the middle of the card, 1 the side."""
    (x, y), (dx, dy) = MIDDLE, AWAY[side]
    return x + dx * ARM[side] * share, y + dy * ARM[side] * share


def _beyond(side: Sides) -> Point:
    return at(side, 1 + BLEED / ARM[side])


def centre_lines(group: Sides, apart: bool) -> list[str]:
    """Return lines between all sides of a group, the corners of junctions rounded off."""
    sides = sides_of(group)
    if is_curve(group):
        a, b = sides
        return [f"M{pair(_beyond(a))}L{bow(a, b, apart)}L{pair(_beyond(b))}"]
    arms = [
        f"M{pair(_beyond(side))}L{pair(MIDDLE)}" for side in sides if not half_turn(side) & group
    ]
    straights = [straight(axis) for axis in (UPRIGHT, ACROSS) if group & axis == axis]
    corners = [(a, b) for a in sides for b in sides if UPRIGHT & a and ACROSS & b]
    return straights + arms + [corner(a, b) for a, b in corners]


def is_curve(group: Sides) -> bool:
    return group.bit_count() == 2 and group not in (UPRIGHT, ACROSS)


def straight(axis: Sides) -> str:
    a, b = sides_of(axis)
    return f"M{pair(_beyond(a))}L{pair(_beyond(b))}"


def corner(a: Sides, b: Sides) -> str:
    """Return the line that rounds off the inner corner of a junction."""
    return f"M{pair(at(a, 26 / ARM[a]))}Q{pair(MIDDLE)} {pair(at(b, 26 / ARM[b]))}"


def bow(a: Sides, b: Sides, apart: bool) -> str:
    p, to_p, to_q, q = bow_points(a, b, apart)
    return f"{pair(p)}C{pair(to_p)} {pair(to_q)} {pair(q)}"


def bow_points(a: Sides, b: Sides, apart: bool) -> tuple[Point, Point, Point, Point]:
    """Return the curve between two neighbouring sides, which it leaves at right angles.

    Two curves on one card (`apart`) keep clear of the middle.
    """
    handle = 0.54 if apart else 0.4
    return at(a, 0.9), at(a, handle), at(b, handle), at(b, 0.9)


def along_bow(a: Sides, b: Sides, apart: bool, share: float) -> Point:
    """Return a point on that curve; 0 is at side a."""
    points, rest = bow_points(a, b, apart), 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    weighed = list(zip(weights, points, strict=True))
    return sum(w * x for w, (x, _) in weighed), sum(w * y for w, (_, y) in weighed)


def pebbles(group: Sides, apart: bool) -> str:
    """Draw grit on the floor along the way, always the same."""
    rng = Random(f"pebbles {group}")
    shares = (0.1, 0.25, 0.4, 0.55, 0.7)
    places = [on_the_way(group, side, share, apart) for side in sides_of(group) for share in shares]
    dots = [f"M{pair((x + strewn(rng), y + strewn(rng)))}h.1" for x, y in places]
    large, small = "".join(dots[::2]), "".join(dots[1::2])
    return stroke(large, "floor-2", 3) + stroke(small, "floor-2", 1.8)


def strewn(rng: Random) -> float:
    return (rng.random() - 0.5) * 13


def on_the_way(group: Sides, side: Sides, share: float, apart: bool) -> Point:
    """Return a point in the middle of a tunnel: 0 is half way through it, 1 at that side."""
    if is_curve(group):
        return along_bow(side, group - side, apart, 0.5 - share / 2)
    return at(side, share)


def dead_end(side: Sides, cramped: bool) -> str:
    """Draw an arm that ends in rubble: deep if there is room, else a nook next to the tunnel."""
    roomy = "stub" if side in (NORTH, SOUTH) else "side"
    return again("nook" if cramped else roomy, TO_SIDE[side])


def stub(depth: int, lumps: tuple[tuple[float, float, float], ...]) -> str:
    """Draw the arm of a dead end at the north side, fallen in at that depth."""
    dug = "".join(
        shape(_pocket(width / 2, depth + more), colour, fade=fade)
        for (colour, width, fade), more in zip(LAYERS, (9, 5, 1, 0), strict=True)
    )
    return dug + stones(lumps, f"stub {depth}")


def _pocket(half: float, depth: float) -> str:
    left, right = MIDDLE[0] - half, MIDDLE[0] + half
    mouth = (left, -BLEED), (right, -BLEED)
    end = (right, depth - 6), (right - half * 0.6, depth + 2), (left + 5, depth + 1)
    return "M" + "L".join(pair(p) for p in (*mouth, *end, (left, depth - 5))) + "z"


BRIDGE_SHADOW: Final = shape("M16 43H64V77H16z", "edge", fade=0.4)


BRIDGE: Final = (  # planks and rails over the tunnel below
    shape("M25 38H55V82H25z", "wood", "edge", 2)
    + stroke("".join(f"M25 {y}H55" for y in range(41, 84, 6)), "wood-dark", 1.4)
    + stroke("M23 34V86M57 34V86", "edge", 6)
    + stroke("M23 35V85M57 35V85", "wood-light", 3)
)
PARTS: Final = {
    **{f"rock-{kind}": facets(f"rock {kind}") for kind in range(KINDS)},
    # A beam on two posts across the opening at the north side: what tells open from closed.
    "prop": (
        shape("M19 3H61V8H19z", "wood", "edge", 1.6)
        + stroke("M24 4.6H56", "wood-light", 1.4)
        + shape("M17 1.6h6.5V9.6H17zM56.5 1.6H63V9.6h-6.5z", "wood-dark", "edge", 1.6)
    ),
    **{name: stub(*heap) for name, heap in HEAPS.items()},
}
