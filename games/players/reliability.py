"""How reliably a player takes their turns in time: shown on profiles, and a condition of tables."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Sum

from accounts.models import User
from games.tables.models import Departure, Seat, Table

ENOUGH = 20
"""With fewer counted turns, no percentage is shown."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Turns taken in time and turns missed, at all tables, including those they left."""

    in_time: int
    missed: int

    @property
    def turns(self) -> int:
        return self.in_time + self.missed

    @property
    def percent(self) -> int | None:
        """Rounded down, so that 100 means every turn; None for a newcomer."""
        return None if self.turns < ENOUGH else self.in_time * 100 // self.turns


def reliability_of(user: User) -> Reliability:
    """Count their turns: two queries. After a return to a table, only the seat counts."""
    sums = {"in_time": Sum("in_time", default=0), "missed": Sum("missed", default=0)}
    seats, departures = Seat.objects.filter(user=user), Departure.objects.filter(user=user)
    if user.reliability_from is not None:
        seats = seats.filter(joined_at__gte=user.reliability_from)
        departures = departures.filter(at__gte=user.reliability_from)
    seated, left = seats.aggregate(**sums), departures.aggregate(**sums)
    return Reliability(
        seated["in_time"] + left["in_time"],
        seated["missed"] + left["missed"],
    )


def is_reliable_enough(user: User, table: Table) -> bool:
    """Check whether they are reliable enough to join this table; newcomers always are."""
    if not table.min_reliability:
        return True
    percent = reliability_of(user).percent
    return percent is None or percent >= table.min_reliability
