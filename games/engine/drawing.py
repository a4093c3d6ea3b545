"""The mine as text, for failures and bug reports."""

from __future__ import annotations

from typing import Protocol

from games.engine.tunnels import EAST, NORTH, SOUTH, WEST, Cell, Mine, Tile

BLANK = ("     ", "     ", "     ")
FACE_DOWN = (".---.", "| ? |", "'---'")


class HasMine(Protocol):
    """Whatever shows a mine: a view, a state."""

    @property
    def mine(self) -> Mine: ...


def draw(view: HasMine) -> str:
    """The face-up cards three lines high, joined to the start `#`, cut off `o`; goals `?`.

    A dead end shows its openings with nothing (`x`) in the middle.
    """
    mine = view.mine
    cells = [*mine.tiles, *mine.hidden]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    columns = range(min(xs), max(xs) + 1)
    lines = ["     " + "".join(f"{x:^5}" for x in columns)]
    for y in range(min(ys), max(ys) + 1):
        parts = [_card(mine, (x, y)) for x in columns]
        for row in range(3):
            label = f"{y:>4} " if row == 1 else "     "
            lines.append((label + "".join(part[row] for part in parts)).rstrip())
    return "\n".join(lines)


def _card(mine: Mine, cell: Cell) -> tuple[str, str, str]:
    if cell in mine.hidden:
        return FACE_DOWN
    tile = mine.tiles.get(cell)
    return BLANK if tile is None else _tile(tile, mine.reach.get(cell, 0))


def _tile(tile: Tile, reach: int) -> tuple[str, str, str]:
    def side(bit: int, wall: str) -> str:
        if not tile.openings & bit:
            return wall
        return "#" if reach & bit else "o"

    through = any(group.bit_count() > 1 for group in tile.face.groups)
    middle = ("#" if reach else "o") if through else "x"
    north, south = side(NORTH, "-"), side(SOUTH, "-")
    west, east = side(WEST, "|"), side(EAST, "|")
    return f".-{north}-.", f"{west} {middle} {east}", f"'-{south}-'"
