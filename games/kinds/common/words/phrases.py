"""Names of players, and sentences with gaps: what is filled in is escaped, names may be bold."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from types import MappingProxyType
from typing import Final, NamedTuple, ParamSpec, TypeVar

from django.utils.functional import Promise
from django.utils.html import escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from games.engine import Cell, Event
from games.kinds.common.dwarfs import Dwarf, dwarf_by

NOBODY: Final[Mapping[int, str]] = MappingProxyType({})


def bot_name(dwarf: Dwarf) -> str:
    """Return the name of a bot: its dwarf's, marked as a bot."""
    return gettext("%(name)s (bot)") % {"name": dwarf.name}


class Names:
    """The names at one table by seat, and which seat is the reader's.

    "You" is the seat: its past is the reader's too, even if they took it over. A seat without a
    name is called by its bot's name.
    """

    def __init__(
        self, names: Mapping[int, str], me: int | None, dwarfs: Mapping[int, str] = NOBODY
    ) -> None:
        self.me = me
        self._names = names
        self._dwarfs = dwarfs
        """The dwarfs' keys of current and former bots."""

    def __eq__(self, other: object) -> bool:
        """Compare names and the reader's seat."""
        if not isinstance(other, Names):
            return NotImplemented
        same = self._names == other._names and self._dwarfs == other._dwarfs
        return self.me == other.me and same

    def __hash__(self) -> int:
        return hash((self.me, *self._names.values()))

    def but(self, others: Mapping[int, str]) -> Names:
        """Return names with some seats replaced."""
        return Names({**self._names, **others}, self.me, self._dwarfs)

    def plain(self, seat: int) -> str:
        return self._names.get(seat) or self.bot(seat)

    def bot(self, seat: int) -> str:
        """Return the name of the bot that plays, or played, in this seat."""
        return bot_name(dwarf_by(self._dwarfs.get(seat, ""), seat))

    def of(self, seat: int | None) -> SafeString | str:
        """Return the name in bold, as in the log."""
        return "" if seat is None else format_html("<b>{}</b>", self.plain(seat))

    def is_me(self, seat: int | None) -> bool:
        return seat is not None and seat == self.me


Words = str | Promise
P = ParamSpec("P")
R = TypeVar("R")


def cached_per_language(make: Callable[P, R]) -> Callable[P, R]:
    """Cache a function's texts by language and arguments."""

    @lru_cache(maxsize=5_000)
    def kept(_language: str | None, *args: P.args, **named: P.kwargs) -> R:
        return make(*args, **named)

    @wraps(make)
    def told(*args: P.args, **named: P.kwargs) -> R:
        return kept(get_language(), *args, **named)  # type: ignore[arg-type]

    return told


class Line(NamedTuple):
    """A line about an event for one reader."""

    text: SafeString
    tone: str = ""
    """`good` or `bad` for what was done to the reader, otherwise empty."""
    cells: tuple[Cell, ...] = ()
    """The cells on the board that it is about."""
    minor: bool = False
    """Shown in the log, but not among the news."""


def fill(sentence: Words, **parts: object) -> SafeString:
    """Fill the gaps of a sentence, escaping every part."""
    safe = {
        name: part if isinstance(part, SafeString) else escape(part) for name, part in parts.items()
    }
    return mark_safe(escape(str(sentence)) % safe)


def plain(text: str) -> str:
    """Return a text without markup, for mails and exports."""
    return html.unescape(strip_tags(text))


def joined(things: Sequence[Words]) -> str:
    """Join things like `a, b and c`."""
    said = [str(thing) for thing in things]
    if len(said) < 2:
        return "".join(said)
    return gettext("%(all)s and %(last)s") % {"all": ", ".join(said[:-1]), "last": said[-1]}


def cell_of(event: Event) -> Cell:
    """Return the cell of an event that must have one."""
    if event.cell is None:
        raise ValueError(f"an event without a cell: {event.kind}")
    return event.cell


def nuggets(number: int) -> str:
    return ngettext("%(number)d nugget", "%(number)d nuggets", number) % {"number": number}


def points(number: int) -> str:
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}
