"""The Lost Mines, put together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.kind import GameKind
from games.kinds.lost_mines import rules
from games.kinds.lost_mines.art import ART
from games.kinds.lost_mines.highlights import highlights
from games.kinds.lost_mines.lesson import LESSON
from games.kinds.lost_mines.look import LostMinesLook
from games.kinds.lost_mines.minds import MINDS
from games.kinds.lost_mines.odds import ODDS
from games.kinds.lost_mines.options import CHOICES
from games.kinds.lost_mines.results import RESULTS
from games.kinds.lost_mines.rulebook import RULEBOOK
from games.kinds.lost_mines.words import LostMinesWords
from games.mine.versions import by_version

LOST_MINES: Final = GameKind(
    name=rules.NAME,
    slug="lost-mines",
    title=_("The Lost Mines"),
    players=_("3 to 9 players"),
    versions=by_version(rules),
    minds=MINDS,
    results=RESULTS,
    odds=ODDS,
    words=LostMinesWords(),
    look=LostMinesLook(),
    highlights=highlights,
    art=ART,
    options=CHOICES,
    rulebook=RULEBOOK,
    lesson=LESSON,
)
