"""The race for the treasures: the distances of all dwarfs from the mines, and the points expected.

`Race.hope` is at the heart of the normal and hard bots: the points that a seat can expect from all
treasures left, given where the dwarfs stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import exp
from typing import ClassVar, Final, NamedTuple

from games.engine.notation import Joint, Seat
from games.engine.tunnels import Cell
from games.kinds.lost_mines.bots import expectations
from games.kinds.lost_mines.bots.distances import (
    BIT,
    UNREACHABLE,
    Distances,
    Terrain,
    distances_from,
    distances_to,
    steps_to_nearest,
    terrain,
)
from games.kinds.lost_mines.rules.cards import DRAGON, STEPS, STEPS_FROM_CAMPFIRE, feature
from games.kinds.lost_mines.rules.state import OpenTable, View

HEAD_START, STEPS_PER_TURN = 1.2, 2.4
"""How many steps a dwarf gets at once, and with each further turn, including cards to lay."""
LEAD_SMOOTHING, TREASURE_SMOOTHING = 0.15, 0.24
"""In turns: higher values make a lead count less. The second is for each further treasure."""
CHANCE_FALLOFF, TURNS_FACTOR = 0.47, 1.33
"""How sharply the chance falls once a walk takes longer than a seat's cards last, and how much
longer they last than they seem to."""
TURN_DISCOUNT: Final = 0.08
DRAGON_LOSS: Final = 1.5
"""In points, on average: less than two, since a player may have nothing to give up. (L26)"""

MineDistances = Mapping[Cell, Sequence[float]]
"""The distance of each seat's dwarf from each mine that is worth a walk."""


class Race(NamedTuple):
    """What counts for a seat, independent of the board."""

    prizes: Mapping[Cell, expectations.Prize]
    weights: Sequence[float]
    """For each seat, what part of its treasures' worth this seat gets."""
    me: Seat
    waits: Sequence[float]
    """The turns until each seat's next walk."""
    turns: Sequence[float]
    """The number of turns each seat still has."""
    delay: float = TURN_DISCOUNT

    def ways(self, ground: Terrain, dwarfs: Sequence[Cell]) -> dict[Cell, Distances]:
        """Return the distances to each mine worth a walk, at least those of these dwarfs."""
        until = 0
        for cell in dwarfs:
            until |= BIT[cell]
        return {
            cell: distances_to(ground, {cell: 0}, until)
            for cell, prize in self.prizes.items()
            if prize.next > 0
        }

    def hope(self, fars: MineDistances) -> float:
        """Return the points expected from all treasures left."""
        return sum(self._from(cell, by_seat) for cell, by_seat in fars.items())

    def _from(self, cell: Cell, fars: Sequence[float]) -> float:
        """Return the points expected from one mine; the nearer a seat, the stronger its claim."""
        prize = self.prizes[cell]
        lead = LEAD_SMOOTHING + TREASURE_SMOOTHING * max(0.0, prize.treasures - 1)
        total = shared = own = likely = 0.0
        for seat, far in enumerate(fars):
            when = self.waits[seat] + max(0.0, far - HEAD_START) / STEPS_PER_TURN
            chance = 1 / (1 + exp(CHANCE_FALLOFF * (when - TURNS_FACTOR * self.turns[seat])))
            claim = chance / (when + lead) ** 2
            total += claim
            shared += claim * self.weights[seat] * exp(-self.delay * when)
            likely = max(likely, chance)
            if seat == self.me:
                own = claim
        return likely * (shared * prize.all - own * prize.dragon * DRAGON_LOSS) / total


def waits(table: OpenTable, me: Seat) -> list[float]:
    """Return the turns until each seat walks, from the walk of this seat."""
    return [(seat - me) % table.seats / table.seats for seat in range(table.seats)]


def turns_left(hand_sizes: Sequence[int], stock: int) -> list[float]:
    """Return each seat's turns left: its cards and its part of the stock."""
    return [size + stock / len(hand_sizes) for size in hand_sizes]


def mine_distances(ways: Mapping[Cell, Distances], dwarfs: Sequence[Cell]) -> MineDistances:
    return {cell: [there.of(home) for home in dwarfs] for cell, there in ways.items()}


def delayed(free: MineDistances, barred: MineDistances, steps: int) -> dict[Cell, list[float]]:
    """Return the distances where a token can be passed for `steps` more or avoided."""
    return {
        cell: [min(round_it, far + steps) for round_it, far in zip(barred[cell], by, strict=True)]
        for cell, by in free.items()
    }


HOPELESS_THRESHOLD: Final = 0.04


class Outlook:
    """A view, and what follows from it, computed when needed."""

    STEPS_PER_POINT: ClassVar[int] = 2
    """How many more steps a point more at a mine's next treasure is worth."""

    def __init__(
        self,
        view: View,
        told: Mapping[Cell, expectations.Chances] = expectations.UNTOLD,
        characters: Sequence[expectations.CharacterChances] | None = None,
        idle: bool = False,
    ) -> None:
        self.view = view
        self.idle = idle
        """Whether nobody has laid a card since one's own last turn."""
        self.me: Seat = view.turn if view.seat is None else view.seat
        self.home: Cell = view.dwarfs[self.me]
        self._told, self._characters = told, characters

    @cached_property
    def left(self) -> dict[str, expectations.Left]:
        return expectations.treasures_left(self.view)

    @cached_property
    def chances(self) -> dict[Cell, dict[str, float]]:
        return expectations.mine_chances(self.view, self._told)

    @cached_property
    def prizes(self) -> dict[Cell, expectations.Prize]:
        return expectations.prizes(self.view, self._told)

    def wants(self, cell: Cell) -> bool:
        """Tell whether it is a mine that may hold a treasure."""
        prize = self.prizes.get(cell)
        return prize is not None and prize.next > 0

    def wakes(self, cell: Cell) -> float:
        """Return how likely the dragon wakes when one goes there."""
        prize = self.prizes.get(cell)
        return 0.0 if prize is None else prize.dragon

    @cached_property
    def ground(self) -> Terrain:
        return terrain(self.view)

    @cached_property
    def ahead(self) -> dict[Cell, int]:
        """The distance from each cell to the nearest mine; poorer mines count as farther."""
        worth = {cell: prize.next - prize.dragon for cell, prize in self.prizes.items()}
        best = max(worth.values())
        wanted = (
            (cell, round(self.STEPS_PER_POINT * (best - value)))
            for cell, value in worth.items()
            if self.prizes[cell].next > 0
        )
        return steps_to_nearest(self.ground, tuple(wanted))

    @cached_property
    def behind(self) -> dict[Cell, int]:
        """The distance from one's own dwarf to each cell."""
        return distances_from(self.ground, self.home).by_cell()

    @cached_property
    def rear(self) -> int:
        """The distance from a mine of the dwarf that is farthest from one."""
        return max(self.ahead.get(cell, UNREACHABLE) for cell in self.view.dwarfs)

    @cached_property
    def far(self) -> int:
        """The distance of one's own dwarf from the mine it wants."""
        return self.ahead.get(self.home, UNREACHABLE)

    @cached_property
    def characters(self) -> Sequence[expectations.CharacterChances]:
        return self._characters or expectations.dealt_chances(self.view)

    @cached_property
    def weights(self) -> list[float]:
        return expectations.weights(self.view, self.characters)

    @cached_property
    def race(self) -> Race:
        view = self.view
        turns = turns_left(view.hand_sizes, view.stock)
        return Race(self.prizes, self.weights, self.me, waits(view, self.me), turns)

    @cached_property
    def ways(self) -> dict[Cell, Distances]:
        return self.race.ways(self.ground, ())

    @cached_property
    def fars(self) -> MineDistances:
        return self.fars_on(self.ground)

    @cached_property
    def hope(self) -> float:
        """The points expected in the current position."""
        return self.race.hope(self.fars)

    @cached_property
    def hopeless(self) -> bool:
        """Whether there is hardly anything left to win, however long one waits."""
        return self.race._replace(delay=0.0).hope(self.fars) < HOPELESS_THRESHOLD

    @cached_property
    def value(self) -> float:
        """The points expected before one's own walk, which may bring a treasure at once."""
        return self.value_of(self.fars)

    def value_on(self, ground: Terrain) -> float:
        return self.value_of(self.fars_on(ground))

    def value_with_token(self, joint: Joint, steps: int) -> float:
        """Return the value with a token on this joint that costs this many steps to pass."""
        barred = self.race.ways(self.ground.barred(joint), self.view.dwarfs)
        return self.value_of(delayed(self.fars, mine_distances(barred, self.view.dwarfs), steps))

    def value_of(self, far: MineDistances) -> float:
        """Return the points expected with these distances, with a treasure at once if near."""
        near = [cell for cell, by in far.items() if by[self.me] <= STEPS]
        return (
            max(
                self.race.hope(far),
                *(self.taken(cell, None) + self.hope_from(far, cell, True) for cell in near),
            )
            if near
            else self.race.hope(far)
        )

    def taken(self, cell: Cell, number: int | None) -> float:
        """Return the expected gain at a mine: the treasure named, if it is of the mine's kind."""
        own, found = self.weights[self.me], 0.0
        for kind, chance in self.chances[cell].items():
            if kind != DRAGON and (left := self.left[kind]).worth:
                named = [value for value, other in left.worth if other == number]
                found += chance * own * (named[0] if named else left.all / len(left.worth))
        return found - self.prizes[cell].dragon * DRAGON_LOSS

    def hope_from(self, far: MineDistances, end: Cell, took: bool) -> float:
        """Return the points expected after a walk that ends there, perhaps with a treasure."""
        waiting = [1.0 if seat == self.me else wait for seat, wait in enumerate(self.race.waits)]
        after = {
            cell: [
                self._from(end, self.ways[cell].of(end)) if seat == self.me else steps
                for seat, steps in enumerate(by)
            ]
            for cell, by in far.items()
        }
        left = expectations.less_one(self.prizes, end) if took else self.prizes
        return self.race._replace(waits=waiting, prizes=left).hope(after)

    def fars_on(self, ground: Terrain) -> MineDistances:
        """Return everybody's distances; trolls on the board cost a turn or a detour."""
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
        """The cells with a campfire. (L12)"""
        tiles, special = self.view.mine.tiles, self.view.mine.special
        return {cell for cell in special if feature(tiles[cell].name) == "campfire"}

    def _from(self, home: Cell, far: float) -> float:
        """Return the distance from home, shortened by two steps at a campfire.

        It never counts as quite there, since a card may be missing on the way.
        """
        if home not in self.fires:
            return far
        return max(min(far, STEPS + 0.5), far - STEPS_FROM_CAMPFIRE + STEPS)

    @property
    def lost(self) -> bool:
        """Whether there is no way to any treasure."""
        return self.far >= UNREACHABLE
