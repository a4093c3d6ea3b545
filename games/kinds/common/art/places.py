"""Where tokens and figures lie on a card or a board, in units of 80 by 120 a card."""

from __future__ import annotations

from typing import Final

from games.kinds.common.art.svg import HEIGHT, WIDTH, Point
from games.kinds.common.art.tunnels import ARM, at
from games.kinds.duel.art import place_of_gold
from games.mine.notation import Joint, read_face
from games.mine.tunnels import EAST, Face, Feature

Place = tuple[float, float, float]
"""The middle of a token, and its size (1 is as drawn)."""

BESIDE: Final = (14, 15)
"""A marker leaves what it lies on in sight."""
TOOL: Final[Place] = (63, 99, 0.75)
"""Where the tool lies that overcame an obstacle."""
ROWS: Final = {  # dwarfs on one card, row by row: how many abreast
    1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3), 7: (3, 3, 1), 8: (3, 3, 2),
    9: (3, 3, 3),
}  # fmt: skip
SIZES: Final = {1: 1.15, 2: 0.95, 3: 0.95, 4: 0.95}
CROWD: Final = 0.66
APART: Final = {1: 0, 2: 36, 3: 25}
"""From one dwarf to the next, by how many stand abreast."""


def marker(card: str, turned: bool = False) -> Place:
    """Beside the gold of a path card or goal (by its face), or beside the troll."""
    face = read_face(card)
    trolls = [feature for feature in face.features if feature.kind == "troll"]
    x, y = _turned(at(trolls[0].side, 0.47) if trolls else place_of_gold(face), turned)
    right, down = BESIDE
    return min(x + right, WIDTH - 14), min(y + down, HEIGHT - 14), 0.8


def key(card: str, turned: bool = False) -> Place:
    """At one end of the door, so that its emblem stays in sight."""
    door = _door(read_face(card))
    depth = 18 if ARM[door.side] == WIDTH / 2 else 28
    x, y = _turned(at(door.side, 1 - depth / ARM[door.side]), turned)
    return (x, y + 17, 0.62) if ARM[door.side] == WIDTH / 2 else (x + 17, y, 0.62)


def _door(face: Face) -> Feature:
    return next(feature for feature in face.features if feature.kind == "door")


def _turned(point: Point, turned: bool) -> Point:
    x, y = point
    return (WIDTH - x, HEIGHT - y) if turned else point


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
