"""What a goal brings to whom, when it is turned over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from games.kinds.duel.rules.cards import GOALS, Colours, goal_gold, goal_tile
from games.kinds.duel.rules.view import View
from games.mine.tunnels import JOINED, Needs, Tile, better_way, fits


def possible_goals(view: View) -> tuple[str, ...]:
    """What a goal may be that this seat has not seen."""
    known = Counter((*view.past, *(name for _, name in view.goals if name)))
    return tuple(sorted((Counter(GOALS.keys()) - known).elements()))


@lru_cache(maxsize=2**14)
def gain(
    names: tuple[str, ...], needs: Needs, mover: int, colours: Colours, by_card: bool
) -> float:
    """The gold that a goal brings who turns it over, less what it brings the other; if it may be
    any of these, on average. `mover` is their traveller."""
    if not names:
        return 0.0
    return sum(_gain(name, needs, mover, colours, by_card) for name in names) / len(names)


def _gain(name: str, needs: Needs, mover: int, colours: Colours, by_card: bool) -> int:
    ways = _ways_it_lies(name, needs, colours)
    return max(_claimed(tile, needs, mover, by_card) for tile in ways)


def _ways_it_lies(name: str, needs: Needs, colours: Colours) -> Iterable[Tile]:
    """Both ways, where its player may choose. (D16)"""
    printed, turned = goal_tile(name, False, colours), goal_tile(name, True, colours)
    if turned != printed and fits(needs, printed.openings) and fits(needs, turned.openings):
        return (printed, turned)
    return (better_way(needs, printed, turned),)


def _claimed(tile: Tile, needs: Needs, mover: int, by_card: bool) -> int:
    """Who reaches its gold; where both do, it is the mover's. (D17, D18)"""
    met = tile.ways[needs >> JOINED] & (tile.entries if by_card else tile.gold)
    if not met:
        return 0
    return tile.worth if met >> 4 * mover & 15 else -tile.worth


@lru_cache(maxsize=2**12)
def worth_of(name: str | None, unknown: tuple[str, ...]) -> float:
    """The gold of a goal that lies face down: of one that was seen, or on average."""
    names = (name,) if name else unknown
    return sum(map(goal_gold, names)) / max(len(names), 1)
