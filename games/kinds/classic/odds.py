"""Who wins the classic game, in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from games.kinds.classic.results import SABOTEURS_WON
from games.kinds.common.odds import GameOdds, Odds, percent, read, told


def say(players: int, odds: Odds) -> str:
    sentence = _(
        "In %(count)s simulated rounds with %(players)s players the saboteurs won %(share)s %%."
    )
    return told(sentence, odds, players=players, share=percent(odds.won[SABOTEURS_WON]))


ODDS: Final = GameOdds(read(Path(__file__).parent), say)
