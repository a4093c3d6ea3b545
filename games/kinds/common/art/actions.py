"""Action cards: parchment with one bold drawing."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.svg import again, part, shape, stones
from games.kinds.common.art.tools import BROKEN, LINE, TOOLS


def parts() -> list[str]:
    return [part("paper", paper())]


def paper() -> str:
    return (
        shape("M0 0H80V120H0z", "card")
        + shape("M0 120L0 70 26 96 80 84V120z", "floor", fade=0.35)
        + shape("M0 0H54L18 20 0 52z", "deep-ink", fade=0.35)
    )


def framed(colour: str, drawing: str) -> str:
    """On parchment, with a border in the colour of what the card does."""
    return again("paper") + shape("M3 3H77V117H3z", "none", colour, 3) + drawing


def broken(tool: str) -> str:
    return framed("brick", again("burst") + BROKEN[tool])


def repair(*tools: str) -> str:
    if len(tools) == 1:
        return framed("green", again(tools[0], "translate(-2 4)") + again("wrench"))
    first, second = tools
    return framed(
        "green",
        shape("M9 81L71 41", "none", "green", 2.5)
        + again(first, "translate(1 2)scale(.66)")
        + again(second, "translate(26 41)scale(.66)")
        + again("wrench"),
    )


def rockfall() -> str:
    """Boulders come down and break a prop."""
    trails = shape("M14 12V26M27 9V18M46 8V18M68 22V36M56 14V22", "none", "brick", 3.4)
    boulders = stones(((26, 39, 18), (57, 55, 14)), "falling", LINE)
    beam = shape("M6 84L30 88 35 82 40 91 74 76 76 85 42 101 35 96 7 94z", "wood", "edge", LINE)
    heap = stones(((15, 106, 8), (64, 104, 10), (40, 107, 9)), "heap", LINE)
    return framed("rock", trails + beam + boulders + heap)


def treasure_map() -> str:
    """A folded map: a dashed way to a cross."""
    way = shape("M16 94Q16 70 30 75T47 64 58 52", "none", "edge", 4)
    return framed(
        "floor-2",
        shape("M9 30L30 21 50 30 71 21V91L50 100 30 91 9 100z", "deep-ink", "edge", LINE)
        + shape("M30 21L50 30V100L30 91zM71 21V91L50 100V30z", "floor", fade=0.5)
        + shape("M30 23V90M50 31V99", "none", "edge", 1.4)
        + shape("M14 54l6-13 6 13M34 48l6-13 6 13", "none", "rubble", 3)
        + f'<g stroke-dasharray="7 7">{way}</g>'
        + shape("M53 35L67 48M67 33L53 50", "none", "brick", 6),
    )


CARDS: Final = {
    **{f"broken-{tool}": broken(tool) for tool in TOOLS},
    **{f"fix-{tool}": repair(tool) for tool in TOOLS},
    "fix-pick-lantern": repair("pick", "lantern"),
    "fix-pick-cart": repair("pick", "cart"),
    "fix-lantern-cart": repair("lantern", "cart"),
    "rockfall": rockfall(),
    "map": treasure_map(),
}
