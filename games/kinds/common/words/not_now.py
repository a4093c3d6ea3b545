"""Why a card of the hand cannot be played now: a sentence for each code of a look's `why_not`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words

SHARED: Final[Mapping[str, Words]] = {
    "fits-nowhere": _("This card fits nowhere now."),
    "nothing-to-remove": _("There is no card that it could remove."),
}
"""Of every game."""
TOOLS: Final[Mapping[str, Words]] = {
    **SHARED,
    "tool-broken": _("A tool of yours is broken: no tunnels until it is repaired."),
    "nothing-broken": _("Nothing that it repairs is broken now."),
    "nothing-to-break": _("This tool is broken already wherever it could be broken."),
    "no-goal-left": _("No goal is left to look at: all lie face up."),
}
"""Of games with tools that break."""
DUEL: Final[Mapping[str, Words]] = {
    **TOOLS,
    "lay-goal-first": _("First lay the goal that was turned over."),
    "no-key-left": _("No key is left in this round."),
    "no-door-closed": _("No door is closed to you now."),
}
FOREST: Final[Mapping[str, Words]] = {
    **SHARED,
    "walk-first": _("Your card is played: now your dwarf walks or stays."),
    "lay-goal-first": _("First lay the mine that was turned over."),
    "no-token-left": _("All tokens of this kind lie on the board already."),
    "no-logs": _("No logs bar a path now."),
    "no-lake": _("No lake bars a path now."),
    "no-ravine": _("No ravine bars a path now."),
    "no-joint-free": _("No joint between two cards is free for it."),
    "nothing-to-scout": _("Nothing is left that it could look at."),
}
