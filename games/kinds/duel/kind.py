"""The Duel, put together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.duel import rules
from games.kinds.duel.art import ART
from games.kinds.duel.highlights import highlights
from games.kinds.duel.lesson import LESSON
from games.kinds.duel.look import DuelLook
from games.kinds.duel.minds import MINDS
from games.kinds.duel.odds import ODDS
from games.kinds.duel.options import CHOICES
from games.kinds.duel.puzzles import PUZZLES
from games.kinds.duel.results import RESULTS
from games.kinds.duel.rulebook import RULEBOOK
from games.kinds.duel.words import DuelWords
from games.kinds.kind import GameKind
from games.mine.versions import by_version

DUEL: Final = GameKind(
    name=rules.NAME,
    slug="duel",
    title=_("The Duel"),
    players=_("2 players"),
    versions=by_version(rules),
    minds=MINDS,
    results=RESULTS,
    odds=ODDS,
    words=DuelWords(),
    look=DuelLook(),
    highlights=highlights,
    art=ART,
    options=CHOICES,
    rulebook=RULEBOOK,
    lesson=LESSON,
    puzzles=PUZZLES,
)
