"""The rock a tunnel is cut through: flat facets in light from the upper left."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

from games.kinds.common.art.svg import HEIGHT, WIDTH, Point, again, num, part, polygon, shape

COLUMNS: Final = 4
ROWS: Final = 6
KINDS: Final = 4
BLEED: Final = 0.5
"""How far a card reaches over its edge: cards that touch show no hairline between them."""

FLIPS: Final = ("", "matrix(-1 0 0 1 80 0)", "matrix(1 0 0 -1 0 120)", "rotate(180 40 60)")
SHADES: Final = ((-9.0, "rock-2"), (-0.35, ""), (0.2, "rock-1"), (0.75, "rock-3"))
"""From this much light upwards: this colour; the ground shows where there is none."""

Peak = tuple[float, float, float]


def parts() -> list[str]:
    return [part(f"rock-{kind}", facets(f"rock {kind}")) for kind in range(KINDS)]


def ground(card: str) -> str:
    """The rock of a card: always the same for the same card, another for most others."""
    luck = Random(card)
    kind, flip = int(luck.random() * KINDS), int(luck.random() * len(FLIPS))
    low, far, high = num(-BLEED), num(WIDTH + BLEED), num(HEIGHT + BLEED)
    base = shape(f"M{low} {low}H{far}V{high}H{low}z", "rock")
    frame = shape(f"M.5 .5H{WIDTH - 0.5}V{HEIGHT - 0.5}H.5z", "none", "edge", 1, fade=0.3)
    return base + again(f"rock-{kind}", FLIPS[flip]) + frame


def facets(seed: str) -> str:
    """A field of triangles between shaken points, sorted by the light they catch."""
    luck = Random(seed)
    field = [[_peak(x, y, luck) for x in range(COLUMNS + 1)] for y in range(ROWS + 1)]
    shades: dict[str, str] = {"rock-1": "", "rock-2": "", "rock-3": ""}
    for corners in _triangles(field, luck):
        colour = _shade(corners)
        if colour:
            shades[colour] += polygon([(x, y) for x, y, _ in corners])
    return "".join(shape(d, colour) for colour, d in shades.items())


def _peak(x: int, y: int, luck: Random) -> Peak:
    dx, dy, height = (luck.random() - 0.5 for _ in range(3))
    step_x, step_y = WIDTH / COLUMNS, HEIGHT / ROWS
    shift_x = dx * step_x * 0.8 if 0 < x < COLUMNS else 0
    shift_y = dy * step_y * 0.8 if 0 < y < ROWS else 0
    return round(x * step_x + shift_x), round(y * step_y + shift_y), height * 16


def _triangles(field: list[list[Peak]], luck: Random) -> list[tuple[Peak, Peak, Peak]]:
    found: list[tuple[Peak, Peak, Peak]] = []
    for upper, lower in pairwise(field):
        for x in range(COLUMNS):
            a, b, c, d = upper[x], upper[x + 1], lower[x + 1], lower[x]
            cuts = ((a, b, c), (a, c, d)) if luck.random() < 0.5 else ((a, b, d), (b, c, d))
            found.extend(cuts)
    return found


def _shade(corners: tuple[Peak, Peak, Peak]) -> str:
    light = _light(*corners)
    return [colour for least, colour in SHADES if light >= least][-1]


def _light(a: Peak, b: Peak, c: Peak) -> float:
    """How far a facet leans towards the upper left."""
    (ux, uy, uz), (vx, vy, vz) = (
        tuple(q - p for p, q in zip(a, other, strict=True)) for other in (b, c)
    )
    depth = ux * vy - uy * vx
    if not depth:
        return 0
    slope: Point = ((uz * vy - vz * uy) / depth, (vz * ux - uz * vx) / depth)
    return slope[0] + slope[1]
