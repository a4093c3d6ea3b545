"""Who won a round of the classic game."""

from __future__ import annotations

from typing import Final

from games.kinds.classic.rules.cards import DIGGER, SABOTEUR, TREASURE
from games.kinds.classic.rules.state import State
from games.mine.progress import Progress
from games.mine.results import Part, Results, Side, Standing, Told

SABOTEURS_WON: Final = "saboteurs won the round"


def sides(state: State) -> list[Side]:
    """The diggers, and the saboteurs, if any was dealt."""
    found = [
        Side(role, tuple(seat for seat, dealt in enumerate(state.roles) if dealt == role))
        for role in (DIGGER, SABOTEUR)
    ]
    return [side for side in found if side.seats]


def standings(progress: Progress[State]) -> list[Standing]:
    """The diggers have won if the treasure lies open, else the saboteurs. (C22)"""
    ended = progress.ended
    if ended is None:
        return []
    found = any(name == TREASURE and cell in ended.mine.tiles for cell, name in ended.goals)
    return [Standing((role,), float(found == (role == DIGGER))) for role in ended.roles]


def saboteurs_won(progress: Progress[State]) -> dict[str, float]:
    """Of all rounds; a win rate of theirs is of those in which any was dealt. (C2)"""
    won = [standing.won for standing in standings(progress) if standing.groups == (SABOTEUR,)]
    return {SABOTEURS_WON: float(1.0 in won)} if progress.ended else {}


def of_round(told: Told) -> list[Part]:
    """Diggers and saboteurs are two sides. Where no saboteur was dealt, nobody may win. (C22)"""
    won = next(event.what for event in told if event.kind == "round-ended")
    shown = [event for event in told if event.kind == "role-shown" and event.seat is not None]
    roles = [event.what or "" for event in sorted(shown, key=lambda event: event.seat or 0)]
    return [Part(role, role, int(won != f"{role}s"), won == f"{role}s") for role in roles]


RESULTS: Final = Results(sides, standings, saboteurs_won, of_round=of_round)
