"""How long a turn may take: what a table can choose. Pure, and without a database.

A table whose turns are shorter than an hour is live: all its players are there at the same time.
(decision 118)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

_WRITTEN: Final = re.compile(r"(\d{1,3})(m?)", re.ASCII)


class Pace(NamedTuple):
    """Time for a turn, as a table's row has it."""

    hours: int
    """At a live table 1: so long has a release that does not know minutes."""
    minutes: int = 0
    """At a live table; 0 at every other."""

    @property
    def is_live(self) -> bool:
        return self.minutes > 0

    def __str__(self) -> str:
        """As forms and addresses carry it: `72`, or `10m`."""
        return f"{self.minutes}m" if self.is_live else str(self.hours)


def live(minutes: int) -> Pace:
    return Pace(1, minutes)


def read(text: str) -> Pace:
    """What `str` wrote. ValueError for anything else."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(text)
    number = int(found[1])
    return live(number) if found[2] else Pace(number)


PACES: Final = (live(10), Pace(1), Pace(8), Pace(24), Pace(72), Pace(168), Pace(336))
USUAL: Final = Pace(72)
LIVE: Final[Mapping[str, int | bool]] = {
    "bank_hours": 0, "sleep_aware": False, "vacation_ok": False, "offer_hours": 0,
}  # fmt: skip
"""What holds at every live table: its clock never stands still, and nobody waits hours for a seat
to be taken over."""
