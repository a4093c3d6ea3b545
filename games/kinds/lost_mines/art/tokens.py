"""Places of tools, tokens and dwarfs on a card or board, in units of 80 by 120 per card."""

from __future__ import annotations

from typing import Final

from games.engine.notation import Joint
from games.engine.tunnels import EAST
from games.kinds.common.art import svg
from games.kinds.common.art.actions import LINE, framed
from games.kinds.common.art.dwarfs import HATS, PAINT
from games.kinds.common.art.svg import again, disc, moved, shape, stroke
from games.kinds.lost_mines.art.forest import trunk
from games.kinds.lost_mines.rules.cards import CLANS, SCOUTS, TOOLS, TREASURES

TOOL: Final[svg.Place] = (63, 99, 0.75)
"""The place of the tool that overcame an obstacle."""
ON_JOINT: Final = 1.05
"""The size of a trap or troll between two cards: large enough to distinguish on a phone."""
ROWS: Final = {  # dwarfs on one card, row by row: how many abreast
    1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 3, 1), 8: (3, 3, 2),
    9: (3, 3, 3),
}  # fmt: skip
SIZES: Final = {1: 1.15, 2: 0.95, 3: 0.95, 4: 0.95}
CROWD: Final = 0.66
APART: Final = {1: 0, 2: 36, 3: 25}
"""The distance between dwarfs, by how many stand abreast."""


def joint(where: Joint) -> svg.Point:
    """Return the middle of the side between two cells of a board."""
    x, y = where.cell[0] * svg.WIDTH + svg.WIDTH / 2, where.cell[1] * svg.HEIGHT + svg.HEIGHT / 2
    return (x + svg.WIDTH / 2, y) if where.side == EAST else (x, y + svg.HEIGHT / 2)


def figures(count: int) -> list[svg.Place]:
    """Return the places on a card by the number of dwarfs."""
    size = SIZES.get(count, CROWD)
    rows = ROWS[count]
    return [
        (svg.WIDTH / 2 + (n - (abreast - 1) / 2) * APART[abreast], _height(row, len(rows)), size)
        for row, abreast in enumerate(rows)
        for n in range(abreast)
    ]


def _height(row: int, rows: int) -> float:
    """Return the height of a row; rows crowd around the middle of the card."""
    return svg.HEIGHT / 2 + 4 + (row - (rows - 1) / 2) * (44 if rows == 2 else 36)


# Action cards and tokens of The Lost Mines: tools of the forest, scouts, traps, trolls, storms.

FIGURE_BOX: Final = "-20 -30 40 52"


def axe_card() -> str:
    log = trunk("translate(40 99)scale(1.25 1.3)")
    return framed("green", log + again("axe", "translate(40 50)scale(1.75)"))


def boat_card() -> str:
    waves = stroke(
        "M9 100q8-7 15.5 0t15.5 0 15.5 0 15.5 0M17 110q8-7 15.5 0t15.5 0 15.5 0", "blue", 4
    )
    return framed("green", again("boat", "translate(40 60)scale(1.5)") + waves)


def rope_card() -> str:
    cliffs = shape(
        "M4 116V92L18 86 26 100 22 116zM76 116V92L62 86 54 100 58 116z", "rubble", "edge", LINE
    )
    return framed("green", again("rope", "translate(39 51)scale(1.42)") + cliffs)


def trap_card() -> str:
    chain = disc((22, 95), 5) + disc((31, 101), 5) + disc((41, 104), 5)
    return framed(
        "brick",
        stroke(chain, "rubble", 2.4, edge=5.4) + again("jaws", "translate(40 56)scale(1.55)"),
    )


def troll_card() -> str:
    """Draw head and shoulders, and a club."""
    shoulders = shape("M6 117Q6 80 40 80T74 117z", "rubble", "edge", LINE)
    club = shape("M58 112L66 66Q58 50 66 44 75 40 76 54L70 113z", "wood", "edge", LINE)
    nails = stroke("M66 50h.1M71 58h.1M67 62h.1", "edge", 3.6)
    return framed("brick", shoulders + again("troll", "translate(38 56)scale(1.42)") + club + nails)


def storm() -> str:
    """Draw a black cloud, a flash, and a tree blown down."""
    cloud = "M14 46Q4 44 7 33 10 25 20 27 24 14 38 16 50 16 53 27 70 22 73 36 73 46 64 47z"
    flash = "M44 42L30 68H40L34 92 56 60H45L52 42z"
    rain = "M18 54L13 66M28 54L23 66M68 54L63 66M60 68L55 80M17 74L12 86M70 80L66 90"
    return framed(
        "rock",
        stroke(rain, "blue", 3)
        + trunk("translate(44 103)rotate(-8)scale(1.2)")
        + shape("M8 84L16 100 7 112 24 106 22 94z", "green", "edge", 2.4)
        + shape(flash, "lamp", "edge", LINE)
        + shape(cloud, "rock-2", "edge", LINE)
        + stroke("M14 36Q22 32 26 34M34 24Q42 20 47 28", "rubble", 2.6),
    )


SEEN: Final = {
    "mine": again("entrance", "translate(-36-58)scale(.9)"),
    "treasure": again("chest", "scale(1.15)"),
    # A hood over a hidden face.
    "dwarf": (
        shape("M-24 30Q-22 4 0 4T24 30z", "rubble", "edge", LINE)
        + shape("M-20 12Q-24-24 0-32 24-24 20 12 10 20 0 20T-20 12z", "rubble", "edge", LINE)
        + shape("M-13 8Q-15-14 0-18 15-14 13 8 7 14 0 14T-13 8z", "edge")
        + stroke("M-5-4Q-5-11 0-11T5-4Q5 0 0 3M0 9v.1", "lamp", 3.6)
    ),
}


def scout(first: str, second: str) -> str:
    """Draw a scout that looks in secret at one thing or the other."""
    return framed(
        "blue",
        stroke("M9 81L71 41", "blue", 2.5)
        + moved(SEEN[first], "translate(27 37)scale(.72)")
        + moved(SEEN[second], "translate(53 86)scale(.72)")
        + again("eye"),
    )


CARDS: Final = {
    "axe": axe_card(),
    "boat": boat_card(),
    "rope": rope_card(),
    **{card: scout(*seen) for card, seen in SCOUTS.items()},
    "trap": trap_card(),
    "troll": troll_card(),
    "storm": storm(),
}


def tool_token(name: str) -> str:
    """Draw the tool laid on an obstacle that has been overcome."""
    return shape(disc((0, 0), 18), "card", "green", 3) + again(name, "scale(.7)")


def figure(colour: str) -> str:
    """Draw a dwarf on the board: eyes and beard under a hat, and boots, unlike a hut.

    A letter is written on the tunic.
    """
    return (
        shape("M-12 22V15H-1.5V22zM12 22V15H1.5V22z", "wood-dark", "edge", 2)
        + shape("M-12 1H12Q19 3 18 14L14 17.5H-14L-18 14Q-19 3-12 1z", PAINT[colour], "edge", 2.4)
        + shape("M-11-11H11V-5Q11 4 0 4T-11-5z", "card", "edge", 2)
        + stroke("M-4.6-6.4h.1M4.6-6.4h.1", "edge", 4.2)
        + shape("M-11.5-5Q-5-4 0-2 5-4 11.5-5 12 2 5 4.5H-5Q-12 2-11.5-5z", "wood", "edge", 1.8)
        + moved(shape(HATS[colour], PAINT[colour], "edge", 2.8), "translate(0-14)scale(.95 .68)")
    )


TOKENS: Final = {
    **{f"token-{name}": tool_token(name) for name in TOOLS},
    # A sign of danger, red and on its corner: jaws are too fine for a small screen.
    "token-trap": (
        shape("M0-20L20 0 0 20-20 0z", "brick", "edge", 2.4)
        + stroke("M0-15.4L15.4 0 0 15.4-15.4 0z", "card", 1.8)
        + shape("M-9-6L-6 1-3-6 0 1 3-6 6 1 9-6zM-9 7L-6 1.4-3 7 0 1.4 3 7 6 1.4 9 7z", "deep-ink")
    ),
    # A green head with tusks that fills its place, on a plate as pale as a card.
    "token-troll": (
        shape(disc((0, 0), 19), "card", "edge", 2)
        + shape("M-11-8L-19-13-15 3zM11-8L19-13 15 3z", "green", "edge", 2)
        + shape("M-13 9Q-16-14 0-15 16-14 13 9 7 15 0 15T-13 9z", "green", "edge", 2.4)
        + shape(disc((-5.4, -4), 3.6) + disc((5.4, -4), 3.6), "lamp", "edge", 1.6)
        + shape("M-8 6H8L6 13-3 8 3 8-6 13z", "edge")
        + shape("M-8 8L-6-1-3.4 8zM8 8L6-1 3.4 8z", "deep-ink", "edge", 1.4)
    ),
    "token-dragon": (
        shape(disc((0, 0), 18.5), "card", "brick", 2.6)
        + again("dragon", "translate(-2 0)scale(.74)")
    ),
    **{f"token-{kind}": again(kind, "scale(.85)") for kind in TREASURES},
    **{f"figure-{clan}": figure(clan) for clan in CLANS},
}

PARTS: Final = {
    # Leaning, its edge to the left.
    "axe": moved(
        shape("M-3-20H3L4 24H-4z", "wood", "edge", 2.2)
        + shape("M3-17H-5Q-14-21-19-17-22-7-18 4-11-3-4-4H3z", "rubble", "edge", 2.4)
        + stroke("M-17-13Q-19-6-16-1", "deep-ink", 2),
        "rotate(28)translate(4-1)",
    ),
    # A rowing boat on waves.
    "boat": (
        stroke("M9-17L-16 8M9-17l5-4M-16 8l-4 8", "edge", 5.4)
        + stroke("M9-17L-14 6", "wood-light", 2.6)
        + shape("M-22-1Q0 7 22-1 20 16 10 16H-10Q-20 16-22-1z", "wood", "edge", 2.6)
        + stroke("M-18 6Q0 12 18 6", "wood-light", 2.2)
        + stroke("M-22 17q5.5-5 11 0t11 0 11 0 11 0", "blue", 3.4)
    ),
    # Loops bound in the middle, and a hook at the end.
    "rope": (
        stroke(
            "".join(f"M{x} 2a7 16 0 1 0 14 0a7 16 0 1 0-14 0z" for x in (-20, -15, -10))
            + "M-4-14Q6-25 15-15V-4",
            "floor",
            2.8,
            edge=6,
        )
        + stroke("M15-4V14M7 8Q8 16 15 16T23 8", "rubble", 3, edge=7)
        + shape("M-22-3H6V7H-22z", "brick", "edge", 2)
    ),
    # An open trap from above: two rows of teeth.
    "jaws": (
        shape(disc((0, 0), 17), "edge")
        + shape(
            "".join(
                f"M{x} {-y}L{x + 2.5} {-y + 9} {x + 5} {-y}zM{x} {y}L{x + 2.5} {y - 9} {x + 5} {y}z"
                for x, y in ((-13, 9), (-7.5, 12), (-2.5, 13), (2.5, 12), (8, 9))
            ),
            "deep-ink",
            "edge",
            1,
        )
        + stroke(disc((0, 0), 16), "rubble", 3, edge=6)
        + shape("M-22-4H-15V4H-22zM15-4H22V4H15z", "rubble", "edge", 2)
        + shape(disc((0, 0), 3), "brick", "edge", 1.4)
    ),
    # The mark of looking in secret, in the upper right corner.
    "eye": (
        shape(disc((63, 18), 12.5), "blue", "edge", 2)
        + shape("M53.5 18Q63 8 72.5 18 63 28 53.5 18z", "card", "edge", 1.6)
        + shape(disc((63, 18), 3.4), "edge")
    ),
}
