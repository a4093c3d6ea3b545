"""How many points each character makes in The Lost Mines, in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from games.kinds.common.odds import GameOdds, Odds, about, read, told
from games.kinds.lost_mines.rules.cards import CHARACTERS


def say(players: int, odds: Odds) -> str:
    sentence = _(
        "In %(count)s simulated rounds with %(players)s players a loyal dwarf made %(loyal)s points"
        " on average, a selfish one %(selfish)s, a saboteur %(saboteur)s."
    )
    points = {character: about(odds.points[character]) for character in CHARACTERS}
    return told(sentence, odds, players=players, **points)


ODDS: Final = GameOdds(read(Path(__file__).parent), say)
