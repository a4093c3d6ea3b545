"""How much gold a solo game brings, in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from games.kinds.common.odds import GameOdds, Odds, about, read, told


def say(players: int, odds: Odds) -> str:
    sentence = _("In %(count)s simulated games a player found %(gold)s gold on average.")
    return told(sentence, odds, gold=about(odds.points["gold"]))


ODDS: Final = GameOdds(read(Path(__file__).parent), say)
