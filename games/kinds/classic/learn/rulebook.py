"""Goals, the end of a round, gold: C17 to C27."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.classic.learn import rulebook_turns
from games.kinds.classic.rules.cards import (
    ACTIONS,
    GOALS,
    MOST_SHARED,
    NUGGETS,
    PATHS,
    SABOTEURS_GOLD,
)
from games.kinds.classic.rules.state import PLAYERS, ROUNDS
from games.kinds.common.learn import Chapter, Rule, Rulebook, RuleTable

SHARED: Final = RuleTable(
    _("Nugget cards for the diggers"),
    (_("Players"), *PLAYERS),
    ((_("Nugget cards"), *(min(players, MOST_SHARED) for players in PLAYERS)),),
)
PAID: Final = RuleTable(
    _("Gold for the saboteurs"),
    (_("Saboteurs dealt"), *SABOTEURS_GOLD),
    ((_("Nuggets for each"), *SABOTEURS_GOLD.values()),),
)
GOALS_CHAPTER: Final = Chapter(
    "goals",
    _("Reaching a goal"),
    (
        Rule(
            "C17",
            _("A goal is turned over"),
            (
                _(
                    "When you lay a path card and an unbroken tunnel then leads from the start "
                    "into a goal that lies face down, the goal is turned over. A dead end beside a "
                    "goal does not reach it."
                ),
                _(
                    "One card may reach two goals. The tunnel of a goal that was turned over "
                    "counts at once, so it may reach the next."
                ),
            ),
        ),
        Rule(
            "C18",
            _("The treasure"),
            (_("Whoever reaches the treasure ends the round at once. Nobody draws any more."),),
            cards=("treasure",),
        ),
        Rule(
            "C19",
            _("Stone: how it lies"),
            (
                _(
                    "Stone: play goes on. The goal is laid so that it fits all its neighbours. If "
                    "that cannot be, it joins the card just laid, or else a card that reached it; "
                    "then as many sides as possible fit; then it lies as printed."
                ),
                _("Only a goal may lie unfitting like that. Cards laid later must fit it."),
            ),
            cards=("stone",),
        ),
        Rule(
            "C20",
            _("Stone is a tunnel"),
            (_("From then on the tunnel of the stone belongs to the mine like any other."),),
        ),
    ),
)
END: Final = Chapter(
    "end-of-round",
    _("End of the round"),
    (
        Rule(
            "C21",
            _("When the cards run out"),
            (
                _(
                    "The round is also over when the stock and all hands are empty. As long as "
                    "anybody holds a card it goes on, for nobody looks into hands."
                ),
                _(
                    "A table may choose that passing ends it too: with the stock empty, when all "
                    "have passed one after another. Whoever has no card counts as passing."
                ),
            ),
            options=("exhaustion",),
        ),
        Rule(
            "C22",
            _("Who wins the round"),
            (
                _(
                    "The diggers, if the treasure was reached, whoever reached it. Otherwise the "
                    "saboteurs. If no saboteur was dealt and the treasure was missed, nobody."
                ),
            ),
        ),
        Rule(
            "C23",
            _("Gold for the diggers"),
            (
                _(
                    "As many nugget cards are handed round as there are players, but %(most)s at "
                    "most. Whoever reached the treasure takes one first, then the next digger "
                    "counter-clockwise, and so on until all are gone: some may get more than "
                    "others. If a saboteur reached it, the next digger counter-clockwise begins."
                ),
                _(
                    "By itself the best card left is taken, which is never worse. By hand each "
                    "digger is asked, also where all cards left are alike; only the very last "
                    "card is not asked for. Who took what stays secret."
                ),
            ),
            {"most": MOST_SHARED},
            tables=(SHARED,),
            options=("gold", "picking"),
            refusals=("wrong-choice",),
        ),
        Rule(
            "C24",
            _("Gold for the saboteurs"),
            (
                _(
                    "If the treasure was missed each saboteur gets the same, by how many were "
                    "really dealt. They are paid in nugget cards of exactly that sum; where no "
                    "cards left make it up, the sum is written down for them. If none was dealt, "
                    "nobody gets gold."
                ),
            ),
            tables=(PAID,),
        ),
        Rule(
            "C25",
            _("Gold is secret"),
            (_("Until the game ends you see only your own gold."),),
            options=("totals",),
            shows=_("You have 3 nuggets. What the others have you do not see."),
        ),
        Rule(
            "C26",
            _("The next round"),
            (
                _(
                    "Goals, roles and cards are shuffled and dealt again, the role card set aside "
                    "too. Broken tools are gone, gold stays. The player after whoever last played "
                    "or discarded a card begins; picking gold is not playing."
                ),
            ),
            shows=_("You end the round, so Bob begins the next one."),
        ),
        Rule(
            "C27",
            _("Who wins the game"),
            (_("After %(rounds)s rounds the most nuggets win. A tie is a shared win."),),
            {"rounds": ROUNDS},
            refusals=("game-over",),
        ),
    ),
)
ENDING_CHAPTERS: Final = (GOALS_CHAPTER, END)


# The rules of the classic game for people: every rule of `docs/rules/classic.md`.

NUGGET_CARDS: Final = {f"nugget-{value}": NUGGETS.count(value) for value in set(NUGGETS)}
RULEBOOK: Final = Rulebook(
    chapters=(rulebook_turns.SETTING_UP, *rulebook_turns.TURN_CHAPTERS, *ENDING_CHAPTERS),
    examples=Path(__file__).parent.parent / "examples",
    counts={**PATHS, **ACTIONS, **NUGGET_CARDS, "start": 1, **dict.fromkeys(GOALS, 1)},
)
