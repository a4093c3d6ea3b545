"""What a table of The Duel can choose, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.options import GameOptions, OptionWords, ValueWords
from games.kinds.duel.rules import OPTIONS

CLAIMS: Final = OptionWords(
    _("Claiming gold"),
    {
        "tunnel": ValueWords(
            _("By its tunnel"),
            _("Gold is claimed by whoever reaches the very tunnel it lies in."),
        ),
        "card": ValueWords(
            _("By its card"),
            _("Gold is claimed by whoever reaches any opening of its card."),
        ),
    },
)
WORDS: Final[Mapping[str, OptionWords]] = {
    "colours": OptionWords(
        _("Colours"),
        {
            "lot": ValueWords(_("By lot"), _("Who is green and begins is left to chance.")),
            "first_is_green": ValueWords(
                _("Host is green"), _("Whoever opens the table is the green dwarf and begins.")
            ),
            "first_is_blue": ValueWords(
                _("Host is blue"), _("Whoever opens the table is the blue dwarf and plays second.")
            ),
        },
    ),
    "claims": CLAIMS,
    "ladders": OptionWords(
        _("The other's ladder"),
        {
            "free": ValueWords(
                _("Anywhere"),
                _("You may lay either ladder where no tunnel of yours leads."),
            ),
            "connected": ValueWords(
                _("On your tunnels"),
                _("The other colour's ladder must join a tunnel from your start; yours need not."),
            ),
        },
    ),
}
CHOICES: Final = GameOptions(OPTIONS, WORDS)
