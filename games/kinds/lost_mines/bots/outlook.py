"""The race for the treasures: who is how far from which mine, and what may be hoped for.

`Race.hope` is the heart of every mind that looks at more than its own way: the points that a seat
may expect of all treasures that still lie there, from where the dwarfs stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import exp
from typing import ClassVar, Final, NamedTuple

from games.engine.notation import Joint, Seat
from games.engine.tunnels import Cell
from games.kinds.lost_mines.bots.distances import (
    BIT,
    FAR,
    Distances,
    Terrain,
    distances_from,
    distances_to,
    steps_to_nearest,
    terrain,
)
from games.kinds.lost_mines.bots.expectations import (
    UNTOLD,
    Chances,
    CharacterChances,
    Left,
    Prize,
    dealt_chances,
    less_one,
    mine_chances,
    prizes,
    treasures_left,
    weights,
)
from games.kinds.lost_mines.rules.cards import DRAGON, STEPS, STEPS_FROM_CAMPFIRE, feature
from games.kinds.lost_mines.rules.state import OpenTable
from games.kinds.lost_mines.rules.view import View

HEAD_START, A_TURN = 1.2, 2.4
"""Steps: so far a dwarf comes at once, and so many more with each turn, cards to lay included."""
LEAD, QUEUE = 0.15, 0.24
"""Turns: how little a lead must be to count, and how much less it counts for each treasure more."""
HASTE, SPARE = 0.47, 1.33
"""How sharply a round ends for whom it takes longer than their cards last, and how much longer
these last than they seem to."""
DELAY: Final = 0.08
"""What is a turn away is worth so much less: much can happen until then."""
DRAGON_HURTS: Final = 1.5
"""Points: what the dragon costs, since who has won nothing gives up nothing. (L26)"""
POINT: Final = 2
"""A mine whose next treasure is worth one point more is worth so many steps more."""

MineDistances = Mapping[Cell, Sequence[float]]
"""To each mine that is worth a walk, how far each seat's dwarf is from it."""


class Race(NamedTuple):
    """What counts for a seat, whatever the board looks like."""

    prizes: Mapping[Cell, Prize]
    weights: Sequence[float]
    """What a treasure that each seat takes is worth to this one, as a part of it."""
    me: Seat
    waits: Sequence[float]
    """How long each seat waits for its next walk, in turns."""
    turns: Sequence[float]
    """How many turns each seat still has."""
    delay: float = DELAY

    def ways(self, ground: Terrain, dwarfs: Sequence[Cell]) -> dict[Cell, Distances]:
        """How far it is to each mine that is worth a walk, from where the dwarfs stand."""
        until = 0
        for cell in dwarfs:
            until |= BIT[cell]
        return {
            cell: distances_to(ground, {cell: 0}, until)
            for cell, prize in self.prizes.items()
            if prize.next > 0
        }

    def hope(self, fars: MineDistances) -> float:
        """The points that may be expected of what still lies there."""
        return sum(self._from(cell, by_seat) for cell, by_seat in fars.items())

    def _from(self, cell: Cell, fars: Sequence[float]) -> float:
        """What may be expected of one mine: each has a claim, the sooner the better."""
        prize = self.prizes[cell]
        lead = LEAD + QUEUE * max(0.0, prize.treasures - 1)
        total = shared = own = likely = 0.0
        for seat, far in enumerate(fars):
            when = self.waits[seat] + max(0.0, far - HEAD_START) / A_TURN
            chance = 1 / (1 + exp(HASTE * (when - SPARE * self.turns[seat])))
            claim = chance / (when + lead) ** 2
            total += claim
            shared += claim * self.weights[seat] * exp(-self.delay * when)
            likely = max(likely, chance)
            if seat == self.me:
                own = claim
        return likely * (shared * prize.all - own * prize.dragon * DRAGON_HURTS) / total


def waits(table: OpenTable, me: Seat) -> list[float]:
    """Counted from the walk of the seat that is to choose now."""
    return [(seat - me) % table.seats / table.seats for seat in range(table.seats)]


def turns_left(hand_sizes: Sequence[int], stock: int) -> list[float]:
    """Their cards, and their part of what can still be drawn."""
    return [size + stock / len(hand_sizes) for size in hand_sizes]


def mine_distances(ways: Mapping[Cell, Distances], dwarfs: Sequence[Cell]) -> MineDistances:
    return {cell: [there.of(home) for home in dwarfs] for cell, there in ways.items()}


def delayed(free: MineDistances, barred: MineDistances, steps: int) -> dict[Cell, list[float]]:
    """Whoever a token stands in front of goes round it, or pays with so many steps."""
    return {
        cell: [min(round_it, far + steps) for round_it, far in zip(barred[cell], by, strict=True)]
        for cell, by in free.items()
    }


# What a seat makes of the table: the ground, the race on it, and what it hopes for.

WORTHLESS: Final = 0.04
"""Who hopes for less than this has nothing more to do."""


class Outlook:
    """A view, and what is made of it; each part is worked out when it is asked for."""

    POINT: ClassVar[int] = POINT
    """A mine whose next treasure is worth one point more is worth so many steps more."""

    def __init__(
        self,
        view: View,
        told: Mapping[Cell, Chances] = UNTOLD,
        characters: Sequence[CharacterChances] | None = None,
        idle: bool = False,
    ) -> None:
        self.view = view
        self.idle = idle
        """Has nobody laid a card since one's own last turn?"""
        self.me: Seat = view.turn if view.seat is None else view.seat
        self.home: Cell = view.dwarfs[self.me]
        self._told, self._characters = told, characters

    # --- what lies where --------------------------------------------------------------------------

    @cached_property
    def left(self) -> dict[str, Left]:
        return treasures_left(self.view)

    @cached_property
    def chances(self) -> dict[Cell, dict[str, float]]:
        return mine_chances(self.view, self._told)

    @cached_property
    def prizes(self) -> dict[Cell, Prize]:
        return prizes(self.view, self._told)

    def wants(self, cell: Cell) -> bool:
        """Is it a mine that may hold a treasure nobody has taken?"""
        prize = self.prizes.get(cell)
        return prize is not None and prize.next > 0

    def wakes(self, cell: Cell) -> float:
        """How likely the dragon wakes when one comes there."""
        prize = self.prizes.get(cell)
        return 0.0 if prize is None else prize.dragon

    @cached_property
    def ground(self) -> Terrain:
        return terrain(self.view)

    # --- one's own way ----------------------------------------------------------------------------

    @cached_property
    def ahead(self) -> dict[Cell, int]:
        """From each cell to the nearest mine; a poorer one counts as farther away."""
        worth = {cell: prize.next - prize.dragon for cell, prize in self.prizes.items()}
        best = max(worth.values())
        wanted = (
            (cell, round(self.POINT * (best - value)))
            for cell, value in worth.items()
            if self.prizes[cell].next > 0
        )
        return steps_to_nearest(self.ground, tuple(wanted))

    @cached_property
    def behind(self) -> dict[Cell, int]:
        """From one's own dwarf to each cell."""
        return distances_from(self.ground, self.home).by_cell()

    @cached_property
    def rear(self) -> int:
        """How far the dwarf is that is farthest from a mine."""
        return max(self.ahead.get(cell, FAR) for cell in self.view.dwarfs)

    @cached_property
    def far(self) -> int:
        """How far one's own dwarf is from the mine it wants."""
        return self.ahead.get(self.home, FAR)

    # --- the race ---------------------------------------------------------------------------------

    @cached_property
    def characters(self) -> Sequence[CharacterChances]:
        return self._characters or dealt_chances(self.view)

    @cached_property
    def weights(self) -> list[float]:
        return weights(self.view, self.characters)

    @cached_property
    def race(self) -> Race:
        view = self.view
        turns = turns_left(view.hand_sizes, view.stock)
        return Race(self.prizes, self.weights, self.me, waits(view, self.me), turns)

    @cached_property
    def ways(self) -> dict[Cell, Distances]:
        """From every cell to each mine that is worth a walk."""
        return {
            cell: distances_to(self.ground, {cell: 0})
            for cell, prize in self.prizes.items()
            if prize.next > 0
        }

    @cached_property
    def fars(self) -> MineDistances:
        return self.fars_on(self.ground)

    @cached_property
    def hope(self) -> float:
        """What may be hoped for as the table is."""
        return self.race.hope(self.fars)

    @cached_property
    def hopeless(self) -> bool:
        """Is there hardly anything left to win, however long one waits?"""
        return self.race._replace(delay=0.0).hope(self.fars) < WORTHLESS

    @cached_property
    def value(self) -> float:
        """The same before one's own walk, which may bring a treasure home at once."""
        return self.value_of(self.fars)

    def value_on(self, ground: Terrain) -> float:
        """The same if the board were so."""
        return self.value_of(self.fars_on(ground))

    def value_with_token(self, joint: Joint, steps: int) -> float:
        """The same if a token on this joint cost whoever passes so many steps."""
        barred = self.race.ways(self.ground.barred(joint), self.view.dwarfs)
        return self.value_of(delayed(self.fars, mine_distances(barred, self.view.dwarfs), steps))

    def value_of(self, far: MineDistances) -> float:
        """What may be hoped for, or taken at once by who is near enough."""
        near = [cell for cell, by in far.items() if by[self.me] <= STEPS]
        return (
            max(
                self.race.hope(far),
                *(self.taken(cell, None) + self.hope_from(far, cell, True) for cell in near),
            )
            if near
            else self.race.hope(far)
        )

    # --- a walk -----------------------------------------------------------------------------------

    def taken(self, cell: Cell, number: int | None) -> float:
        """What one expects to take at a mine: the treasure named, if the mine is of its kind."""
        own, found = self.weights[self.me], 0.0
        for kind, chance in self.chances[cell].items():
            if kind != DRAGON and (left := self.left[kind]).worth:
                named = [value for value, other in left.worth if other == number]
                found += chance * own * (named[0] if named else left.all / len(left.worth))
        return found - self.prizes[cell].dragon * DRAGON_HURTS

    def hope_from(self, far: MineDistances, end: Cell, took: bool) -> float:
        """What may be hoped for from there, with a treasure taken there or not; one's next walk is
        a whole turn away."""
        waiting = [1.0 if seat == self.me else wait for seat, wait in enumerate(self.race.waits)]
        after = {
            cell: [
                self._from(end, self.ways[cell].of(end)) if seat == self.me else steps
                for seat, steps in enumerate(by)
            ]
            for cell, by in far.items()
        }
        left = less_one(self.prizes, end) if took else self.prizes
        return self.race._replace(waits=waiting, prizes=left).hope(after)

    # --- distances --------------------------------------------------------------------------------

    def fars_on(self, ground: Terrain) -> MineDistances:
        """How far everybody is; trolls that stand there now cost a turn, or a way round."""
        dwarfs = self.view.dwarfs
        free = mine_distances(self.race.ways(ground, dwarfs), dwarfs)
        if self.view.trolls:
            for joint, _ in self.view.trolls:
                ground = ground.barred(joint)
            free = delayed(free, mine_distances(self.race.ways(ground, dwarfs), dwarfs), STEPS)
        if not any(home in self.fires for home in dwarfs):
            return free
        return {cell: list(map(self._from, dwarfs, by)) for cell, by in free.items()}

    @cached_property
    def fires(self) -> set[Cell]:
        """Where campfires burn. (L12)"""
        tiles, special = self.view.mine.tiles, self.view.mine.special
        return {cell for cell in special if feature(tiles[cell].name) == "campfire"}

    def _from(self, home: Cell, far: float) -> float:
        """Who sets out from a campfire goes two steps more. It counts as not quite there, for a
        card may be missing on the way."""
        if home not in self.fires:
            return far
        return max(min(far, STEPS + 0.5), far - STEPS_FROM_CAMPFIRE + STEPS)

    @property
    def lost(self) -> bool:
        """There is no way to any treasure."""
        return self.far >= FAR
