"""What a chair is, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.kinds.common.words.phrases import Words
from games.mine.minds import EASY, HARD, NORMAL
from games.tables.chairs import FREE, NONE, STATES

CHAIRS: Final[Mapping[str, Words]] = {
    FREE: pgettext_lazy("chair", "Free"),
    EASY: _("Bot: easy"),
    NORMAL: _("Bot: normal"),
    HARD: _("Bot: hard"),
    NONE: _("No chair"),
}


def choices(may_go: bool = False) -> tuple[tuple[str, Words], ...]:
    """What a chair may be; with the choice to take it away."""
    states = (*STATES, NONE) if may_go else STATES
    return tuple((state, CHAIRS[state]) for state in states)
