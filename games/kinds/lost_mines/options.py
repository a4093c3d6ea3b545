"""What a table of The Lost Mines can choose, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.options import GameOptions, OptionWords, ValueWords
from games.kinds.lost_mines.rules import OPTIONS

WORDS: Final[Mapping[str, OptionWords]] = {
    "rounds": OptionWords(
        _("Rounds"),
        {
            2: ValueWords(_("Two"), _("Two rounds, as printed.")),
            3: ValueWords(_("Three"), _("Three rounds: a longer game.")),
            4: ValueWords(_("Four"), _("Four rounds: a long game.")),
            5: ValueWords(_("Five"), _("Five rounds: a very long game.")),
        },
    ),
}
CHOICES: Final = GameOptions(OPTIONS, WORDS)
