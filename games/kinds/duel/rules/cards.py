"""The cards of The Duel and of its solo game, as printed, and their tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.moves import TOOLS
from games.engine.notation import read_face
from games.engine.tunnels import (
    ALL_SIDES,
    EVERYBODY,
    Cell,
    Face,
    Feature,
    Sides,
    Tile,
    ways_through,
)

GREEN: Final = "green"
BLUE: Final = "blue"
COLOURS: Final = (GREEN, BLUE)
"""The colours; each one's index is the number of its traveller."""
TRAVELLER: Final = {colour: number for number, colour in enumerate(COLOURS)}

PATHS: Final = {  # 34, and two starts
    "ew": 4,
    "ns": 3,
    "nw": 2,
    "ne": 2,
    "nw+ladder:blue": 1,
    "ne+ladder:green": 1,
    "ns.ew": 1,
    "ns.ew+gold@n": 1,
    "nw.es+gold@e": 1,
    "ne.sw": 1,
    "nesw+door:blue@s": 1,
    "nesw+door:green@w": 1,
    "nesw+troll@s": 1,
    "new+door:blue@e": 1,
    "new+door:green@n": 1,
    "new+troll@e": 1,
    "nsw+door:blue@n": 1,
    "nsw+door:green@s": 1,
    "nsw+troll@s": 1,
    "nsw.e+gold@e": 1,
    "new.s+gold@s": 1,
    "ew.s+gold@s": 1,
    "ns.w": 1,
    "ne.w": 1,
    "ne.s": 1,
    "nw.e": 1,
    "nw.s": 1,
}
PATH_GOLD: Final = 1

ACTIONS: Final = {  # 18
    "broken-pick": 2,
    "broken-lantern": 2,
    "broken-cart": 2,
    "fix-pick": 1,
    "fix-lantern": 1,
    "fix-cart": 1,
    "fix-pick-lantern": 1,
    "fix-pick-cart": 1,
    "fix-lantern-cart": 1,
    "map": 2,
    "rockfall": 2,
    "key": 2,
}

GOALS: Final = {  # 18, one of each: face and gold
    "nesw": 0,
    "n.e.s.w": 0,
    "n.s.w": 0,
    "n.e.w": 0,
    "nw+door:green@w": 1,
    "ne+door:blue@e": 1,
    "n.w+gold@w": 1,
    "ns.e.w+gold@n": 1,
    "nsw+door:blue@w": 1,
    "new+door:green@e": 1,
    "nw": 2,
    "ne": 2,
    "n.ew.s+gold@e": 2,
    "nsw+door:green@s": 2,
    "new+door:blue@n": 2,
    "n.e+gold@n": 3,
    "nsw+door:blue@n": 3,
    "new+door:green@n": 3,
}

KEYS: Final = 2
HAND: Final = 6
GRADES: Final = (0, 15, 20, 25)
"""The least gold for each solo grade, worst first. (S7)"""


class Edition(NamedTuple):
    """The setup for this number of players. (D2, D4, S1, S2)"""

    starts: Mapping[str, Cell]
    goals: tuple[Cell, ...]
    markers: int
    aside: int
    """The number of cards set aside unseen each round."""


EDITIONS: Final = {
    1: Edition(
        {GREEN: (0, 0), BLUE: (0, 0)},
        ((8, -2), (8, 0), (8, 2), (10, -1), (10, 1), (12, 0)),
        markers=6,
        aside=10,
    ),
    2: Edition(
        {BLUE: (0, -1), GREEN: (0, 1)},
        ((5, -2), (5, 0), (5, 2), (7, -1), (7, 1), (9, 0)),
        markers=8,
        aside=0,
    ),
}

CARDS: Final = frozenset((*PATHS, *ACTIONS))
BROKEN: Final = {f"broken-{tool}": tool for tool in TOOLS}
REPAIRS: Final = {name: tuple(name.split("-")[1:]) for name in ACTIONS if name.startswith("fix-")}
FORCED: Final = frozenset((*BROKEN, "rockfall"))
"""The cards that a solo player can't keep in hand. (S3-S5)"""

Colours = tuple[str, ...]
"""The colour of each seat."""


def deck() -> list[str]:
    """Return all path and action cards, before shuffling. (D3)"""
    return [card for card, count in {**PATHS, **ACTIONS}.items() for _ in range(count)]


def goal_name(face: str, gold: int) -> str:
    """Name a goal by its face; one that isn't in the deck also by its gold."""
    return face if GOALS.get(face) == gold else f"{face}={gold}"


def goal_face(name: str) -> str:
    return name.partition("=")[0]


def goal_gold(name: str) -> int:
    face, _, gold = name.partition("=")
    return int(gold) if gold else GOALS[face]


def is_open(name: str, marked: bool, keyed: bool) -> bool:
    """Tell whether a card's arm is open to all: its troll has a marker, or its door a key."""
    return marked if "+troll@" in name else keyed


@lru_cache(maxsize=4096)
def path_tile(name: str, turned: bool, colours: Colours, opened: bool = False) -> Tile:
    """Return a path card as it lies; `opened` if its door is unlocked or its troll paid."""
    face = read_face(name)
    worth = PATH_GOLD if face.feature("gold") else 0
    return _tile(name, face, turned, colours, opened, False, worth)


@lru_cache(maxsize=4096)
def goal_tile(name: str, turned: bool, colours: Colours, opened: bool = False) -> Tile:
    face = read_face(goal_face(name))
    return _tile(name, face, turned, colours, opened, True, goal_gold(name))


@lru_cache(maxsize=8)
def start_tile(colour: str) -> Tile:
    """Return the start of this colour; for the other colour it is an ordinary crossing."""
    ways = ways_through((ALL_SIDES,), (ALL_SIDES,))
    source = ALL_SIDES << 4 * TRAVELLER[colour]
    return Tile("nesw", False, read_face("nesw"), True, ways, source)


def _tile(
    name: str, face: Face, turned: bool, colours: Colours, opened: bool, fixed: bool, worth: int
) -> Tile:
    turned = turned and not face.same_both_ways
    face = face.turned() if turned else face
    ways = ways_through(*(_open_groups(face, colour, opened) for colour in COLOURS))
    gold, entries = _to_gold(face, opened) if worth else (0, 0)
    toll = face.feature("troll") is not None and not opened
    return Tile(name, turned, face, fixed, ways, _source(face, colours), worth, gold, entries, toll)


def _open_groups(face: Face, colour: str, opened: bool) -> tuple[Sides, ...]:
    """Return the groups for this colour: a closed arm is a group of its own. (D11, D12)"""
    closed = _closed(face, colour, opened)
    return (*(group & ~closed for group in face.groups), closed)


def _closed(face: Face, colour: str, opened: bool) -> Sides:
    """Return the arms that a door or troll closes to this colour."""
    return sum(f.side for f in face.features if not opened and _closes(f, colour))


def _closes(feature: Feature, colour: str) -> bool:
    return feature.kind == "troll" or (feature.kind == "door" and feature.value != colour)


def _source(face: Face, colours: Colours) -> Sides:
    """Return the ladder's openings, joined to its colour's start if that colour plays. (D14)"""
    ladder = face.feature("ladder")
    if ladder is None or ladder.value not in colours:
        return 0
    return face.openings << 4 * TRAVELLER[ladder.value]


def _to_gold(face: Face, opened: bool) -> tuple[Sides, Sides]:
    """Return for each colour the openings of the tunnel with the gold, and of the whole card,
    without arms closed by a door or troll. (D17)"""
    gold = face.feature("gold")
    tunnel = sum(group for group in face.groups if gold is None or group & gold.side)
    barred = sum(_closed(face, colour, opened) << 4 * TRAVELLER[colour] for colour in COLOURS)
    return tunnel * EVERYBODY & ~barred, face.openings * EVERYBODY & ~barred
