"""What is dealt, and what a turn is: D1 to D7."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import PATH, Chapter, Rule, RuleTable
from games.kinds.duel.rules.cards import ACTIONS, EDITIONS, GOALS, HAND, KEYS, PATHS, deck
from games.kinds.duel.rules.state import ROUNDS

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
                    "In each round, %(markers)s markers and %(keys)s keys lie ready for both of "
                    "you together. A marker lies on gold that was claimed, or on a troll "
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
FIRST_CHAPTERS: Final = (SETTING_UP, TURN)


# Where path cards may lie, and what prevents it: D8 to D15.

PATH_CARDS: Final = Chapter(
    "path-cards",
    _("Path cards"),
    (
        Rule(
            "D8",
            _("Fitting"),
            (
                _(
                    "On an empty cell next to a start, a path card or a goal that lies face up; "
                    "upright or after a half turn, never crosswise. Every side must fit: opening "
                    "to opening, wall to wall. The mine has no border."
                ),
                _("A goal that lies face down fits anything, and is nothing to lay on to."),
            ),
            refusals=("occupied", "no-neighbour", "does-not-fit"),
            cards=(PATH,),
        ),
        Rule(
            "D9",
            _("Joined to your own start"),
            (
                _(
                    "When you lay a card an unbroken tunnel must lead from your own start to it. "
                    "It is enough that the tunnel reaches the side they share: there the new card "
                    "may have a dead end, a door or a troll."
                ),
            ),
            refusals=("not-connected",),
            cards=("stub",),
        ),
        Rule(
            "D10",
            _("Bridge and double curve"),
            (
                _(
                    "Two tunnels on one card that do not meet. One of them must be joined to your "
                    "start."
                ),
            ),
            cards=("bridge", "double-curve"),
        ),
        Rule(
            "D11",
            _("Door"),
            (
                _(
                    "An arm with a door is open to the dwarf of its colour only, from both sides. "
                    "For fitting it is an opening. To the other it is closed, until they open it "
                    "with a key."
                ),
            ),
            cards=("door",),
        ),
        Rule(
            "D12",
            _("Troll"),
            (
                _(
                    "A troll closes the arm it stands in to both of you, from both sides. Once "
                    "bribed, it lets both through for the rest of the round."
                ),
            ),
            cards=("troll",),
        ),
        Rule(
            "D13",
            _("Bribing a troll"),
            (
                _(
                    "In your own turn, besides the one thing you do, and as often as markers last. "
                    "Your tunnels must reach the troll, from either side. Do it before your card; "
                    "or with it, for a troll that only this card brings within reach."
                ),
                _(
                    "A marker goes on the troll, and at the end of the round you pay 1 gold. What "
                    "lies behind is reached at once: goals are turned over, gold is claimed."
                ),
            ),
            refusals=("no-troll", "not-reached", "already-bribed"),
        ),
        Rule(
            "D14",
            _("Ladder"),
            (
                _(
                    "A ladder is joined straight to the start of its colour, wherever it lies, "
                    "even when the tunnels between are cut. So it may be laid next to any path "
                    "card or start, without a tunnel before; but never next to a goal or next to a "
                    "card with gold. Its sides must fit."
                ),
                _(
                    "You may lay the ladder of the other colour too. Only the dwarf of its colour "
                    "climbs it; for the other it is a plain curve."
                ),
            ),
            options=("ladders",),
            refusals=("next-to-goal", "next-to-gold"),
            cards=("ladder",),
        ),
        Rule(
            "D15",
            _("A broken tool stops you"),
            (
                _(
                    "With a broken tool before you when your turn begins you cannot lay a path "
                    "card. Everything else you may do."
                ),
            ),
            refusals=("tool-broken",),
        ),
    ),
)
