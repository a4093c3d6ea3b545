"""The cards, tokens and tables of The Lost Mines, and its board.

No source gives the split of the path cards; ours keeps all stated totals and is its own mirror
image from top to bottom, so that no clan is favoured.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.engine.notation import read_face
from games.engine.tunnels import ALL_SIDES, Cell, Tile, both_ways

COLUMNS: Final = 11
ROWS: Final = 7
STARTS: Final[dict[str, Cell]] = {"blue": (1, 2), "yellow": (1, 4)}
MINE_CELLS: Final[tuple[Cell, ...]] = ((9, 0), (9, 2), (9, 4), (9, 6))
START_FACE: Final = "nesw"

PATHS: Final = {  # 40
    "nesw": 4,
    "nes": 3,
    "new": 3,
    "ew": 2,
    "ns": 3,
    "es": 4,
    "sw": 4,
    "nesw+campfire": 2,
    "nes+campfire": 1,
    "new+campfire": 1,
    "ew+plateau": 1,
    "ns+plateau": 1,
    "es+plateau": 1,
    "sw+plateau": 1,
    "ew+logs": 1,
    "new+logs": 1,
    "nes+logs": 1,
    "ew+lake": 1,
    "new+lake": 1,
    "nes+lake": 1,
    "ew+ravine": 1,
    "new+ravine": 1,
    "nes+ravine": 1,
}

ACTIONS: Final = {  # 23
    "axe": 3,
    "boat": 3,
    "rope": 3,
    "scout-mine-treasure": 2,
    "scout-mine-dwarf": 2,
    "scout-treasure-dwarf": 2,
    "trap": 3,
    "troll": 2,
    "storm": 3,
}

TOKENS: Final = {"axe": 3, "boat": 3, "rope": 3, "trap": 3, "troll": 2}  # 14
TOOLS: Final = {"axe": "logs", "boat": "lake", "rope": "ravine"}
"""Each tool, and the obstacle it overcomes. (L13)"""

GEMS, GOLD, SILVER, DRAGON = "gems", "gold", "silver", "dragon"
MINES: Final = {GEMS: "sw", GOLD: "es", SILVER: "new", DRAGON: "nesw"}
"""Each mine, and its face once turned over."""
TREASURES: Final = {GEMS: (5, 4, 4, 3), GOLD: (4, 3, 3, 2), SILVER: (3, 2, 2, 1)}  # 12

CLANS: Final = tuple(STARTS)
LOYAL, SELFISH, SABOTEUR = "loyal", "selfish", "saboteur"
CHARACTERS: Final = (LOYAL, SELFISH, SABOTEUR)
LOYALS: Final = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3}
"""The number of loyal dwarfs in a clan, by the number of players. (L4)"""
HAND: Final = {3: 5, 4: 5, 5: 5, 6: 5, 7: 4, 8: 4, 9: 4}
ASIDE: Final = 10
"""The number of cards set aside unseen each round. (L6)"""

STEPS: Final = 3
STEPS_FROM_CAMPFIRE: Final = 5
MOST_DISCARDED: Final = 2
DRAGON_COSTS: Final = 2

BOARD: Final = frozenset((x, y) for x in range(COLUMNS) for y in range(ROWS))
CARDS: Final = frozenset((*PATHS, *ACTIONS))
SCOUTS: Final = {card: tuple(card.split("-")[1:]) for card in ACTIONS if card.startswith("scout-")}
"""Each scout card, and the two things that its player may look at. (L14)"""
START: Final = Tile(START_FACE, False, read_face(START_FACE), fixed=True, source=ALL_SIDES)
MINE_TILES: Final[dict[tuple[str, bool], Tile]] = {}
for _kind, _face in MINES.items():
    MINE_TILES.update(both_ways(_kind, read_face(_face), fixed=True))


@lru_cache(maxsize=1024)
def path_tile(card: str, turned: bool) -> Tile:
    """Return a path card as it lies; any face is allowed, for made-up positions."""
    return both_ways(card, read_face(card))[card, turned]


@lru_cache(maxsize=1024)
def feature(card: str) -> str:
    """Return a path card's feature: an obstacle, a plateau, a campfire, or nothing."""
    return card.partition("+")[2]


OBSTACLES: Final = {obstacle: tool for tool, obstacle in TOOLS.items()}


def deck() -> list[str]:
    """Return all path and action cards, before shuffling. (L6)"""
    return [card for card, count in {**PATHS, **ACTIONS}.items() for _ in range(count)]


def treasure_pile() -> list[tuple[str, int]]:
    """Return all treasures by kind and value, before shuffling. (L3)"""
    return [(kind, value) for kind, values in TREASURES.items() for value in values]


def dwarf_pool(players: int) -> list[tuple[str, str]]:
    """Return the dwarf cards to deal from: clan and character. (L4)"""
    each = [LOYAL] * LOYALS[players] + [SELFISH, SABOTEUR]
    return [(clan, character) for clan in CLANS for character in each]
