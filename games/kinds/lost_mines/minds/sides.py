"""Who is on whose side: what a seat may expect of each other, and what a treasure of theirs is
worth to it. (L4, L25)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from games.kinds.lost_mines.rules.cards import CHARACTERS, LOYAL, SELFISH, dwarf_pool
from games.kinds.lost_mines.rules.scoring import works_for
from games.kinds.lost_mines.rules.view import View
from games.mine.notation import Seat

Character = Mapping[str, float]
"""How likely somebody is of each character."""
FINDER: Final = 0.12
"""What remains of a share goes to who brought the best treasure: so much more is one's own worth to
a clan of two, as a part of the treasure. (L25)"""


def own_character(view: View) -> str:
    """One's own; whoever does not know it plays for their clan."""
    return view.characters[_me(view)] or LOYAL


def _me(view: View) -> Seat:
    return view.turn if view.seat is None else view.seat


def dealt_chances(view: View) -> list[dict[str, float]]:
    """How likely each seat is of each character by the cards that are left for its clan."""
    pool = Counter(dwarf_pool(view.seats))
    for clan, known in zip(view.clans, view.characters, strict=True):
        if known is not None and pool[clan, known]:
            pool[clan, known] -= 1
    return [
        {known: 1.0} if known else _shares(pool, clan)
        for clan, known in zip(view.clans, view.characters, strict=True)
    ]


def _shares(pool: Mapping[tuple[str, str], int], clan: str) -> dict[str, float]:
    total = sum(pool[clan, character] for character in CHARACTERS)
    return {
        character: pool[clan, character] / total if total else float(character == LOYAL)
        for character in CHARACTERS
    }


def weights(view: View, chances: Sequence[Character]) -> list[float]:
    """What a treasure that each seat brings home is worth to this one, as a part of it."""
    me = _me(view)
    character = own_character(view)
    if character == SELFISH:
        return [float(seat == me) for seat in range(view.seats)]
    side = works_for(view.clans[me], character)
    with_me = [
        1.0 if seat == me else _works_for(view.clans[seat], chances[seat], side)
        for seat in range(view.seats)
    ]
    others = [chance for seat, chance in enumerate(with_me) if seat != me and chance > 0]
    return [
        _own_part(others) if seat == me else chance and chance * _part(_without(others, chance))
        for seat, chance in enumerate(with_me)
    ]


def _own_part(others: Sequence[float]) -> float:
    """What one keeps of a treasure of one's own: all of it alone, a share with others."""
    return sum(
        chance * (1 + FINDER * size) / (1 + size) for size, chance in enumerate(_sizes(others))
    )


def _part(others: Sequence[float]) -> float:
    """What one gets of a treasure of somebody who is on one's side for sure."""
    return sum(chance / (2 + size) for size, chance in enumerate(_sizes(others)))


def _sizes(others: Sequence[float]) -> list[float]:
    """How likely nobody of these is on one's side, how likely one of them, and so on."""
    chances = [1.0]
    for chance in others:
        alone, joined = [*chances, 0.0], [0.0, *chances]
        chances = [a * (1 - chance) + b * chance for a, b in zip(alone, joined, strict=True)]
    return chances


def _without(chances: Sequence[float], one: float) -> list[float]:
    left = list(chances)
    left.remove(one)
    return left


def _works_for(clan: str, chances: Character, side: str) -> float:
    return sum(
        chance for character, chance in chances.items() if works_for(clan, character) == side
    )
