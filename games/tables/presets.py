"""What a new table is opened for: each sets all that a table can choose, in one tap. Pure data.

A form begins with what the occasion sets, and all of it can be changed there. `words/occasions.py`
says whom each suits. (decision 119)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.tables import paces
from games.tables.paces import Pace


@dataclass(frozen=True, slots=True)
class Occasion:
    """A set of choices with a name."""

    key: str
    pace: Pace
    public: bool = False
    """Listed for everybody, or for those who have the link."""
    bots: bool = False
    """Do bots take all other chairs?"""
    clock: Mapping[str, Any] = field(default_factory=dict)
    """What of clock and absence is not as usual."""


FRIENDLY: Final = Occasion("friendly", paces.USUAL)
QUICK: Final = Occasion("quick", Pace(24), public=True)
TONIGHT: Final = Occasion("tonight", paces.live(10), clock={**paces.LIVE, "excused": 0})
PRACTICE: Final = Occasion("practice", Pace(168), bots=True)
OCCASIONS: Final = (FRIENDLY, QUICK, TONIGHT, PRACTICE)


def offered(alone: bool, is_guest: bool) -> tuple[Occasion, ...]:
    """Who plays alone chooses none; a guest opens tables with bots only. (decision 113)"""
    if alone:
        return ()
    return (PRACTICE,) if is_guest else OCCASIONS


def find(key: str, among: tuple[Occasion, ...]) -> Occasion | None:
    return next((occasion for occasion in among if occasion.key == key), None)
