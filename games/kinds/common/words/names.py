"""What players of a table are called in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext


def bot_name(number: int) -> str:
    """Bots are called by their seat, counted from one."""
    return gettext("Bot %(number)d") % {"number": number + 1}


class Names:
    """The names at one table by seat, and which of the seats the reader has.

    "You" is the seat: what it did and saw is the reader's, also if they took it over. A seat
    without a name is called as its bot would be.
    """

    def __init__(self, names: Mapping[int, str], me: int | None) -> None:
        self.me = me
        self._names = names

    def __eq__(self, other: object) -> bool:
        """Names that are the same to the same reader are equal, whoever asked for them."""
        if not isinstance(other, Names):
            return NotImplemented
        return self.me == other.me and self._names == other._names

    def __hash__(self) -> int:
        return hash((self.me, *self._names.values()))

    def but(self, others: Mapping[int, str]) -> Names:
        """The same, with some seats called otherwise."""
        return Names({**self._names, **others}, self.me)

    def plain(self, seat: int) -> str:
        return self._names.get(seat, bot_name(seat))

    def of(self, seat: int | None) -> SafeString | str:
        """The name in bold, as in the log."""
        return "" if seat is None else format_html("<b>{}</b>", self.plain(seat))

    def is_me(self, seat: int | None) -> bool:
        return seat is not None and seat == self.me
