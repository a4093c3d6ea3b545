"""Why a mind would make a move, in sentences. Each states a fact that its reader can check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words

REASONS: Final[Mapping[str, Words]] = {
    "reach-now": _("You can be at %(place)s in this very turn."),
    "on-your-way": _("It lies on your shortest way to %(place)s."),
    "nearest": _("Nobody is nearer to %(place)s than you."),
    "clears-your-way": _("It shortens your way to %(place)s."),
    "longer-for": _("It makes the way to %(place)s longer for %(who)s."),
    "has-hindered": _("%(who)s has been in the way of your clan before: %(amount)s×."),
    "unknown-mine": _("You don't know yet what %(place)s is."),
    "unknown-treasure": _("You don't know yet what treasure %(amount)s is worth."),
    "unknown-dwarf": _("You don't know yet on whose side %(who)s is."),
    "nothing-nearer": _("No card in your hand shortens your way now."),
    "new-cards": _("You draw new cards: %(amount)s."),
    "walks-nearer": _("It brings you nearer to %(place)s."),
    "first-there": _("You are the first at %(place)s and turn it over."),
    "takes-treasure": _("You take a treasure at %(place)s."),
    "takes-more": _("There is more for you to take at %(place)s."),
    "worth": _("The treasure you name is worth %(amount)s."),
    "nowhere-nearer": _("No walk brings you anything now."),
    "knows-and-goes": _("%(who)s has looked at %(place)s and makes for it."),
    "still-to-win": _("There is still something for you to win."),
    "nothing-to-win": _("There is hardly anything left for you to win."),
}
