"""Sentences with gaps: what is put in is escaped, names may be set in bold."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.mine import Cell

Words = str | Promise


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
