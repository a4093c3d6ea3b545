"""The few SVG elements the cards are made of, written compactly."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

WIDTH: Final = 80
HEIGHT: Final = 120
MIDDLE: Final = (WIDTH / 2, HEIGHT / 2)

BOX_OF_TOKENS: Final = "-20 -20 40 40"
"""Tokens are drawn around 0,0."""

Point = tuple[float, float]
Place = tuple[float, float, float]
"""The middle of a token on a card or board, and its size (1 is as drawn)."""


def num(value: float) -> str:
    """Return a coordinate with at most one decimal and no needless zero."""
    text = f"{round(value, 1):g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(point: Point) -> str:
    x, y = (num(value) for value in point)
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def shape(d: str, fill: str = "none", line: str = "", width: float = 0, fade: float = 0) -> str:
    """Draw a path; `fill` and `line` are names of CSS variables, `fade` its opacity."""
    paint = "none" if fill == "none" else f"var(--{fill})"
    stroke = f' stroke="var(--{line})" stroke-width="{num(width)}"' if line else ""
    opacity = f' opacity="{fade:.2g}"'.replace("0.", ".") if fade else ""
    return f'<path d="{d}" fill="{paint}"{stroke}{opacity}/>'


def stroke(d: str, colour: str, width: float, edge: float = 0, fade: float = 0) -> str:
    """Draw a line; `edge` is the width of a dark line below it."""
    below = shape(d, "none", "edge", edge) if edge else ""
    return below + shape(d, "none", colour, width, fade)


def polygon(points: Iterable[Point]) -> str:
    """Return the path data of a closed polygon, each corner relative to the one before."""
    (x, y), *others = [(round(px, 1), round(py, 1)) for px, py in points]
    text = f"M{pair((x, y))}l"
    for nx, ny in others:
        step = pair((nx - x, ny - y))
        text += step if text.endswith("l") or step.startswith("-") else f" {step}"
        x, y = nx, ny
    return text + "z"


def disc(centre: Point, radius: float) -> str:
    """Return the path data of a circle, so that many can share one element."""
    x, y = centre
    r, double = num(radius), num(2 * radius)
    return f"M{pair((x - radius, y))}a{r} {r} 0 1 0 {double} 0a{r} {r} 0 1 0-{double} 0z"


def part(name: str, drawing: str) -> str:
    """Define a drawing that several cards share, by `again`."""
    return f'<g id="part-{name}">{drawing}</g>'


def again(name: str, transform: str = "") -> str:
    moved = f' transform="{transform}"' if transform else ""
    return f'<use href="#part-{name}"{moved}/>'


def moved(drawing: str, transform: str) -> str:
    return f'<g transform="{transform}">{drawing}</g>'


def glow(centre: Point, radius: float, fade: float = 0.13) -> str:
    """Draw lamplight: rings of one translucent colour, which add up towards the middle."""
    rings = (1.0, 0.72, 0.45)
    return "".join(shape(disc(centre, radius * ring), "lamp", fade=fade) for ring in rings)


def stone(centre: Point, radius: float, rng: Random) -> list[Point]:
    """Return a lump with six uneven corners."""
    x, y = centre
    reach = [radius * (0.82 + 0.3 * rng.random()) for _ in HEXAGON]
    return [(x + dx * r, y + dy * r) for (dx, dy), r in zip(HEXAGON, reach, strict=True)]


HEXAGON: Final[tuple[Point, ...]] = (
    (-1, 0.1), (-0.6, -0.8), (0.3, -0.95), (1, -0.2), (0.7, 0.75), (-0.35, 0.9),
)  # fmt: skip


def stones(lumps: Iterable[tuple[float, float, float]], seed: str, line: float = 1.6) -> str:
    """Draw a heap of lumps (x, y, radius), each with its upper left side in the light."""
    rng = Random(seed)
    heap = [((x, y), stone((x, y), radius, rng)) for x, y, radius in lumps]
    lit = "".join(polygon([corners[0], corners[1], corners[2], middle]) for middle, corners in heap)
    body = "".join(polygon(corners) for _, corners in heap)
    return shape(body, "rubble", "edge", line) + shape(lit, "card", fade=0.25)
