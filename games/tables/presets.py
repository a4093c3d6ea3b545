"""Presets for a new table: each sets all that a table can choose, in one tap.

A form starts with what the preset sets, and everything can be changed there. (decision 119)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.kinds.common.options import ValueWords
from games.tables import time_controls
from games.tables.time_controls import TurnLength


@dataclass(frozen=True, slots=True)
class TablePreset:
    key: str
    words: ValueWords
    icon: str
    pace: TurnLength
    public: bool = False
    """Whether it is listed for everybody, or open only to those who have the link."""
    bots: bool = False
    """Whether bots take all other seats."""
    clock: Mapping[str, Any] = field(default_factory=dict)
    """Settings of clock and absence that differ from the usual ones."""

    @property
    def facts(self) -> str:
        """Sum it up: `3 days a turn, by private link`."""
        if self.bots:
            return gettext("Bots on all other chairs")
        pace = time_controls.turn_length(*self.pace)
        if self.public:
            return gettext("%(pace)s, open to everybody") % {"pace": pace}
        return gettext("%(pace)s, by private link") % {"pace": pace}


FRIENDLY: Final = TablePreset(
    "friendly",
    ValueWords(
        _("Friendly"), _("For friends with full days: everybody moves when they find the time.")
    ),
    "players",
    time_controls.USUAL_TURN_LENGTH,
)
QUICK: Final = TablePreset(
    "quick",
    ValueWords(_("Quick"), _("For players who look in every day, and like new company.")),
    "clock",
    TurnLength(24),
    public=True,
)
TONIGHT: Final = TablePreset(
    "tonight",
    ValueWords(_("Tonight"), _("For friends who are all here now, and play it in one go.")),
    "moon",
    time_controls.live_turns(10),
    clock={**time_controls.LIVE_SETTINGS, "excused": 0},
)
PRACTICE: Final = TablePreset(
    "practice",
    ValueWords(
        pgettext_lazy("occasion", "Practice"),
        _("For a first game, or to try something out. It begins at once."),
    ),
    "bot",
    TurnLength(168),
    bots=True,
)
PRESETS: Final = (FRIENDLY, QUICK, TONIGHT, PRACTICE)


def presets_for(alone: bool, is_guest: bool) -> tuple[TablePreset, ...]:
    """Return no presets for a solo game, and only those with bots for a guest. (decision 113)"""
    if alone:
        return ()
    return (PRACTICE,) if is_guest else PRESETS
