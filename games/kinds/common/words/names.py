"""What players of a table are called in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.kinds.common.dwarfs import Dwarf, dwarf_by

NOBODY: Final[Mapping[int, str]] = MappingProxyType({})


def bot_name(dwarf: Dwarf) -> str:
    """Bots are called as their dwarf is, and marked as what they are."""
    return gettext("%(name)s (bot)") % {"name": dwarf.name}


class Names:
    """The names at one table by seat, and which of the seats the reader has.

    "You" is the seat: what it did and saw is the reader's, also if they took it over. A seat
    without a name is called as its bot would be.
    """

    def __init__(
        self, names: Mapping[int, str], me: int | None, dwarfs: Mapping[int, str] = NOBODY
    ) -> None:
        self.me = me
        self._names = names
        self._dwarfs = dwarfs
        """The keys of those who play, or played, as bots."""

    def __eq__(self, other: object) -> bool:
        """Names that are the same to the same reader are equal, whoever asked for them."""
        if not isinstance(other, Names):
            return NotImplemented
        same = self._names == other._names and self._dwarfs == other._dwarfs
        return self.me == other.me and same

    def __hash__(self) -> int:
        return hash((self.me, *self._names.values()))

    def but(self, others: Mapping[int, str]) -> Names:
        """The same, with some seats called otherwise."""
        return Names({**self._names, **others}, self.me, self._dwarfs)

    def plain(self, seat: int) -> str:
        return self._names.get(seat) or self.bot(seat)

    def bot(self, seat: int) -> str:
        """The bot that plays, or played, in this seat, whoever has it by now."""
        return bot_name(dwarf_by(self._dwarfs.get(seat, ""), seat))

    def of(self, seat: int | None) -> SafeString | str:
        """The name in bold, as in the log."""
        return "" if seat is None else format_html("<b>{}</b>", self.plain(seat))

    def is_me(self, seat: int | None) -> bool:
        return seat is not None and seat == self.me
