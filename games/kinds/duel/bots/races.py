"""How near both dwarfs are to each gold, in cards still to be laid."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from games.engine.tunnels import ALL_SIDES, JOINED, Cell, Mine, Sides, Tile, neighbours
from games.kinds.duel.bots.distances import (
    BIT,
    NEXT_TO,
    UNREACHABLE,
    Cells,
    cards_to,
    ends_of,
    finishers,
    free_ground,
)
from games.kinds.duel.bots.outlook import Outlook
from games.kinds.duel.rules.cards import HAND, TRAVELLER

BEHIND_A_GOAL, BEHIND_A_TROLL, BEHIND_A_DOOR, WITHOUT_A_KEY = 2, 2, 2, 5
"""Tunnels behind a goal just turned over, a troll, or a door (with a key or without) only count
from this many cards on."""
EMPTY: Final[frozenset[str]] = frozenset()
Steps = tuple[tuple[Cell, Sides], ...]
"""The cells from which a card leads to a target, and by which side."""


class Race(NamedTuple):
    """How near both are to a goal or to visible unclaimed gold."""

    cell: Cell
    worth: float
    mine: int
    """The number of cards I need."""
    theirs: int
    last: frozenset[str]
    """The cards that take it, if I need only one."""
    their_last: frozenset[str] = EMPTY
    threat: float = 0.0
    """How likely the opponent holds the last card, if they need only one."""


class TravellerDistance(NamedTuple):
    cards: int
    last: frozenset[str]
    """The cards that reach it at once, if only one is needed."""


def find_races(outlook: Outlook, mine: Mine, gone: tuple[Cell, ...] = ()) -> list[Race]:
    """Return the races for all that can still be won; `gone` are targets just taken."""
    taken, tiles = outlook.taken, mine.tiles
    targets = [cell for cell in mine.hidden if cell not in gone]
    worths = [outlook.worths[cell] for cell in targets]
    for cell in mine.special:
        worth = tiles[cell].worth
        if worth and cell not in taken and cell not in gone:
            targets.append(cell)
            worths.append(worth)
    ground = free_ground(mine)
    own = _ways(outlook, mine, ground, targets, outlook.traveller, gone)
    if outlook.them is None:
        return [
            Race(cell, worth, cards, UNREACHABLE, last)
            for cell, worth, (cards, last) in zip(targets, worths, own, strict=True)
        ]
    theirs = _ways(outlook, mine, ground, targets, 1 - outlook.traveller, gone)
    return [
        Race(cell, worth, cards, far, last, their_last, _threat(outlook, their_last))
        for cell, worth, (cards, last), (far, their_last) in zip(
            targets, worths, own, theirs, strict=True
        )
    ]


def _ways(
    outlook: Outlook,
    mine: Mine,
    ground: Cells,
    targets: list[Cell],
    traveller: int,
    gone: tuple[Cell, ...],
) -> list[TravellerDistance]:
    steps = [
        _before_goal(cell) if cell in mine.hidden else _before_gold(outlook, mine, cell, traveller)
        for cell in targets
    ]
    ends = ends_of(mine, JOINED + 4 * traveller)
    late = _late_ends(outlook, mine, traveller)
    for cell in gone:
        if mine.hidden.get(cell, 0) >> JOINED + 4 * traveller & ALL_SIDES:
            late[BEHIND_A_GOAL] = late.get(BEHIND_A_GOAL, 0) | NEXT_TO[cell]
    most = len(outlook.weights.shares[0]) - 2
    doorsteps = [cells for cells, _ in steps]
    near = cards_to(ends, late, outlook.passages[traveller], ground, doorsteps, most)
    return [
        TravellerDistance(cards, _last_cards(mine, cells, ends, traveller) if cards == 1 else EMPTY)
        for cards, (_, cells) in zip(near, steps, strict=True)
    ]


@cache
def _before_goal(cell: Cell) -> tuple[Cells, Steps]:
    return NEXT_TO[cell], tuple((there, met) for _, there, met in neighbours(cell))


def _before_gold(outlook: Outlook, mine: Mine, cell: Cell, traveller: int) -> tuple[Cells, Steps]:
    """Return the empty cells before the openings that lead to visible gold."""
    tile = mine.tiles[cell]
    openings = (tile.entries if outlook.by_card else tile.gold) >> 4 * traveller & ALL_SIDES
    steps = tuple(
        (there, met)
        for side, there, met in neighbours(cell)
        if openings & side and there not in mine.tiles
    )
    doorsteps = 0
    for there, _ in steps:
        doorsteps |= BIT.get(there, 0)
    return doorsteps, steps


def _late_ends(outlook: Outlook, mine: Mine, traveller: int) -> dict[int, Cells]:
    """Return the cells behind trolls and doors, by how many cards later they count."""
    late: dict[int, Cells] = {}
    for cell in mine.special:
        tile = mine.tiles[cell]
        if tile.face.features and mine.reach.get(cell, 0) >> 4 * traveller & ALL_SIDES:
            level = _opens_at(outlook, cell, tile, traveller)
            if level:
                late[level] = late.get(level, 0) | NEXT_TO.get(cell, 0)
    return late


def _opens_at(outlook: Outlook, cell: Cell, tile: Tile, traveller: int) -> int:
    """Return from how many cards on the cells behind this card count; 0 if from the first."""
    view = outlook.view
    if tile.toll:
        return BEHIND_A_TROLL if view.markers_left else 0
    door = tile.face.features[0]
    if door.kind != "door" or TRAVELLER[door.value] == traveller or not view.keys_left:
        return 0
    if any(there == cell for there, _ in view.opened):
        return 0
    holds = traveller == outlook.traveller and "key" in view.hand
    return BEHIND_A_DOOR if holds else WITHOUT_A_KEY


def _last_cards(mine: Mine, steps: Steps, ends: Cells, traveller: int) -> frozenset[str]:
    cards, shift = EMPTY, JOINED + 4 * traveller
    for cell, side in steps:
        if BIT.get(cell, 0) & ends:
            needs = mine.spots[cell]
            cards |= finishers(needs & 255, needs >> shift & ALL_SIDES, side, traveller)
    return cards


def _threat(outlook: Outlook, cards: frozenset[str]) -> float:
    """Return how likely the opponent holds one of these; what they lacked, they must have drawn."""
    unseen, pool, lacked = outlook.unseen, outlook.pool, outlook.beliefs.lacked
    none = 1.0
    for card in cards:
        if count := unseen[card]:
            drawn = min(lacked.get(card, HAND), outlook.their_cards)
            none *= (1.0 - count / pool) ** drawn
    return 1.0 - none
