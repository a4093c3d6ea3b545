"""Who gets how many points at the end of a round, and why. (L25-L27)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.kinds.lost_mines.rules.cards import CLANS, DRAGON_COSTS, SABOTEUR, SELFISH
from games.mine.events import Event
from games.mine.notation import Seat

OWN = "own"
"""Instead of a clan: a selfish dwarf works for itself."""


class Finds(NamedTuple):
    """What is shown at the end of a round: one entry for each seat."""

    clans: Sequence[str]
    characters: Sequence[str]
    treasures: Sequence[Sequence[int]]
    """The values each seat has taken."""
    dragon: Seat | None


def works_for(clan: str, character: str) -> str:
    """The selfish for itself, a saboteur for the other clan. (L25)"""
    if character == SELFISH:
        return OWN
    return next(other for other in CLANS if (other != clan) == (character == SABOTEUR))


def score(finds: Finds, events: list[Event]) -> list[int]:
    """The points of each seat, the dragon's share taken off. (L25, L26)"""
    sides = [works_for(*dwarf) for dwarf in zip(finds.clans, finds.characters, strict=True)]
    points = [0] * len(sides)
    for seat, side in enumerate(sides):
        brought = sum(finds.treasures[seat])
        events.append(Event("brought", seat, what=side, amount=brought))
        if side == OWN:
            points[seat] = brought
    for clan in CLANS:
        members = [seat for seat, side in enumerate(sides) if side == clan]
        _share(clan, members, finds.treasures, points, events)
    _feed_the_dragon(finds.dragon, points, events)
    events.extend(Event("scored", seat, amount=won) for seat, won in enumerate(points))
    return points


def _share(
    clan: str,
    members: list[Seat],
    treasures: Sequence[Sequence[int]],
    points: list[int],
    events: list[Event],
) -> None:
    """Evenly; the remainder evenly among who brought the most valuable; what is left is lost."""
    pot = sum(sum(treasures[seat]) for seat in members)
    if not pot:
        return
    each, remainder = divmod(pot, len(members))
    for seat in members:
        points[seat] += each
        events.append(Event("shared", seat, what=clan, amount=each))
    best = max(max(treasures[seat], default=0) for seat in members)
    finders = [seat for seat in members if best in treasures[seat]]
    if extra := remainder // len(finders):
        for seat in finders:
            points[seat] += extra
            events.append(Event("remainder", seat, what=clan, amount=extra))


def _feed_the_dragon(dragon: Seat | None, points: list[int], events: list[Event]) -> None:
    """Two points of those won this round, or what there is. (L26)"""
    if dragon is None:
        return
    given = min(DRAGON_COSTS, points[dragon])
    points[dragon] -= given
    events.append(Event("gave-up", dragon, amount=given))
