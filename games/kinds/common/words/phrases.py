"""Sentences with gaps: what is put in is escaped, names may be set in bold."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import NamedTuple, ParamSpec, TypeVar

from django.utils.functional import Promise
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from games.kinds.common.words.names import Names
from games.mine import Cell, Event

Words = str | Promise
P = ParamSpec("P")
R = TypeVar("R")


def once_a_language(make: Callable[P, R]) -> Callable[P, R]:
    """Put into words once for each language; all that it depends on besides are its arguments."""

    @lru_cache(maxsize=5_000)
    def kept(_language: str | None, *args: P.args, **named: P.kwargs) -> R:
        return make(*args, **named)

    @wraps(make)
    def told(*args: P.args, **named: P.kwargs) -> R:
        return kept(get_language(), *args, **named)  # type: ignore[arg-type]

    return told


class Line(NamedTuple):
    """Something that happened, as one reader is told it."""

    text: SafeString
    tone: str = ""
    """`good` or `bad` for what was done to the reader, else nothing."""
    cells: tuple[Cell, ...] = ()
    """Where on the board it shows."""
    minor: bool = False
    """Told in the log, but not among what is new."""


def fill(sentence: Words, **parts: object) -> SafeString:
    """The sentence with its gaps filled, safe to show: every part is escaped."""
    safe = {name: _escaped(part) for name, part in parts.items()}
    return mark_safe(str(escape(str(sentence))) % safe)


def _escaped(part: object) -> SafeString:
    return escape(part) if not isinstance(part, SafeString) else part


def plain(text: str) -> str:
    """The same without markup, for mails and exports."""
    return html.unescape(strip_tags(text))


def joined(things: Sequence[Words]) -> str:
    """`a, b and c`."""
    said = [str(thing) for thing in things]
    if len(said) < 2:
        return "".join(said)
    return gettext("%(all)s and %(last)s") % {"all": ", ".join(said[:-1]), "last": said[-1]}


def both(event: Event, names: Names, others: Words, mine: Words, **parts: object) -> Line:
    """A sentence about the reader, or about somebody else."""
    sentence = mine if names.is_me(event.seat) else others
    cells = () if event.cell is None else (event.cell,)
    return Line(fill(sentence, who=names.of(event.seat), **parts), "", cells)


def at(event: Event) -> Cell:
    """The cell of an event of a kind that has one."""
    if event.cell is None:
        raise ValueError(f"an event without a cell: {event.kind}")
    return event.cell


def nuggets(number: int) -> str:
    return ngettext("%(number)d nugget", "%(number)d nuggets", number) % {"number": number}


def points(number: int) -> str:
    return ngettext("%(number)d point", "%(number)d points", number) % {"number": number}
