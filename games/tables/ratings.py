"""How well somebody plays, as a guess and how unsure it is: OpenSkill reckons it. (decision 120)

Pure: no rows, no clock. `services/counting.py` says who met whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

MODEL: Final = PlackettLuce()
SCALE: Final = 40
START: Final = 1000
"""What a newcomer is shown; a whole guess weighs `SCALE` points."""


class Skill(NamedTuple):
    """A guess, and how unsure it is."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def number(self) -> int:
        """What we are sure of: it grows with the guess, and as the guess becomes surer."""
        return round(START + SCALE * (self.mu - 3 * self.sigma))


Side = Sequence[Skill]


def rated(sides: Sequence[Side], places: Sequence[int]) -> list[list[Skill]]:
    """Everybody's skill after these sides met; who is in a better place has a smaller number."""
    largest = max(len(side) for side in sides)
    teams = [[_player(skill) for skill in _filled(side, largest)] for side in sides]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        [Skill(player.mu, player.sigma) for player in team[: len(side)]]
        for team, side in zip(after, sides, strict=True)
    ]


def after_leaving(leaver: Skill, others: Side) -> Skill:
    """Who left has lost to those who stayed; nobody gains by it."""
    return rated([[leaver], [_average(others)]], [1, 0])[0][0]


def _filled(side: Side, size: int) -> list[Skill]:
    """With players of its own average, up to so many: the rules pay a small side for its number,
    so that being few is no lack of skill, and being many none either."""
    return [*side, *[_average(side)] * (size - len(side))]


def _average(side: Side) -> Skill:
    return Skill(
        sum(skill.mu for skill in side) / len(side),
        sum(skill.sigma for skill in side) / len(side),
    )


def _player(skill: Skill) -> PlackettLuceRating:
    return MODEL.rating(mu=skill.mu, sigma=skill.sigma)
