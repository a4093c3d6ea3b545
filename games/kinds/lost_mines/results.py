"""How many points a round of The Lost Mines brought, by character and by clan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.kinds.lost_mines.rules.cards import MINES
from games.kinds.lost_mines.rules.scoring import OWN
from games.kinds.lost_mines.rules.state import State
from games.mine.events import Event
from games.mine.notation import print_seat
from games.mine.progress import Progress
from games.mine.results import Part, Results, Side, Standing, Told


def sides(state: State) -> list[Side]:
    """Everybody for themselves, also within a clan: nobody knows whom to trust."""
    return [Side(character, (seat,)) for seat, character in enumerate(state.characters)]


def standings(progress: Progress[State]) -> list[Standing]:
    """Points of this round. (L25, L26)"""
    ended = progress.ended
    if ended is None:
        return []
    gained = [now - then for now, then in zip(ended.gold, progress.before.gold, strict=True)]
    groups = zip(ended.characters, ended.clans, strict=True)
    return [Standing(both, points=points) for both, points in zip(groups, gained, strict=True)]


def all_taken(progress: Progress[State]) -> dict[str, float]:
    """Whether no treasure was left. (L24)"""
    ended = progress.ended
    return {"all treasures taken": float(None not in ended.takers)} if ended else {}


def found(progress: Progress[State]) -> dict[str, float]:
    """The part of the treasures that was taken, and the mines that were turned over."""
    ended = progress.ended
    if ended is None:
        return {}
    taken = sum(taker is not None for taker in ended.takers)
    return {
        "treasures taken": taken / len(ended.takers),
        "mines found": float(len(MINES) - len(ended.mine.hidden)),
    }


def of_round(told: Told) -> list[Part]:
    """A side is whom one's treasures are shared with: a clan and who secretly works for it, or
    oneself. What it brought each of its dwarfs is compared. (L25, L26)"""
    roles = [event.what.partition("-")[2] for event in _by_seat(told, "role-shown") if event.what]
    works_for = [event.what or "" for event in _by_seat(told, "brought")]
    points = [event.amount or 0 for event in _by_seat(told, "scored")]
    sides = [print_seat(seat) if side == OWN else side for seat, side in enumerate(works_for)]
    each = {side: _mean(points, sides, side) for side in sides}
    place = {side: sum(other > own for other in each.values()) for side, own in each.items()}
    return [
        Part(role, side, place[side], won=not place[side] and each[side] > 0)
        for role, side in zip(roles, sides, strict=True)
    ]


def _by_seat(told: Told, kind: str) -> list[Event]:
    found = [event for event in told if event.kind == kind]
    return sorted(found, key=lambda event: event.seat or 0)


def _mean(points: Sequence[int], sides: Sequence[str], side: str) -> float:
    of_side = [n for n, own in zip(points, sides, strict=True) if own == side]
    return sum(of_side) / len(of_side)


RESULTS: Final = Results(sides, standings, all_taken, found, of_round=of_round)
