"""What a seat makes of the table: the ground, the race on it, and what it hopes for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

from games.kinds.lost_mines.minds.prizes import (
    UNTOLD,
    Chances,
    Left,
    Prize,
    less_one,
    mine_chances,
    prizes,
    treasures_left,
)
from games.kinds.lost_mines.minds.race import (
    DRAGON_HURTS,
    POINT,
    Fars,
    Race,
    delayed,
    fars,
    turns_left,
    waits,
)
from games.kinds.lost_mines.minds.sides import Character, dealt_chances, weights
from games.kinds.lost_mines.minds.terrain import (
    FAR,
    Distances,
    Terrain,
    steps_to_nearest,
    terrain,
    ways_from,
    ways_to,
)
from games.kinds.lost_mines.rules.cards import DRAGON, STEPS, STEPS_FROM_CAMPFIRE, feature
from games.kinds.lost_mines.rules.view import View
from games.mine.notation import Joint, Seat
from games.mine.tunnels import Cell

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
        characters: Sequence[Character] | None = None,
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
        return ways_from(self.ground, self.home).by_cell()

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
    def characters(self) -> Sequence[Character]:
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
            cell: ways_to(self.ground, {cell: 0})
            for cell, prize in self.prizes.items()
            if prize.next > 0
        }

    @cached_property
    def fars(self) -> Fars:
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
        return self.value_of(delayed(self.fars, fars(barred, self.view.dwarfs), steps))

    def value_of(self, far: Fars) -> float:
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

    def hope_from(self, far: Fars, end: Cell, took: bool) -> float:
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

    def fars_on(self, ground: Terrain) -> Fars:
        """How far everybody is; trolls that stand there now cost a turn, or a way round."""
        dwarfs = self.view.dwarfs
        free = fars(self.race.ways(ground, dwarfs), dwarfs)
        if self.view.trolls:
            for joint, _ in self.view.trolls:
                ground = ground.barred(joint)
            free = delayed(free, fars(self.race.ways(ground, dwarfs), dwarfs), STEPS)
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
