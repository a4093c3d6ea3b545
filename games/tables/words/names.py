"""What those who sit at a table are called."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from games.kinds.common.words import Names, bot_name
from games.tables.models import Seat


def empty_name(number: int) -> str:
    """A seat that its player has left and that nobody has taken yet."""
    return gettext("Empty seat %(number)d") % {"number": number + 1}


def is_empty(seat: Seat) -> bool:
    return seat.user_id is None and not seat.bot


def seat_name(seat: Seat) -> str:
    """Whoever sits there, or that nobody does."""
    if seat.user:
        return seat.user.display_name
    return empty_name(seat.number) if is_empty(seat) else bot_name(seat.number)


class SeatNames(Names):
    """The names of those who sit at a table now; `me` is the reader's seat."""

    def __init__(self, seats: Sequence[Seat], me: int | None) -> None:
        super().__init__({seat.number: seat_name(seat) for seat in seats}, me)
        self.seats = seats
