"""The solo game in four turns: the mountain breaks a lantern, and buries a card."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import (
    Chapter,
    Lesson,
    LessonStep,
    Position,
    Rule,
    Rulebook,
    RuleTable,
)
from games.kinds.duel.rulebook import COUNTS
from games.kinds.duel.rulebook import RULEBOOK as DUEL
from games.kinds.duel.rules.cards import EDITIONS, GRADES
from games.kinds.duel.rules.state import ROUNDS
from games.kinds.solo.words import GRADES as VERDICTS

ALONE: Final = Position(
    (),
    round=3,
    cards=["1,0 ew", "2,0 ns.ew", "3,0 ew", "4,0 ew", "5,0 ew"],
    goals=[
        "8,-2 n.e.s.w 0", "8,0 nw 2", "8,2 ne 2", "10,-1 n.s.w 0", "10,1 n.w+gold@w 1",
        "12,0 n.e+gold@n 3",
    ],
    hands={"p1": ["ew", "ew", "ew", "fix-lantern", "ns", "map"]},
    stock=["broken-lantern", "ne", "rockfall", "nw", "ne.s", "ns.w", "nw.s", "key"],
)  # fmt: skip

LESSON: Final[Lesson] = (
    LessonStep(
        _(
            "Alone with the mountain. You are the green dwarf, you have one start and six goals, "
            "and nobody waits for you. But the mountain plays too."
        ),
        points=("at 0,0", "at 8,0", "at 12,0"),
        begins=ALONE,
    ),
    LessonStep(
        _("Dig on towards the nearest goal: lay a straight tunnel at 6,0."),
        moves=("place ew at 6,0",),
        hint=_("Allowed, but a detour. Lay a straight tunnel at 6,0."),
    ),
    LessonStep(
        _(
            "You drew a broken lantern. Alone, you are the one it hits, and at once. Repair it: "
            "play the lantern on yourself."
        ),
        moves=("play fix-lantern on p1 lantern",),
        hint=_("Without a lantern you lay nothing. Play the repaired lantern on yourself."),
    ),
    LessonStep(
        _(
            "And now you drew a rockfall: it buried the card that was laid last. Grumble, and lay "
            "another straight tunnel at 6,0."
        ),
        moves=("place ew at 6,0",),
        hint=_("Close the gap first: a straight tunnel at 6,0."),
    ),
    LessonStep(
        _("One more, at 7,0, and the goal is turned over."),
        moves=("place ew at 7,0",),
        hint=_("The goal is so near: a straight tunnel at 7,0."),
    ),
    LessonStep(
        _(
            "Two nuggets! You have three rounds. With 15 nuggets you did well, with 25 the "
            "mountain takes its hat off."
        ),
        points=("at 8,0",),
    ),
)
TABLE: Final = EDITIONS[1]
VERDICT: Final = RuleTable(
    _("Verdicts by gold"),
    (_("Gold from"), _("Verdict")),
    tuple(zip(GRADES, VERDICTS.values(), strict=True)),
)
SETTING_UP: Final = Chapter(
    "setting-up",
    _("Setting up"),
    S1=Rule(
        _("One dwarf"),
        _(
            "You are one dwarf of the colour you choose. There is one start, there are %(markers)s "
            "markers a round, and the %(goals)s goals lie further away."
        ),
        values={"markers": TABLE.markers, "goals": len(TABLE.goals)},
        options=("colour",),
        cards=("start", "dwarf", "token-marker"),
        shows=_("The table before the first card."),
    ),
    S2=Rule(
        _("Cards that are missing"),
        _(
            "In each round %(aside)s cards are taken off the shuffled deck face down, before you "
            "are dealt your hand. You never know which. They come back for the next round."
        ),
        values={"aside": TABLE.aside},
        shows=_("The stock is that much smaller."),
    ),
)
MOUNTAIN: Final = Chapter(
    "the-mountain",
    _("The mountain plays along"),
    S3=Rule(
        _("Drawing a broken tool"),
        _(
            "It lies before you at once, and you draw another card. If one of its kind lies there "
            "already it is discarded without effect, and you draw another too."
        ),
        cards=("broken",),
    ),
    S4=Rule(
        _("Drawing a rockfall"),
        _(
            "It falls at once: it takes the path card laid last that bears neither gold nor a "
            "troll. Then you draw another card. Where there is no such card it is discarded."
        ),
        cards=("rockfall",),
    ),
    S5=Rule(
        _("Never in your hand"),
        _(
            "The same holds for the hand you are dealt. So you never hold a broken tool or a "
            "rockfall."
        ),
        shows=_("A hand as it is dealt: no rockfall and no broken tool among it."),
    ),
)
END: Final = Chapter(
    "end-of-round",
    _("The rest, and the end"),
    S6=Rule(
        _("As in the Duel"),
        _(
            "All else is as in the Duel. Doors of the absent colour need a key, trolls need a "
            "bribe, the ladder of the absent colour is a plain curve. The round ends when all "
            "goals lie face up, all %(markers)s markers are used, or the stock and your hand are "
            "empty."
        ),
        values={"markers": TABLE.markers},
    ),
    S7=Rule(
        _("Verdicts"),
        _("After %(rounds)s rounds your gold earns one of four verdicts."),
        values={"rounds": ROUNDS},
        tables=(VERDICT,),
        cards=("nugget",),
        shows=_("16 gold in the end: the second verdict."),
    ),
)
HOLDS: Final = (2, 3, 4, 6, 7, *range(8, 20), 21, 23, 25, 26, 27)
"""The rules of The Duel that apply to a solo player."""
RULEBOOK: Final = Rulebook(
    chapters=(SETTING_UP, MOUNTAIN, END),
    examples=Path(__file__).parent / "examples",
    counts={**COUNTS, "token-marker": TABLE.markers},
    borrows=DUEL,
    borrowed=tuple(f"D{number}" for number in HOLDS),
)
