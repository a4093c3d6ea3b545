"""Pick, lantern and cart, whole and broken, around the middle of a card."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.svg import again, disc, glow, moved, shape, stones, stroke

LINE: Final = 3
TOOLS: Final = ("pick", "lantern", "cart")

HEAD: Final = (
    shape("M5 54Q16 27 40 26T75 54Q58 41 40 41T5 54z", "rubble", "edge", LINE)
    + shape("M13 43Q24 31 40 30T67 43Q54 35 40 35T13 43z", "card", fade=0.45)
    + shape("M33 23H47V45H33z", "wood-dark", "edge", LINE)
)
HANDLE: Final = shape("M36 42H44L45 103H35z", "wood", "edge", LINE) + stroke(
    "M38.5 48V99", "wood-light", 2
)


def broken_pick() -> str:
    """Draw a pick whose handle has snapped; its lower end has fallen away."""
    upper = shape("M36 42H44V72L41 66 39 75 36 68z", "wood", "edge", LINE)
    lower = shape("M36 62L38 55 41 64 44 57 46 104H34z", "wood", "edge", LINE)
    head = moved(upper + HEAD, "translate(1 2)rotate(22 40 62)scale(.9)")
    return head + moved(lower, "rotate(62 40 86)translate(6 11)")


CAGE: Final = (
    stroke("M29 37C24 10 56 10 51 37", "edge", LINE)
    + shape("M22 44L32 34H48L58 44z", "wood-dark", "edge", LINE)
    + shape("M20 86H60L56 97H24z", "wood-dark", "edge", LINE)
)
GLASS: Final = "M25 44H55L57 86H23z"


def broken_lantern() -> str:
    """Draw a dark lantern, its glass in shards."""
    hole = "M29 86L26 62 34 68 36 52 42 66 52 50 49 70 55 74 51 86z"
    tilted = shape(GLASS, "day", "edge", LINE) + shape(hole, "edge") + CAGE
    fallen = shape("M12 104l9-7 4 8zM57 106l6-9 8 7z", "day", "edge", 2.2)
    return moved(tilted, "rotate(-9 40 60)") + fallen


WHEEL: Final = shape(disc((0, 0), 10), "rubble", "edge", LINE) + shape(disc((0, 0), 3), "edge")


def tub() -> str:
    """Draw the cart without its wheels."""
    ore = stones(((26, 41, 9), (42, 37, 11), (57, 42, 8)), "ore", 2.4)
    return (
        ore
        + shape("M11 46H69L62 80H18z", "wood", "edge", LINE)
        + stroke("M26 49L29 78M40 49V78M54 49L51 78", "wood-dark", 2.4)
        + shape("M7 44H73V52H7z", "rubble", "edge", LINE)
        + stroke("M10 46.5H70", "card", 2, fade=0.4)
    )


def cart() -> str:
    wheels = moved(WHEEL, "translate(27 87)") + moved(WHEEL, "translate(53 87)")
    return stroke("M8 98H72", "edge", 4) + again("tub") + wheels


def broken_cart() -> str:
    """Draw a cart tipped over one wheel, the other rolled off, with a crack down its side."""
    crack = shape("M44 51L36 60 46 66 38 80 54 65 44 60 52 51z", "edge")
    tipped = again("tub") + crack + moved(WHEEL, "translate(53 86)")
    return moved(tipped, "translate(5 3)rotate(-13 53 86)scale(.92)") + moved(
        WHEEL, "translate(19 104)scale(1 .7)"
    )


WHOLE: Final = {
    "pick": moved(HANDLE + HEAD, "translate(1 4)rotate(32 40 62)scale(.92)"),
    "lantern": (
        glow((40, 64), 38, 0.35)
        + shape(GLASS, "lamp", "edge", LINE)
        + shape("M40 50Q50 64 47 72 45 80 40 80T33 72Q30 64 40 50z", "brick")
        + shape("M40 62Q45 70 43 74 42 78 40 78T37 74Q35 70 40 62z", "card")
        + CAGE
        + stroke("M32 44L31 86M48 44L49 86", "edge", 2)
    ),
    "cart": cart(),
}
BROKEN: Final = {"pick": broken_pick(), "lantern": broken_lantern(), "cart": broken_cart()}


PARTS: Final = {
    **WHOLE,
    # The mark of a repair, in the upper right corner.
    "wrench": (
        shape(disc((63, 18), 12.5), "green", "edge", 2)
        + stroke("M57.5 23.5L65.5 15.5", "card", 5)
        + shape("M61.5 14a6 6 0 0 1 6.5-4.5l-2.5 4 2 2 4-2.5a6 6 0 0 1-8 6z", "card")
    ),
    # The mark of a break: a jagged flash behind the tool.
    "burst": shape(
        "M40 12l7 16 16-11-2 19 15 3-9 14 10 15-14 5 8 19-19-3 1 18-13-11"
        "-13 11 1-18-19 3 8-19-14-5 10-15-9-14 15-3-2-19 16 11z",
        "deep-ink",
        "brick",
        3,
    ),
    "tub": tub(),
    "paper": (
        shape("M0 0H80V120H0z", "card")
        + shape("M0 120L0 70 26 96 80 84V120z", "floor", fade=0.35)
        + shape("M0 0H54L18 20 0 52z", "deep-ink", fade=0.35)
    ),
}


# Action cards: parchment with one bold drawing.


def framed(colour: str, drawing: str) -> str:
    """Draw on parchment, with a border in the colour of the card's effect."""
    return again("paper") + stroke("M3 3H77V117H3z", colour, 3) + drawing


def broken(tool: str) -> str:
    return framed("brick", again("burst") + BROKEN[tool])


def repair(*tools: str) -> str:
    if len(tools) == 1:
        return framed("green", again(tools[0], "translate(-2 4)") + again("wrench"))
    first, second = tools
    return framed(
        "green",
        stroke("M9 81L71 41", "green", 2.5)
        + again(first, "translate(1 2)scale(.66)")
        + again(second, "translate(26 41)scale(.66)")
        + again("wrench"),
    )


def rockfall() -> str:
    """Draw boulders that come down and break a prop."""
    trails = stroke("M14 12V26M27 9V18M46 8V18M68 22V36M56 14V22", "brick", 3.4)
    boulders = stones(((26, 39, 18), (57, 55, 14)), "falling", LINE)
    beam = shape("M6 84L30 88 35 82 40 91 74 76 76 85 42 101 35 96 7 94z", "wood", "edge", LINE)
    heap = stones(((15, 106, 8), (64, 104, 10), (40, 107, 9)), "heap", LINE)
    return framed("rock", trails + beam + boulders + heap)


def treasure_map() -> str:
    """Draw a folded map: a dashed way to a cross."""
    way = stroke("M16 94Q16 70 30 75T47 64 58 52", "edge", 4)
    return framed(
        "floor-2",
        shape("M9 30L30 21 50 30 71 21V91L50 100 30 91 9 100z", "deep-ink", "edge", LINE)
        + shape("M30 21L50 30V100L30 91zM71 21V91L50 100V30z", "floor", fade=0.5)
        + stroke("M30 23V90M50 31V99", "edge", 1.4)
        + stroke("M14 54l6-13 6 13M34 48l6-13 6 13", "rubble", 3)
        + f'<g stroke-dasharray="7 7">{way}</g>'
        + stroke("M53 35L67 48M67 33L53 50", "brick", 6),
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
