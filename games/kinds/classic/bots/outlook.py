"""All that a policy looks at before it weighs its moves: made from a view, or within a playout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.bots import EVEN_TEMPER, Temperament
from games.engine.notation import Seat
from games.engine.tunnels import Cell
from games.kinds.classic.bots import behaviour
from games.kinds.classic.bots.beliefs import (
    EVIDENCE,
    Beliefs,
    prior_chance,
    prior_chance_of_others,
    saboteur_chances,
    saboteur_counts,
)
from games.kinds.classic.bots.distances import CELL_BITS, Distances
from games.kinds.classic.rules.cards import DIGGER, PATHS, START_CELL, TILES
from games.kinds.classic.rules.legal import turn_moves
from games.kinds.classic.rules.moves import Move, Place
from games.kinds.classic.rules.state import Options
from games.kinds.classic.rules.view import View

DECK: Final = 67
LEAST: Final = 0.05
"""Nobody is trusted more than if one in twenty were a saboteur."""
SIDES: Final = {card: TILES[card, False].openings.bit_count() for card in PATHS}


class Outlook(NamedTuple):
    """What a seat knows and believes when it is about to move."""

    seat: Seat
    digging: bool
    options: Options
    survey: Distances
    broken: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    chances: Sequence[float]
    """How likely the treasure lies under each face-down goal, in their order."""
    saboteur: Sequence[float]
    """How likely each seat is a saboteur, to this seat."""
    public: Sequence[float]
    """How likely each seat is a saboteur, to somebody who only watches."""
    against: Sequence[float]
    """What speaks against each seat, to somebody who only watches, as a logarithm."""
    usual: float
    """How likely anybody was at the deal, to somebody who only watches."""
    others: float
    """How likely any of the others was at the deal, to this seat."""
    left: float
    """Which part of the deck is still to be played."""
    passed_before: bool
    """Was the last thing this seat did to throw a card away?"""
    case: str
    """The case in which this seat is, for what its deeds tell."""
    manner: Temperament = EVEN_TEMPER

    @property
    def need(self) -> float:
        """How many cards the treasure is away, as far as one knows."""
        return expected(self.chances, self.survey.near)

    @property
    def knows_treasure(self) -> bool:
        return max(self.chances, default=1.0) > 0.999

    def moves(self) -> list[Move]:
        return turn_moves(self.options, self.survey.mine, self.broken, self.seat, self.hand)

    def tells(self, kind: str) -> float:
        """How much doing this would speak for a saboteur, to the others."""
        return EVIDENCE[self.case, kind]

    def standing(self, seat: Seat) -> str:
        return behaviour.suspicion_level(self.public[seat], self.usual, self.against[seat])

    def trust(self, seat: Seat) -> float:
        """1 for who is surely a digger, 0 for a stranger, less for who is suspected."""
        return 1 - self.saboteur[seat] / max(self.others, LEAST)

    def is_off(self, cell: Cell) -> bool:
        """Does a card there lead nowhere near the likeliest goal: behind the start, say?"""
        if cell[0] < START_CELL[0]:
            return True
        place = max(range(len(self.chances)), key=self.chances.__getitem__)
        rings, near = self.survey.rings[place], self.survey.near[place]
        return (
            near < len(rings) and not CELL_BITS.get(cell, 0) & rings[min(near + 1, len(rings) - 1)]
        )

    def good_ends(self, near: Sequence[int], ends: int) -> int:
        """Of these open ends, those from which the likeliest goal is hardly farther than from the
        best."""
        place = max(range(len(near)), key=self.chances.__getitem__)
        rings = self.survey.rings[place]
        return (ends & rings[min(near[place], len(rings) - 1)]).bit_count()

    def goal(self, cell: Cell) -> float:
        """How likely the treasure lies under this goal."""
        return dict(zip(self.survey.goals, self.chances, strict=True)).get(cell, 0.0)


class DigEffect(NamedTuple):
    """What laying a card would do."""

    near: tuple[int, ...]
    """For each goal, the cards that are then missing; 0 is reached."""
    gain: float
    """How many cards nearer the treasure would be, as far as one knows."""
    ends: int
    """The open ends that there are then."""
    kind: str
    """What kind of thing that is, to those who watch."""


def dig_effect(outlook: Outlook, need: float, move: Place) -> DigEffect:
    survey = outlook.survey
    ends = survey.ends_after(move.cell, TILES[move.card, move.turned])
    near = survey.near_after(ends)
    kind = behaviour.classify_path_card(survey.nearest, min(near, default=0), move.card)
    return DigEffect(near, need - expected(outlook.chances, near), ends, kind)


def expected(chances: Sequence[float], near: Sequence[int]) -> float:
    return sum([chance * steps for chance, steps in zip(chances, near, strict=True)])


def make_outlook(view: View, beliefs: Beliefs, manner: Temperament = EVEN_TEMPER) -> Outlook:
    """What this seat knows and believes."""
    seat = view.turn if view.seat is None else view.seat
    survey = Distances(view.mine)
    own = [deed.kind for deed in beliefs.deeds if deed.seat == seat]
    return Outlook(
        seat,
        view.roles[seat] == DIGGER,
        view.options,
        survey,
        view.broken,
        view.hand,
        tuple(beliefs.treasure[goal] for goal in survey.goals),
        beliefs.saboteur,
        tuple(saboteur_chances(beliefs.public, saboteur_counts(view.options, view.seats))),
        beliefs.public,
        prior_chance(view.options, view.seats),
        prior_chance_of_others(view.options, view.seats, view.roles[seat]),
        (view.stock + sum(view.hand_sizes)) / DECK,
        bool(own) and own[-1] in (behaviour.PASSED, behaviour.PASSED_AGAIN),
        behaviour.case_of(view.broken[seat], survey),
        manner,
    )
