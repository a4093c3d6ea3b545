"""How strong bots play, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.options import ValueWords
from games.kinds.common.words.phrases import Words
from games.mine.minds import EASY, HARD, NORMAL

STRENGTHS: Final[Mapping[str, ValueWords]] = {
    EASY: ValueWords(_("Easy"), _("Plays along and forgives much: good for a first game.")),
    NORMAL: ValueWords(_("Normal"), _("Remembers what you did, and plays like a club player.")),
    HARD: ValueWords(_("Hard"), _("Thinks ahead for a second or two, and hides well.")),
}
"""What each is called, and what to expect of it."""


def known(strength: str) -> str:
    """The same, or easy where there is none of that name."""
    return strength if strength in STRENGTHS else EASY


def name(strength: str) -> Words:
    """One word; of a strength that only a newer release has, its own."""
    known = STRENGTHS.get(strength)
    return strength if known is None else known.label


def among(strengths: Iterable[str]) -> str:
    """The strengths of these bots, the weakest first, each named once."""
    order = list(STRENGTHS)
    found = sorted(set(strengths), key=lambda s: order.index(s) if s in order else len(order))
    return ", ".join(str(name(strength)) for strength in found)
