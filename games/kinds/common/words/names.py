"""What players of a table are called in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.tables.models import Seat


def bot_name(number: int) -> str:
    """Bots are called by their seat, counted from one."""
    return gettext("Bot %(number)d") % {"number": number + 1}


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


class Names:
    """The names at one table, and which of the seats the reader has.

    "You" is the seat: what it did and saw is the reader's, also if he took it over.
    """

    def __init__(self, seats: Sequence[Seat], me: int | None) -> None:
        self.me = me
        self.seats = seats
        self._plain = {seat.number: seat_name(seat) for seat in seats}

    def but(self, others: Mapping[int, str]) -> Names:
        """The same, with some seats called otherwise."""
        names = Names((), self.me)
        names.seats, names._plain = self.seats, {**self._plain, **others}
        return names

    def plain(self, seat: int) -> str:
        return self._plain.get(seat, bot_name(seat))

    def of(self, seat: int | None) -> SafeString | str:
        """The name in bold, as in the log."""
        return "" if seat is None else format_html("<b>{}</b>", self.plain(seat))

    def is_me(self, seat: int | None) -> bool:
        return seat is not None and seat == self.me
