"""What a table of the solo game can choose, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.options import GameOptions, OptionWords, ValueWords
from games.kinds.duel.options import CLAIMS
from games.kinds.solo.rules import OPTIONS

WORDS: Final[Mapping[str, OptionWords]] = {
    "colour": OptionWords(
        _("Your colour"),
        {
            "green": ValueWords(
                _("Green"), _("Green doors are open to you, blue ones need a key.")
            ),
            "blue": ValueWords(_("Blue"), _("Blue doors are open to you, green ones need a key.")),
        },
    ),
    "claims": CLAIMS,
}
CHOICES: Final = GameOptions(OPTIONS, WORDS)
