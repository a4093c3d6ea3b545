"""What a bot considers before it weighs moves, made from a view or within a playout."""

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
    passed_last,
    prior_chance,
    prior_chance_of_others,
    saboteur_chances,
    saboteur_counts,
)
from games.kinds.classic.bots.distances import CELL_BITS, Distances
from games.kinds.classic.rules.cards import DIGGER, PATHS, START_CELL, TILES
from games.kinds.classic.rules.legal import turn_moves
from games.kinds.classic.rules.moves import Move, Place
from games.kinds.classic.rules.state import Options, View

DECK_SIZE: Final = 67
MIN_SABOTEUR_PRIOR: Final = 0.05
OPENINGS: Final = {card: TILES[card, False].openings.bit_count() for card in PATHS}


class Outlook(NamedTuple):
    """What a seat knows and believes before it moves."""

    seat: Seat
    digging: bool
    options: Options
    survey: Distances
    broken: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...]
    chances: Sequence[float]
    """How likely each face-down goal is the treasure, in their order."""
    saboteur: Sequence[float]
    """How likely each seat is a saboteur, to this seat."""
    public: Sequence[float]
    """How likely each seat is a saboteur, to a spectator."""
    against: Sequence[float]
    """The evidence against each seat, to a spectator, as a logarithm."""
    usual: float
    """How likely any seat is a saboteur at the deal, to a spectator."""
    others: float
    """The same for any other seat, to this seat."""
    left: float
    """The part of the deck that is still to be played."""
    passed_before: bool
    """Whether this seat's last action was a discard."""
    case: str
    """The situation of this seat, which decides what its actions reveal."""
    temperament: Temperament = EVEN_TEMPER

    @property
    def need(self) -> float:
        """The expected number of cards missing to the treasure."""
        return expected(self.chances, self.survey.near)

    @property
    def knows_treasure(self) -> bool:
        return max(self.chances, default=1.0) > 0.999

    def moves(self) -> list[Move]:
        return turn_moves(self.options, self.survey.mine, self.broken, self.seat, self.hand)

    def tells(self, kind: str) -> float:
        """Return how much an action of this kind would look like a saboteur's."""
        return EVIDENCE[self.case, kind]

    def standing(self, seat: Seat) -> str:
        return behaviour.suspicion_level(self.public[seat], self.usual, self.against[seat])

    def trust(self, seat: Seat) -> float:
        """Return 1 for a certain digger, 0 for an unknown player, less for a suspect."""
        return 1 - self.saboteur[seat] / max(self.others, MIN_SABOTEUR_PRIOR)

    def is_off(self, cell: Cell) -> bool:
        """Tell whether a card there leads away from the likeliest goal."""
        if cell[0] < START_CELL[0]:
            return True
        place = max(range(len(self.chances)), key=self.chances.__getitem__)
        rings, near = self.survey.rings[place], self.survey.near[place]
        return (
            near < len(rings) and not CELL_BITS.get(cell, 0) & rings[min(near + 1, len(rings) - 1)]
        )

    def good_ends(self, near: Sequence[int], ends: int) -> int:
        """Count the open ends that are about as near to the likeliest goal as the best one."""
        place = max(range(len(near)), key=self.chances.__getitem__)
        rings = self.survey.rings[place]
        return (ends & rings[min(near[place], len(rings) - 1)]).bit_count()

    def goal(self, cell: Cell) -> float:
        return dict(zip(self.survey.goals, self.chances, strict=True)).get(cell, 0.0)


class DigEffect(NamedTuple):
    near: tuple[int, ...]
    """The cards then missing for each goal; 0 if it is reached."""
    gain: float
    """How many cards nearer the treasure is expected to be."""
    ends: int
    """The open ends after it."""
    kind: str
    """The kind of this action to spectators."""


def dig_effect(outlook: Outlook, need: float, move: Place) -> DigEffect:
    survey = outlook.survey
    ends = survey.ends_after(move.cell, TILES[move.card, move.turned])
    near = survey.near_after(ends)
    kind = behaviour.classify_path_card(survey.nearest, min(near, default=0), move.card)
    return DigEffect(near, need - expected(outlook.chances, near), ends, kind)


def expected(chances: Sequence[float], near: Sequence[int]) -> float:
    return sum([chance * steps for chance, steps in zip(chances, near, strict=True)])


def make_outlook(view: View, beliefs: Beliefs, temperament: Temperament = EVEN_TEMPER) -> Outlook:
    seat = view.turn if view.seat is None else view.seat
    survey = Distances(view.mine)
    own = [action.kind for action in beliefs.actions if action.seat == seat]
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
        (view.stock + sum(view.hand_sizes)) / DECK_SIZE,
        passed_last(own),
        behaviour.case_of(view.broken[seat], survey),
        temperament,
    )
