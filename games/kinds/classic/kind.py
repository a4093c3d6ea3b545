"""The classic game, put together."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.classic import rules
from games.kinds.classic.art import ART
from games.kinds.classic.highlights import highlights
from games.kinds.classic.lesson import LESSON
from games.kinds.classic.look import ClassicLook
from games.kinds.classic.minds import MINDS
from games.kinds.classic.odds import ODDS
from games.kinds.classic.options import CHOICES
from games.kinds.classic.puzzles import PUZZLES
from games.kinds.classic.results import RESULTS
from games.kinds.classic.rulebook import RULEBOOK
from games.kinds.classic.rules.rulesets import OLDER
from games.kinds.classic.words import ClassicWords
from games.kinds.kind import GameKind
from games.mine.versions import by_version

CLASSIC: Final = GameKind(
    name=rules.NAME,
    slug="classic",
    title=_("Classic"),
    players=_("3 to 10 players"),
    versions=by_version(rules, OLDER),
    minds=MINDS,
    results=RESULTS,
    odds=ODDS,
    words=ClassicWords(),
    look=ClassicLook(),
    highlights=highlights,
    art=ART,
    options=CHOICES,
    rulebook=RULEBOOK,
    lesson=LESSON,
    puzzles=PUZZLES,
)
