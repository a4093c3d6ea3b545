"""The cards of the classic game, as printed, and its tables."""

from __future__ import annotations

from typing import Final

from games.engine.moves import TOOLS
from games.engine.notation import read_face
from games.engine.tunnels import ALL_SIDES, Cell, Tile, both_ways

DIGGER: Final = "digger"
SABOTEUR: Final = "saboteur"
TREASURE: Final = "treasure"

PATHS: Final = {  # 40: 31 through, 9 dead ends
    "nesw": 5,
    "nes": 5,
    "new": 5,
    "ns": 4,
    "ew": 3,
    "ne": 5,
    "nw": 4,
    "n.e.s.w": 1,
    "n.e.s": 1,
    "n.e.w": 1,
    "n.s": 1,
    "e.w": 1,
    "n.e": 1,
    "n.w": 1,
    "n": 1,
    "e": 1,
}

ACTIONS: Final = {  # 27
    "broken-pick": 3,
    "broken-lantern": 3,
    "broken-cart": 3,
    "fix-pick": 2,
    "fix-lantern": 2,
    "fix-cart": 2,
    "fix-pick-lantern": 1,
    "fix-pick-cart": 1,
    "fix-lantern-cart": 1,
    "rockfall": 3,
    "map": 6,
}

NUGGETS: Final = (1,) * 16 + (2,) * 8 + (3,) * 4  # 28 cards, 44 nuggets

START_CELL: Final[Cell] = (0, 0)
GOAL_CELLS: Final[tuple[Cell, ...]] = ((8, -2), (8, 0), (8, 2))
GOALS: Final = {TREASURE: "nesw", "stone-ne": "ne", "stone-nw": "nw"}

HAND: Final = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
ROLES: Final = {  # players: saboteurs and diggers in the pool
    3: (1, 3),
    4: (1, 4),
    5: (2, 4),
    6: (2, 5),
    7: (3, 5),
    8: (3, 6),
    9: (3, 7),
    10: (4, 7),
}
MOST_SHARED: Final = 9
"""The most nugget cards dealt where diggers share as many as there are players. (C23)"""
SABOTEURS_GOLD: Final = {1: 4, 2: 3, 3: 3, 4: 2}  # saboteurs dealt: nuggets for each

START: Final = Tile("nesw", False, read_face("nesw"), fixed=True, source=ALL_SIDES)
TILES: Final[dict[tuple[str, bool], Tile]] = {}
for _name in PATHS:
    TILES.update(both_ways(_name, read_face(_name)))
for _name, _face in GOALS.items():
    TILES.update(both_ways(_name, read_face(_face), fixed=True))

CARDS: Final = frozenset((*PATHS, *ACTIONS))
BROKEN: Final = {f"broken-{tool}": tool for tool in TOOLS}
REPAIRS: Final = {name: tuple(name.split("-")[1:]) for name in ACTIONS if name.startswith("fix-")}


def deck(maps: int) -> list[str]:
    """Return all path and action cards, before shuffling. (C4)"""
    counts = {**PATHS, **ACTIONS, "map": maps}
    return [card for card, count in counts.items() for _ in range(count)]


def role_pool(players: int, all_saboteurs: bool) -> list[str]:
    """Return the role cards to deal from: one more than players, or exactly as many. (C2)"""
    saboteurs, diggers = ROLES[players]
    return [SABOTEUR] * saboteurs + [DIGGER] * (diggers - all_saboteurs)
