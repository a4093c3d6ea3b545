"""A round played on to its end by the normal policy, each seat with what it knows in that world.

What the seats think of each other goes along: whoever does what saboteurs do is believed to be one,
by everybody who sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final

from games.kinds.classic.minds import deeds
from games.kinds.classic.minds.beliefs import (
    EVIDENCE,
    common_nearest,
    usual,
    usual_of_others,
)
from games.kinds.classic.minds.outlook import DECK, Outlook
from games.kinds.classic.minds.policy import weigh, worth
from games.kinds.classic.minds.prospects import chance, treasure
from games.kinds.classic.minds.survey import Survey
from games.kinds.classic.rules.cards import DIGGER, TREASURE
from games.kinds.classic.rules.judge import play
from games.kinds.classic.rules.moves import Break, Discard, Move, Place, PlayAt, Repair
from games.kinds.classic.rules.state import State
from games.mine.notation import Seat

SURE: Final = 0.03
"""Nobody is surer than this of anybody."""
WHOLE: Final = 1000
"""More moves than a round can have."""


class Playout:
    """A round in one world, on its way to the end."""

    __slots__ = ("_usual", "events", "evidence", "passed", "state", "survey")

    def __init__(self, state: State, evidence: Sequence[float], survey: Survey) -> None:
        self.state = state
        self.survey = survey
        self.evidence = list(evidence)
        self.passed = [False] * state.seats
        self._usual = usual(state.options, state.seats)

    def result(self, moves: int = WHOLE) -> float:
        """How well it goes for the diggers, from 0 to 1, as far as so many moves tell."""
        while self.state.phase == "play" and moves:
            self.step(best(self.outlook()))
            moves -= 1
        if self.state.phase == "play":
            return chance(self.state, self.survey, self.evidence)
        return float(treasure(self.state) in self.state.mine.tiles)

    def step(self, move: Move) -> None:
        """This move, and what everybody makes of it."""
        seat, before = self.state.turn, self.survey
        case = deeds.case_of(self.state.broken[seat], before)
        progress = play(self.state, seat, move)
        if progress.after.mine is not self.state.mine:
            self.survey = Survey(progress.after.mine)
        kind = self._kind(seat, move, before)
        self.evidence[seat] += EVIDENCE[case, kind]
        self.passed[seat] = isinstance(move, Discard)
        self.state = progress.after

    def _kind(self, seat: Seat, move: Move, before: Survey) -> str:
        match move:
            case Place():
                return deeds.laid(*common_nearest(before, self.survey), move.card)
            case Discard():
                return deeds.PASSED_AGAIN if self.passed[seat] else deeds.PASSED
            case Repair() if move.seat == seat:
                return deeds.MENDED_OWN
            case Repair():
                return deeds.mended(self._standing(move.seat))
            case Break():
                return deeds.broke(self._standing(move.seat))
            case PlayAt(card="map"):
                return deeds.LOOKED
        return deeds.fell(before.nearest, self.survey.nearest)

    def _standing(self, seat: Seat) -> str:
        chance = self._believed(self._usual)[seat]
        return deeds.standing(chance, self._usual, self.evidence[seat])

    def _believed(self, usual: float) -> list[float]:
        """How likely each is a saboteur, if that is how likely anybody was; nearly so."""
        share = min(max(usual, SURE), 1 - SURE)
        mean = sum(self.evidence) / self.state.seats
        shift = log(share / (1 - share)) - mean
        return [1 / (1 + exp(-shift - speaks)) for speaks in self.evidence]

    def outlook(self) -> Outlook:
        """What the seat on turn knows and believes."""
        state, seat = self.state, self.state.turn
        role = state.roles[seat]
        others = usual_of_others(state.options, state.seats, role)
        return Outlook(
            seat,
            role == DIGGER,
            state.options,
            self.survey,
            state.broken,
            state.hands[seat],
            self._chances(seat),
            self._believed(others),
            self._believed(self._usual),
            self.evidence,
            self._usual,
            others,
            (len(state.stock) + sum(map(len, state.hands))) / DECK,
            self.passed[seat],
            deeds.case_of(state.broken[seat], self.survey),
        )

    def _chances(self, seat: Seat) -> tuple[float, ...]:
        """How likely each face-down goal is the treasure, to this seat."""
        seen = self.state.looked[seat]
        names = dict(self.state.goals)
        hidden = self.survey.goals
        known = [goal for goal in hidden if goal in seen and names[goal] == TREASURE]
        possible = known or [goal for goal in hidden if goal not in seen]
        return tuple([(goal in possible) / len(possible) for goal in hidden])


def best(outlook: Outlook) -> Move:
    """What the normal policy would do; the first of several that are as good."""
    return max(weigh(outlook), key=worth)[1]
