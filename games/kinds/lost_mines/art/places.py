"""Where tools, tokens and dwarfs stand on a card or on the board, in units of 80 by 120 a card."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.svg import HEIGHT, WIDTH, Place, Point
from games.mine.notation import Joint
from games.mine.tunnels import EAST

TOOL: Final[Place] = (63, 99, 0.75)
"""Where the tool lies that overcame an obstacle."""
ON_JOINT: Final = 1.05
"""How large a trap or troll lies between two cards: to be told apart on a phone."""
ROWS: Final = {  # dwarfs on one card, row by row: how many abreast
    1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 3, 1), 8: (3, 3, 2),
    9: (3, 3, 3),
}  # fmt: skip
SIZES: Final = {1: 1.15, 2: 0.95, 3: 0.95, 4: 0.95}
CROWD: Final = 0.66
APART: Final = {1: 0, 2: 36, 3: 25}
"""From one dwarf to the next, by how many stand abreast."""


def joint(where: Joint) -> Point:
    """The middle of the side between two cells of a board."""
    x, y = where.cell[0] * WIDTH + WIDTH / 2, where.cell[1] * HEIGHT + HEIGHT / 2
    return (x + WIDTH / 2, y) if where.side == EAST else (x, y + HEIGHT / 2)


def figures(count: int) -> list[Place]:
    """Places on a card for so many dwarfs."""
    size = SIZES.get(count, CROWD)
    rows = ROWS[count]
    return [
        (WIDTH / 2 + (n - (abreast - 1) / 2) * APART[abreast], _height(row, len(rows)), size)
        for row, abreast in enumerate(rows)
        for n in range(abreast)
    ]


def _height(row: int, rows: int) -> float:
    """Rows stand closer than cards are high: dwarfs crowd around the middle."""
    return HEIGHT / 2 + 4 + (row - (rows - 1) / 2) * (44 if rows == 2 else 36)
