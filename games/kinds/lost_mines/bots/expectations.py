"""What a seat expects of the mines and of the other players. (L3, L4, L14, L22, L25)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.notation import Seat
from games.engine.state import without
from games.engine.tunnels import Cell
from games.kinds.lost_mines.rules import cards
from games.kinds.lost_mines.rules.rounds import works_for
from games.kinds.lost_mines.rules.state import View

Chances = Mapping[str, float]
"""How likely each kind of mine is."""


class Prize(NamedTuple):
    """One seat's expectations of a mine's contents."""

    next: float
    """The worth of the next treasure taken there; 0 if none is left."""
    all: float
    """The worth of all treasures left there."""
    treasures: float
    """The number of treasures left there."""
    dragon: float
    """How likely the dragon is still asleep there."""


class Left(NamedTuple):
    """The treasures left of one kind: worth and number, best first."""

    worth: tuple[tuple[float, int], ...]

    @property
    def next(self) -> float:
        return self.worth[0][0] if self.worth else 0.0

    @property
    def all(self) -> float:
        return sum(value for value, _ in self.worth)


def treasures_left(view: View) -> dict[str, Left]:
    """Return the treasures left by kind; unknown values count as their mean."""
    return _all_left(view.kinds, view.values, view.takers)


Values = tuple[int | None, ...]
Takers = tuple[Seat | None, ...]
Mines = tuple[tuple[Cell, str | None], ...]
"""What a seat knows of each mine."""


@lru_cache(maxsize=4096)
def _all_left(kinds: tuple[str, ...], values: Values, takers: Takers) -> dict[str, Left]:
    """Return the treasures left of each kind. Cached: don't change the result."""
    means = {kind: _mean_unknown(kind, kinds, values) for kind in cards.TREASURES}
    left = [
        (kind, float(means[kind] if value is None else value), number)
        for number, (kind, value, taker) in enumerate(zip(kinds, values, takers, strict=True), 1)
        if taker is None
    ]
    left.sort(key=lambda treasure: (-treasure[1], treasure[2]))
    return {
        kind: Left(tuple((worth, number) for other, worth, number in left if other == kind))
        for kind in cards.TREASURES
    }


def _mean_unknown(kind: str, kinds: tuple[str, ...], values: Values) -> float:
    """Return the mean value of a kind without the treasures whose value this seat knows."""
    left = list(cards.TREASURES[kind])
    for other, value in zip(kinds, values, strict=True):
        if other == kind and value in left:
            left.remove(value)
    return sum(left) / len(left) if left else 1.0


UNTOLD: Final[Mapping[Cell, Chances]] = {}
"""Nothing was inferred from others' moves."""


def mine_chances(view: View, told: Mapping[Cell, Chances] = UNTOLD) -> dict[Cell, dict[str, float]]:
    """Return how likely each mine is of each kind; `told` is what others' moves reveal."""
    return _chances(view.mines, told) if told else chances_untold(view.mines)


def _chances(mines: Mines, told: Mapping[Cell, Chances]) -> dict[Cell, dict[str, float]]:
    known = [kind for _, kind in mines]
    kinds = [kind for kind in cards.MINES if kind not in known]
    return {
        cell: {kind: 1.0} if kind is not None else _kind_shares(kinds, told.get(cell, {}))
        for cell, kind in mines
    }


@lru_cache(maxsize=4096)
def chances_untold(mines: Mines) -> dict[Cell, dict[str, float]]:
    """Return the chances by the cards alone. Cached: don't change the result."""
    return _chances(mines, UNTOLD)


def _kind_shares(kinds: list[str], told: Chances) -> dict[str, float]:
    weights = {kind: told.get(kind, 1.0) for kind in kinds}
    total = sum(weights.values()) or 1.0
    return {kind: weight / total for kind, weight in weights.items()}


def prizes(view: View, told: Mapping[Cell, Chances] = UNTOLD) -> dict[Cell, Prize]:
    asleep = tuple(cell for cell in view.mine.hidden if cell not in view.turning)
    if not told:
        return _prizes_untold(view.mines, asleep, view.kinds, view.values, view.takers)
    return _prizes(mine_chances(view, told), asleep, treasures_left(view))


@lru_cache(maxsize=4096)
def _prizes_untold(
    mines: Mines, asleep: tuple[Cell, ...], kinds: tuple[str, ...], values: Values, takers: Takers
) -> dict[Cell, Prize]:
    """Return what this seat expects of each mine. Cached: don't change the result."""
    return _prizes(chances_untold(mines), asleep, _all_left(kinds, values, takers))


def _prizes(
    chances: Mapping[Cell, Chances], asleep: tuple[Cell, ...], left: Mapping[str, Left]
) -> dict[Cell, Prize]:
    return {cell: _prize(there, cell in asleep, left) for cell, there in chances.items()}


def _prize(chances: Chances, asleep: bool, left: Mapping[str, Left]) -> Prize:
    found = [(chance, left[kind]) for kind, chance in chances.items() if kind != cards.DRAGON]
    return Prize(
        next=sum(chance * there.next for chance, there in found),
        all=sum(chance * there.all for chance, there in found),
        treasures=sum(chance * len(there.worth) for chance, there in found),
        dragon=chances.get(cards.DRAGON, 0.0) if asleep else 0.0,
    )


def less_one(prizes: Mapping[Cell, Prize], cell: Cell) -> dict[Cell, Prize]:
    """Return the prizes with one treasure less at a mine, which is now face up."""
    prize = prizes[cell]
    count = max(0.0, prize.treasures - 1)
    rest = Prize(prize.next * min(1.0, count), max(0.0, prize.all - prize.next), count, 0.0)
    return {**prizes, cell: rest}


CharacterChances = Mapping[str, float]
"""How likely each character of a player is."""
FINDER_GAIN: Final = 0.12
"""The part of a treasure that one gains in a clan of two, since the remainder of a share goes to
the bringer of the best treasure. (L25)"""


def own_character(view: View) -> str:
    """Return one's own character; loyal if it isn't known."""
    return view.characters[_me(view)] or cards.LOYAL


def _me(view: View) -> Seat:
    return view.turn if view.seat is None else view.seat


def dealt_chances(view: View) -> list[dict[str, float]]:
    """Return the chances of each seat's character by the cards left for its clan."""
    pool = Counter(cards.dwarf_pool(view.seats))
    for clan, known in zip(view.clans, view.characters, strict=True):
        if known is not None and pool[clan, known]:
            pool[clan, known] -= 1
    return [
        {known: 1.0} if known else _character_shares(pool, clan)
        for clan, known in zip(view.clans, view.characters, strict=True)
    ]


def _character_shares(pool: Mapping[tuple[str, str], int], clan: str) -> dict[str, float]:
    total = sum(pool[clan, character] for character in cards.CHARACTERS)
    return {
        character: pool[clan, character] / total if total else float(character == cards.LOYAL)
        for character in cards.CHARACTERS
    }


def weights(view: View, chances: Sequence[CharacterChances]) -> list[float]:
    """Return for each seat what part of its treasures' worth this seat gets."""
    me = _me(view)
    character = own_character(view)
    if character == cards.SELFISH:
        return [float(seat == me) for seat in range(view.seats)]
    side = works_for(view.clans[me], character)
    with_me = [
        1.0 if seat == me else _works_for(view.clans[seat], chances[seat], side)
        for seat in range(view.seats)
    ]
    others = [chance for seat, chance in enumerate(with_me) if seat != me and chance > 0]
    return [
        _own_part(others) if seat == me else chance and chance * _part(without(others, chance))
        for seat, chance in enumerate(with_me)
    ]


def _own_part(others: Sequence[float]) -> float:
    """Return what part of one's own treasures one keeps."""
    return sum(
        chance * (1 + FINDER_GAIN * size) / (1 + size) for size, chance in enumerate(_sizes(others))
    )


def _part(others: Sequence[float]) -> float:
    """Return what part one gets of the treasures of a certain ally."""
    return sum(chance / (2 + size) for size, chance in enumerate(_sizes(others)))


def _sizes(others: Sequence[float]) -> list[float]:
    """Return how likely none of these is on one's side, one of them, and so on."""
    chances = [1.0]
    for chance in others:
        alone, joined = [*chances, 0.0], [0.0, *chances]
        chances = [a * (1 - chance) + b * chance for a, b in zip(alone, joined, strict=True)]
    return chances


def _works_for(clan: str, chances: CharacterChances, side: str) -> float:
    return sum(
        chance for character, chance in chances.items() if works_for(clan, character) == side
    )
