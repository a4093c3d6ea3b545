"""The solo game, put together: its options in words, its results and odds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine.bots import EASY, HARD, NORMAL
from games.engine.progress import Progress, Results, SeatResult
from games.engine.search import SearchStage
from games.kinds.common.options import GameOdds, GameOptions, OptionWords, ValueWords, read_odds
from games.kinds.duel.art import ART
from games.kinds.duel.bots import EasyBot, HardBot, NormalBot
from games.kinds.duel.bots.advice import advise
from games.kinds.duel.kind import CLAIMS, FINDERS, sides
from games.kinds.duel.look import DuelLook
from games.kinds.duel.rules.cards import GRADES
from games.kinds.duel.rules.rounds import outcome
from games.kinds.duel.rules.state import State
from games.kinds.kind import GameKind
from games.kinds.solo.learn import LESSON, RULEBOOK
from games.kinds.solo.rules import SOLO_RULES
from games.kinds.solo.words import SoloWords

OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "colour": OptionWords(
        _("Your colour"),
        {
            "green": ValueWords(
                _("Green"), _("Green doors are open to you, blue ones need a key.")
            ),
            "blue": ValueWords(_("Blue"), _("Blue doors are open to you, green ones need a key.")),
        },
    ),
    "claims": CLAIMS,
}


def seat_results(progress: Progress[State]) -> list[SeatResult]:
    """Return the gold at the end of the game; nobody wins. (S7)"""
    end = progress.ended and outcome(progress.ended)
    return [SeatResult(("gold",), points=gold) for gold in end.scores] if end else []


def grades(progress: Progress[State]) -> dict[str, float]:
    """Return which grade was reached, by number, 1 worst. (S7)"""
    end = progress.ended and outcome(progress.ended)
    if not end:
        return {}
    return {f"grade {n}": float(n == end.grade) for n in range(1, len(GRADES) + 1)}


CARELESS: Final = 0.3
"""How careless the easy bot is; more so than in The Duel, since nobody takes what it misses."""
CAREFUL: Final = 0.04
"""How careless the normal bot is; it has no opponent to hurry it."""
SEARCH_STAGES: Final = (SearchStage(4, 4), SearchStage(2, 6))
TURNS: Final = 10
"""How far the hard bot looks ahead, in turns: farther without an opponent."""

SOLO: Final = GameKind(
    slug="solo",
    title=_("Solo"),
    players=_("1 player"),
    length=_("Three rounds"),
    pitch=_(
        "You against the mountain. It breaks your tools and drops the roof, and it never"
        " gets tired."
    ),
    rules=SOLO_RULES,
    bots={
        EASY: EasyBot(CARELESS),
        NORMAL: NormalBot(CAREFUL),
        HARD: HardBot(SEARCH_STAGES, TURNS),
    },
    advise=advise,
    results=Results(sides, seat_results, happened=grades),
    odds=GameOdds(
        read_odds(Path(__file__).parent),
        _("In %(count)s simulated games a player found %(gold)s gold on average."),
    ),
    words=SoloWords(),
    look=DuelLook(),
    finders=FINDERS,
    art=ART,
    options=GameOptions(SOLO_RULES.options, OPTION_WORDS),
    rulebook=RULEBOOK,
    lesson=LESSON,
)
