"""What lies at the mines, as far as a seat knows or may expect. (L3, L14, L22)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.tunnels import Cell
from games.kinds.lost_mines.rules.cards import (
    CHARACTERS,
    DRAGON,
    LOYAL,
    MINES,
    SELFISH,
    TREASURES,
    dwarf_pool,
)
from games.kinds.lost_mines.rules.rounds import works_for
from games.kinds.lost_mines.rules.view import View

Chances = Mapping[str, float]
"""How likely a mine is of each kind."""


class Prize(NamedTuple):
    """What a mine may hold, as one seat expects it."""

    next: float
    """What the next treasure taken there is worth; to none there is nothing."""
    all: float
    """What all treasures are worth that are left there."""
    treasures: float
    """How many these are."""
    dragon: float
    """How likely the dragon sleeps there still."""


class Left(NamedTuple):
    """The treasures of one kind that nobody has taken: number and what it is worth, best first."""

    worth: tuple[tuple[float, int], ...]

    @property
    def next(self) -> float:
        return self.worth[0][0] if self.worth else 0.0

    @property
    def all(self) -> float:
        return sum(value for value, _ in self.worth)


def treasures_left(view: View) -> dict[str, Left]:
    """By kind; a value that this seat does not know is what may be expected of it."""
    return _all_left(view.kinds, view.values, view.takers)


Values = tuple[int | None, ...]
Takers = tuple[Seat | None, ...]
Mines = tuple[tuple[Cell, str | None], ...]
"""What a seat knows of each mine."""


@lru_cache(maxsize=4096)
def _all_left(kinds: tuple[str, ...], values: Values, takers: Takers) -> dict[str, Left]:
    """Nobody changes it: it is kept for who asks again."""
    means = {kind: _mean_unknown(kind, kinds, values) for kind in TREASURES}
    left = [
        (kind, float(means[kind] if value is None else value), number)
        for number, (kind, value, taker) in enumerate(zip(kinds, values, takers, strict=True), 1)
        if taker is None
    ]
    left.sort(key=lambda treasure: (-treasure[1], treasure[2]))
    return {
        kind: Left(tuple((worth, number) for other, worth, number in left if other == kind))
        for kind in TREASURES
    }


def _mean_unknown(kind: str, kinds: tuple[str, ...], values: Values) -> float:
    """Of all of a kind, less those whose value this seat knows."""
    left = list(TREASURES[kind])
    for other, value in zip(kinds, values, strict=True):
        if other == kind and value in left:
            left.remove(value)
    return sum(left) / len(left) if left else 1.0


# --- mines ----------------------------------------------------------------------------------------

UNTOLD: Final[Mapping[Cell, Chances]] = {}
"""Nothing was learned from what others did."""


def mine_chances(view: View, told: Mapping[Cell, Chances] = UNTOLD) -> dict[Cell, dict[str, float]]:
    """How likely each mine is of each kind. `told` says how much more likely others' moves make a
    kind at a mine."""
    return _chances(view.mines, told) if told else chances_untold(view.mines)


def _chances(mines: Mines, told: Mapping[Cell, Chances]) -> dict[Cell, dict[str, float]]:
    known = [kind for _, kind in mines]
    kinds = [kind for kind in MINES if kind not in known]
    return {
        cell: {kind: 1.0} if kind is not None else _kind_shares(kinds, told.get(cell, {}))
        for cell, kind in mines
    }


@lru_cache(maxsize=4096)
def chances_untold(mines: Mines) -> dict[Cell, dict[str, float]]:
    """The same where nothing was told. Nobody changes it: it is kept for who asks again."""
    return _chances(mines, UNTOLD)


def _kind_shares(kinds: list[str], told: Chances) -> dict[str, float]:
    weights = {kind: told.get(kind, 1.0) for kind in kinds}
    total = sum(weights.values()) or 1.0
    return {kind: weight / total for kind, weight in weights.items()}


def prizes(view: View, told: Mapping[Cell, Chances] = UNTOLD) -> dict[Cell, Prize]:
    """What each mine may hold."""
    asleep = tuple(cell for cell in view.mine.hidden if cell not in view.turning)
    if not told:
        return _prizes_untold(view.mines, asleep, view.kinds, view.values, view.takers)
    return _prizes(mine_chances(view, told), asleep, treasures_left(view))


@lru_cache(maxsize=4096)
def _prizes_untold(
    mines: Mines, asleep: tuple[Cell, ...], kinds: tuple[str, ...], values: Values, takers: Takers
) -> dict[Cell, Prize]:
    """Nobody changes it: it is kept for who asks again."""
    return _prizes(chances_untold(mines), asleep, _all_left(kinds, values, takers))


def _prizes(
    chances: Mapping[Cell, Chances], asleep: tuple[Cell, ...], left: Mapping[str, Left]
) -> dict[Cell, Prize]:
    return {cell: _prize(there, cell in asleep, left) for cell, there in chances.items()}


def _prize(chances: Chances, asleep: bool, left: Mapping[str, Left]) -> Prize:
    found = [(chance, left[kind]) for kind, chance in chances.items() if kind != DRAGON]
    return Prize(
        next=sum(chance * there.next for chance, there in found),
        all=sum(chance * there.all for chance, there in found),
        treasures=sum(chance * len(there.worth) for chance, there in found),
        dragon=chances.get(DRAGON, 0.0) if asleep else 0.0,
    )


def less_one(prizes: Mapping[Cell, Prize], cell: Cell) -> dict[Cell, Prize]:
    """The same with one treasure less at a mine, which lies face up now."""
    prize = prizes[cell]
    count = max(0.0, prize.treasures - 1)
    rest = Prize(prize.next * min(1.0, count), max(0.0, prize.all - prize.next), count, 0.0)
    return {**prizes, cell: rest}


# Who is on whose side: what a seat may expect of each other, and what a treasure of theirs is
# worth to it. (L4, L25)

CharacterChances = Mapping[str, float]
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
        {known: 1.0} if known else _character_shares(pool, clan)
        for clan, known in zip(view.clans, view.characters, strict=True)
    ]


def _character_shares(pool: Mapping[tuple[str, str], int], clan: str) -> dict[str, float]:
    total = sum(pool[clan, character] for character in CHARACTERS)
    return {
        character: pool[clan, character] / total if total else float(character == LOYAL)
        for character in CHARACTERS
    }


def weights(view: View, chances: Sequence[CharacterChances]) -> list[float]:
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


def _works_for(clan: str, chances: CharacterChances, side: str) -> float:
    return sum(
        chance for character, chance in chances.items() if works_for(clan, character) == side
    )
