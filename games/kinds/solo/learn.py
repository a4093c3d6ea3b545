"""The rules of the solo game for people: S1 to S7, and what holds of The Duel."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule, Rulebook, RuleTable
from games.kinds.duel.rulebook import COUNTS
from games.kinds.duel.rulebook import RULEBOOK as DUEL
from games.kinds.duel.rules import ROUNDS
from games.kinds.duel.rules.cards import EDITIONS, GRADES
from games.kinds.solo.words import GRADES as VERDICTS

TABLE: Final = EDITIONS[1]
VERDICT: Final = RuleTable(
    _("Verdicts by gold"),
    (_("Gold from"), _("Verdict")),
    tuple(zip(GRADES, VERDICTS.values(), strict=True)),
)
SETTING_UP: Final = Chapter(
    "setting-up",
    _("Setting up"),
    (
        Rule(
            "S1",
            _("One dwarf"),
            (
                _(
                    "You are one dwarf of the colour you choose. There is one start, there are "
                    "%(markers)s markers a round, and the %(goals)s goals lie further away."
                ),
            ),
            {"markers": TABLE.markers, "goals": len(TABLE.goals)},
            options=("colour",),
            cards=("start", "dwarf", "token-marker"),
            shows=_("The table before the first card."),
        ),
        Rule(
            "S2",
            _("Cards that are missing"),
            (
                _(
                    "In each round %(aside)s cards are taken off the shuffled deck face down, "
                    "before you are dealt your hand. You never know which. They come back for the "
                    "next round."
                ),
            ),
            {"aside": TABLE.aside},
            shows=_("The stock is so much smaller."),
        ),
    ),
)
MOUNTAIN: Final = Chapter(
    "the-mountain",
    _("The mountain plays along"),
    (
        Rule(
            "S3",
            _("Drawing a broken tool"),
            (
                _(
                    "It lies before you at once, and you draw another card. If one of its kind "
                    "lies there already it is discarded without effect, and you draw another too."
                ),
            ),
            cards=("broken",),
        ),
        Rule(
            "S4",
            _("Drawing a rockfall"),
            (
                _(
                    "It falls at once: it takes the path card laid last that bears neither gold "
                    "nor a troll. Then you draw another card. Where there is no such card it is "
                    "discarded."
                ),
            ),
            cards=("rockfall",),
        ),
        Rule(
            "S5",
            _("Never in your hand"),
            (
                _(
                    "The same holds for the hand you are dealt. So you never hold a broken tool or "
                    "a rockfall."
                ),
            ),
            shows=_("A hand as it is dealt: no rockfall and no broken tool among it."),
        ),
    ),
)
END: Final = Chapter(
    "end-of-round",
    _("The rest, and the end"),
    (
        Rule(
            "S6",
            _("As in the Duel"),
            (
                _(
                    "All else is as in the Duel. Doors of the absent colour need a key, trolls "
                    "need a bribe, the ladder of the absent colour is a plain curve. The round "
                    "ends when all goals lie face up, all %(markers)s markers are used, or the "
                    "stock and your hand are empty."
                ),
            ),
            {"markers": TABLE.markers},
        ),
        Rule(
            "S7",
            _("Verdicts"),
            (_("After %(rounds)s rounds your gold earns one of four verdicts."),),
            {"rounds": ROUNDS},
            tables=(VERDICT,),
            cards=("nugget",),
            shows=_("16 gold in the end: the second verdict."),
        ),
    ),
)
HOLDS: Final = (2, 3, 4, 6, 7, *range(8, 20), 21, 23, 25, 26, 27)
"""The rules of The Duel that one who plays alone needs."""
RULEBOOK: Final = Rulebook(
    chapters=(SETTING_UP, MOUNTAIN, END),
    examples=Path(__file__).parent / "examples",
    counts={**COUNTS, "token-marker": TABLE.markers},
    borrows=DUEL,
    borrowed=tuple(f"D{number}" for number in HOLDS),
)
