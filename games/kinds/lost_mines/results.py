"""How many points a round of The Lost Mines brought, by character and by clan."""

from __future__ import annotations

from typing import Final

from games.kinds.lost_mines.rules.cards import MINES
from games.kinds.lost_mines.rules.state import State
from games.mine.progress import Progress
from games.mine.results import Results, Side, Standing


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


RESULTS: Final = Results(sides, standings, all_taken, found)
