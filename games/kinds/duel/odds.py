"""Who wins The Duel, in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from games.kinds.common.odds import GameOdds, Odds, percent, read, told
from games.kinds.duel.rules.cards import GREEN


def say(players: int, odds: Odds) -> str:
    sentence = _("In %(count)s simulated games green, who begins, won %(share)s %%.")
    return told(sentence, odds, share=percent(odds.won[GREEN]))


ODDS: Final = GameOdds(read(Path(__file__).parent), say)
