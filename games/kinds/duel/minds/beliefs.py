"""What the other's moves tell of their hand, and of the goals that only they have seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.mine.tunnels import Cell


class Beliefs(NamedTuple):
    """What a seat has gathered about the other."""

    lacked: Mapping[str, int]
    """Cards that they did not have when they would have played them, and how many cards they have
    drawn since."""
    drawn_to: Mapping[Cell, float]
    """Goals that they looked at: did they dig there afterwards (more than 0), or elsewhere?"""


NOTHING: Final = Beliefs({}, {})
