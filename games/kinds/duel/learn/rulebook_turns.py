"""What is dealt, and what a turn is: D1 to D7."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule, RuleTable
from games.kinds.duel.rules import ROUNDS
from games.kinds.duel.rules.cards import ACTIONS, EDITIONS, GOALS, HAND, KEYS, PATHS, deck

TABLE: Final = EDITIONS[2]
GOAL_GOLD: Final = tuple(sorted(set(GOALS.values())))
GOLD: Final = RuleTable(
    _("Gold in the goals"),
    (_("Gold"), *GOAL_GOLD),
    ((_("Goals"), *(list(GOALS.values()).count(gold) for gold in GOAL_GOLD)),),
)
SETTING_UP: Final = Chapter(
    "setting-up",
    _("Setting up"),
    (
        Rule(
            "D1",
            _("Two dwarfs"),
            (
                _(
                    "Two play: one is the blue dwarf, one the green. A game has %(rounds)s rounds. "
                    "Who is who is decided by lot, or as the table chooses."
                ),
            ),
            {"rounds": ROUNDS},
            options=("colours",),
            cards=("dwarf",),
            shows=_("You are green, with the lower start; Bob is blue, with the upper one."),
        ),
        Rule(
            "D2",
            _("Starts and goals"),
            (
                _(
                    "Each dwarf has a start. Beyond lie %(laid)s goals face down. All %(goals)s "
                    "goals are shuffled once for the whole game: %(laid)s are laid out in each "
                    "round and never come back."
                ),
            ),
            {"laid": len(TABLE.goals), "goals": len(GOALS)},
            tables=(GOLD,),
            cards=("start", "goal"),
            shows=_("The table before the first card."),
        ),
        Rule(
            "D3",
            _("Hands of six"),
            (
                _(
                    "%(paths)s path cards and %(actions)s action cards are shuffled together. Each "
                    "of you is dealt %(hand)s; the other %(stock)s are the stock."
                ),
            ),
            {
                "paths": sum(PATHS.values()),
                "actions": sum(ACTIONS.values()),
                "hand": HAND,
                "stock": len(deck()) - 2 * HAND,
            },
            shows=_("A hand as it is dealt."),
        ),
        Rule(
            "D4",
            _("Markers and keys"),
            (
                _(
                    "%(markers)s markers and %(keys)s keys lie ready for both of you together, "
                    "anew in each round. A marker lies on gold that was claimed, or on a troll "
                    "that was bribed."
                ),
            ),
            {"markers": TABLE.markers, "keys": KEYS},
            cards=("token-marker",),
            refusals=("no-token-left",),
            shows=_("The first marker is used: it lies on the gold."),
        ),
        Rule(
            "D5",
            _("Who begins"),
            (
                _(
                    "Green begins the first round. Later rounds begin with whoever has less gold, "
                    "counted after the trolls are paid. On a tie, blue begins."
                ),
            ),
        ),
    ),
)
TURN: Final = Chapter(
    "turn",
    _("Your turn"),
    (
        Rule(
            "D6",
            _("One of four things, then draw"),
            (
                _("Lay a path card, then draw one. Or play an action card, then draw one."),
                _(
                    "Or throw two cards away and remove a broken tool that lies before you. Then "
                    "you draw only one: your hand is one smaller for the rest of the round."
                ),
                _("Or pass: discard one or two cards face down, then draw as many."),
            ),
            refusals=(
                "not-your-turn", "wrong-phase", "unknown-card", "not-in-hand", "wrong-count",
            ),
            shows=_("Two cards go for a broken lantern, and only one is drawn."),
        ),
        Rule(
            "D7",
            _("When the stock is empty"),
            (
                _(
                    "Then nothing is drawn, but you must still do one of the four things. Whoever "
                    "has no card left sits out the rest of the round and is skipped."
                ),
            ),
        ),
    ),
)  # fmt: skip
CHAPTERS: Final = (SETTING_UP, TURN)
