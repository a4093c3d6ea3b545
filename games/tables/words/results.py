"""How a finished game went, as one reader is told it: won, won together, lost, or watched."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.kinds.common.words.phrases import joined

NAMED = 3
"""More winners than this are counted, not named."""


def short(winners: Sequence[str], won: bool, sat: bool) -> str:
    """In few words, for lists. `winners` are the names of all, `won` and `sat` the reader's own."""
    if won:
        return gettext("you won") if len(winners) == 1 else gettext("you share the win")
    if not winners:
        return gettext("nobody won")
    if sat:
        return gettext("lost to %(names)s") % {"names": _named(winners)}
    return _they_won(winners)


def sentence(winners: Sequence[str], others: Sequence[str], won: bool) -> str:
    """For the table itself; `others` are the names of all winners but the reader."""
    if won and others:
        return gettext("You share the win with %(names)s.") % {"names": _named(others)}
    if won:
        return gettext("You won.")
    return f"{_they_won(winners)}." if winners else gettext("Nobody won.")


def _they_won(winners: Sequence[str]) -> str:
    said = ngettext("%(names)s won", "%(names)s won", len(winners))
    return said % {"names": _named(winners)}


def _named(winners: Sequence[str]) -> str:
    number = len(winners)
    if number <= NAMED:
        return joined(winners)
    return ngettext("%(number)d player", "%(number)d players", number) % {"number": number}
