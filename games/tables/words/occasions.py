"""Whom an occasion suits, and what it sets, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.kinds.common.options import ValueWords
from games.tables.occasions import Occasion
from games.tables.words import clocks

OCCASIONS: Final[Mapping[str, ValueWords]] = {
    "friendly": ValueWords(
        _("Friendly"), _("For friends with full days: everybody moves when they find the time.")
    ),
    "quick": ValueWords(_("Quick"), _("For players who look in every day, and like new company.")),
    "tonight": ValueWords(
        _("Tonight"), _("For friends who are all here now, and play it in one go.")
    ),
    "practice": ValueWords(
        pgettext_lazy("occasion", "Practice"),
        _("For a first game, or to try something out. It begins at once."),
    ),
}


def facts(occasion: Occasion) -> str:
    """`3 days a turn, by private link`: what one would otherwise look for in the form."""
    if occasion.bots:
        return gettext("Bots on all other chairs")
    pace = clocks.pace(*occasion.pace)
    if occasion.public:
        return gettext("%(pace)s, open to everybody") % {"pace": pace}
    return gettext("%(pace)s, by private link") % {"pace": pace}
