"""The solo game, put together: it is played with the cards of The Duel, and looks like it."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.duel.art import ART
from games.kinds.duel.highlights import highlights
from games.kinds.duel.look import DuelLook
from games.kinds.kind import GameKind
from games.kinds.solo import rules
from games.kinds.solo.lesson import LESSON
from games.kinds.solo.minds import MINDS
from games.kinds.solo.odds import ODDS
from games.kinds.solo.options import CHOICES
from games.kinds.solo.results import RESULTS
from games.kinds.solo.rulebook import RULEBOOK
from games.kinds.solo.words import SoloWords
from games.mine.versions import by_version

SOLO: Final = GameKind(
    name=rules.NAME,
    slug="solo",
    title=_("Solo"),
    players=_("1 player"),
    versions=by_version(rules),
    minds=MINDS,
    results=RESULTS,
    odds=ODDS,
    words=SoloWords(),
    look=DuelLook(),
    highlights=highlights,
    art=ART,
    options=CHOICES,
    rulebook=RULEBOOK,
    lesson=LESSON,
)
