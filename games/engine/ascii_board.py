"""Draws the mine as text, for test failures and bug reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from games.engine.tunnels import ALL_SIDES, EAST, NORTH, SOUTH, WEST, Cell, Feature, Mine, Tile

BLANK = ("     ", "     ", "     ")
FACE_DOWN = (".---.", "| ? |", "'---'")
MARKS: Mapping[str, Callable[[Feature], str]] = {
    "door": lambda feature: feature.value[0],
    "troll": lambda feature: "T",
}


ON_CARD = {"logs": "L", "lake": "W", "ravine": "R", "plateau": "P", "campfire": "F"}


class HasMine(Protocol):
    """Anything with a mine to draw: a view or a state."""

    @property
    def mine(self) -> Mine: ...


def draw(view: HasMine) -> str:
    """Draw face-up cards three lines high, joined to a start `#`, cut off `o`; goals `?`.

    A dead end shows its openings with nothing (`x`) in the middle. Gold `$` and a ladder `H` are
    shown in the middle, a door by its colour (`b`, `g`) and a troll `T` in their arm; in the middle
    also logs `L`, a lake `W`, a ravine `R`, a plateau `P`, a campfire `F`.
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
    joined = (reach | reach >> 4) & ALL_SIDES  # anybody's
    arms = {f.side: MARKS[f.kind](f) for f in tile.face.features if f.kind in MARKS}

    def side(bit: int, wall: str) -> str:
        if not tile.openings & bit:
            return wall
        return arms.get(bit) or ("#" if joined & bit else "o")

    north, south = side(NORTH, "-"), side(SOUTH, "-")
    west, east = side(WEST, "|"), side(EAST, "|")
    return f".-{north}-.", f"{west} {_middle(tile, joined)} {east}", f"'-{south}-'"


def _middle(tile: Tile, joined: int) -> str:
    if tile.worth:
        return "$"
    if tile.face.feature("ladder"):
        return "H"
    for feature in tile.face.features:
        if feature.kind in ON_CARD:
            return ON_CARD[feature.kind]
    through = any(group.bit_count() > 1 for group in tile.face.groups)
    return ("#" if joined else "o") if through else "x"
