"""The rules of The Duel for people: every rule of `docs/rules/duel.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import (
    NO_DIGGING_WITH_BROKEN_TOOLS,
    PATH,
    Chapter,
    Rule,
    Rulebook,
    RuleTable,
)
from games.kinds.duel.rules import cards
from games.kinds.duel.rules.state import ROUNDS

TABLE: Final = cards.EDITIONS[2]
GOAL_GOLD: Final = tuple(sorted(set(cards.GOALS.values())))
GOLD: Final = RuleTable(
    _("Gold in the goals"),
    (_("Gold"), *GOAL_GOLD),
    ((_("Goals"), *(list(cards.GOALS.values()).count(gold) for gold in GOAL_GOLD)),),
)
SETTING_UP: Final = Chapter(
    "setting-up",
    _("Setting up"),
    D1=Rule(
        _("Two dwarfs"),
        _(
            "Two play: one is the blue dwarf, one the green. A game has %(rounds)s rounds. Who is "
            "who is decided by lot, or as the table chooses."
        ),
        values={"rounds": ROUNDS},
        options=("colours",),
        cards=("dwarf",),
        shows=_("You are green, with the lower start; Bob is blue, with the upper one."),
    ),
    D2=Rule(
        _("Starts and goals"),
        _(
            "Each dwarf has a start. Beyond lie %(laid)s goals face down. All %(goals)s goals are "
            "shuffled once for the whole game: %(laid)s are laid out in each round and never come "
            "back."
        ),
        values={"laid": len(TABLE.goals), "goals": len(cards.GOALS)},
        tables=(GOLD,),
        cards=("start", "goal"),
        shows=_("The table before the first card."),
    ),
    D3=Rule(
        _("Hands of six"),
        _(
            "%(paths)s path cards and %(actions)s action cards are shuffled together. Each of you "
            "is dealt %(hand)s; the other %(stock)s are the stock."
        ),
        values={
            "paths": sum(cards.PATHS.values()),
            "actions": sum(cards.ACTIONS.values()),
            "hand": cards.HAND,
            "stock": len(cards.deck()) - 2 * cards.HAND,
        },
        shows=_("A hand as it is dealt."),
    ),
    D4=Rule(
        _("Markers and keys"),
        _(
            "In each round, %(markers)s markers and %(keys)s keys lie ready for both of you "
            "together. A marker lies on gold that was claimed, or on a troll that was bribed."
        ),
        values={"markers": TABLE.markers, "keys": cards.KEYS},
        cards=("token-marker",),
        refusals=("no-token-left",),
        shows=_("The first marker is used: it lies on the gold."),
    ),
    D5=Rule(
        _("Who begins"),
        _(
            "Green begins the first round. Later rounds begin with whoever has less gold, counted "
            "after the trolls are paid. On a tie, blue begins."
        ),
    ),
)
TURN: Final = Chapter(
    "turn",
    _("Your turn"),
    D6=Rule(
        _("One of four things, then draw"),
        _("Lay a path card, then draw one. Or play an action card, then draw one."),
        _(
            "Or throw two cards away and remove a broken tool that lies before you. Then you draw "
            "only one: your hand is one smaller for the rest of the round."
        ),
        _("Or pass: discard one or two cards face down, then draw as many."),
        refusals=(
            "not-your-turn", "wrong-phase", "unknown-card", "not-in-hand", "wrong-count",
        ),
        shows=_("Two cards go for a broken lantern, and only one is drawn."),
    ),
    D7=Rule(
        _("When the stock is empty"),
        _(
            "Then nothing is drawn, but you must still do one of the four things. Whoever has no "
            "card left sits out the rest of the round and is skipped."
        ),
    ),
)  # fmt: skip
PATH_CARDS: Final = Chapter(
    "path-cards",
    _("Path cards"),
    D8=Rule(
        _("Fitting"),
        _(
            "On an empty cell next to a start, a path card or a goal that lies face up; upright or "
            "after a half turn, never crosswise. Every side must fit: opening to opening, wall to "
            "wall. The mine has no border."
        ),
        _("A goal that lies face down fits anything, but you cannot build on from it."),
        refusals=("occupied", "no-neighbour", "does-not-fit"),
        cards=(PATH,),
    ),
    D9=Rule(
        _("Joined to your own start"),
        _(
            "When you lay a card an unbroken tunnel must lead from your own start to it. It is "
            "enough that the tunnel reaches the side they share: there the new card may have a "
            "dead end, a door or a troll."
        ),
        refusals=("not-connected",),
        cards=("stub",),
    ),
    D10=Rule(
        _("Bridge and double curve"),
        _("Two tunnels on one card that do not meet. One of them must be joined to your start."),
        cards=("bridge", "double-curve"),
    ),
    D11=Rule(
        _("Door"),
        _(
            "An arm with a door is open to the dwarf of its colour only, from both sides. For "
            "fitting it is an opening. To the other it is closed, until they open it with a key."
        ),
        cards=("door",),
    ),
    D12=Rule(
        _("Troll"),
        _(
            "A troll closes the arm it stands in to both of you, from both sides. Once bribed, it "
            "lets both through for the rest of the round."
        ),
        cards=("troll",),
    ),
    D13=Rule(
        _("Bribing a troll"),
        _(
            "In your own turn, besides the one thing you do, and as often as markers last. Your "
            "tunnels must reach the troll, from either side. Do it before your card; or with it, "
            "for a troll that only this card brings within reach."
        ),
        _(
            "A marker goes on the troll, and at the end of the round you pay 1 gold. What lies "
            "behind is reached at once: goals are turned over, gold is claimed."
        ),
        refusals=("no-troll", "not-reached", "already-bribed"),
    ),
    D14=Rule(
        _("Ladder"),
        _(
            "A ladder is joined straight to the start of its colour, wherever it lies, even when "
            "the tunnels between are cut. So it may be laid next to any path card or start, "
            "without a tunnel before; but never next to a goal or next to a card with gold. Its "
            "sides must fit."
        ),
        _(
            "You may lay the ladder of the other colour too. Only the dwarf of its colour climbs "
            "it; for the other it is a plain curve."
        ),
        options=("ladders",),
        refusals=("next-to-goal", "next-to-gold"),
        cards=("ladder",),
    ),
    D15=NO_DIGGING_WITH_BROKEN_TOOLS,
)


GOALS_AND_GOLD: Final = Chapter(
    "goals-and-gold",
    _("Goals and gold"),
    D16=Rule(
        _("A goal is turned over"),
        _(
            "When after a move an unbroken tunnel leads from a start to a goal that lies face "
            "down, the goal is turned over, whoever the tunnel belongs to. It is laid so that it "
            "fits. Where it fits both ways and they differ, the player whose move it was chooses."
        ),
        _(
            "Where it fits neither way it lies unfitting: so that it joins a tunnel that reached "
            "it, then with as many fitting sides as possible, then as printed. Goals reached by "
            "one move are all turned over before any is laid by choice."
        ),
        refusals=("wrong-choice",),
    ),
    D17=Rule(
        _("Claiming gold"),
        _(
            "Gold on a path card is worth %(path)s, on a goal what is printed. You claim it at "
            "once when a tunnel leads from your start to the tunnel it lies in: a marker of yours "
            "goes on the card. Gold in a dead end, or in one tunnel of a bridge, is reached only "
            "that way; not through a closed door or a troll."
        ),
        _("One marker a card. A claim stands even if the way is cut later."),
        values={"path": cards.PATH_GOLD},
        options=("claims",),
        cards=("gold", "nugget"),
    ),
    D18=Rule(
        _("Who claims"),
        _(
            "If a move joins only the other player to gold, the other claims it. If it joins both "
            "at once, the player on turn does. Turning a goal over is not claiming it."
        ),
        _(
            "Several at once: the player on turn first, the most valuable first, until the markers "
            "are used up. A goal just turned over may lead on to more."
        ),
    ),
)
ACTION_CARDS: Final = Chapter(
    "action-cards",
    _("Action cards"),
    D19=Rule(
        _("Key"),
        _(
            "Opens one door of the other colour, for you alone and until the round ends. A key "
            "token goes on it; there are %(keys)s in all, for both of you. Your tunnels need not "
            "reach the door. Gold so reached is claimed at once."
        ),
        values={"keys": cards.KEYS},
        refusals=("no-door", "own-door", "already-open", "no-key-left"),
        cards=("key", "token-key"),
    ),
    D20=Rule(
        _("Breaking a tool"),
        _(
            "Lay the card before the other player: their pick, lantern or cart is broken. At most "
            "one of each kind lies before a player."
        ),
        refusals=("already-broken", "own-tool"),
        cards=("broken",),
    ),
    D21=Rule(
        _("Repairing a tool"),
        _(
            "A repair card takes a broken tool that it shows from before you. Both are discarded. "
            "A card with two tools repairs one of them. You repair only your own."
        ),
        refusals=("only-own", "nothing-to-repair", "wrong-tool"),
        cards=("fix",),
    ),
    D22=Rule(
        _("Rockfall"),
        _(
            "Takes a path card out of the mine: never a start, a goal, a card with gold or a card "
            "with a troll. Ladders, doors and bridges may fall; a key that lay on the door is free "
            "again."
        ),
        refusals=("nothing-there", "cannot-remove"),
        cards=("rockfall",),
    ),
    D23=Rule(
        _("Map"),
        _(
            "Look in secret at one goal that lies face down. The other sees which one, not what it "
            "is."
        ),
        refusals=("already-face-up",),
        cards=("map",),
    ),
)
END_OF_ROUND: Final = Chapter(
    "end-of-round",
    _("End of the round"),
    D24=Rule(
        _("When a round ends"),
        _(
            "When all %(goals)s goals lie face up, or all %(markers)s markers are used, or the "
            "stock and both hands are empty: at once after the claims of that move, before anybody "
            "draws."
        ),
        values={"goals": len(cards.EDITIONS[2].goals), "markers": cards.EDITIONS[2].markers},
    ),
    D25=Rule(
        _("Gold is taken"),
        _(
            "Each takes the gold of the cards with their markers. Path cards whose gold was won "
            "leave the game. All goals of the round leave the game too, those that are still face "
            "down unseen."
        ),
    ),
    D26=Rule(
        _("The next round"),
        _(
            "All other path cards and all action cards are shuffled again for the next round. The "
            "mine is empty, tools are whole."
        ),
        shows=_("The path card with gold was won: the next round is dealt without it."),
    ),
    D27=Rule(
        _("Paying the trolls"),
        _(
            "Each troll you bribed costs you 1 gold, after the gold of the round is taken. You pay "
            "with gold cards you have; no change is given, and what is paid leaves the game. You "
            "pay the smallest sum that covers the debt, with the fewest cards. If all you have is "
            "less, you pay all of it and owe nothing more."
        ),
    ),
    D28=Rule(
        _("Who wins the game"),
        _("After %(rounds)s rounds the most gold wins. A tie is a shared win."),
        values={"rounds": ROUNDS},
        refusals=("game-over",),
    ),
)
STARTS: Final = dict.fromkeys(("start-blue", "start-green"), 1)
COUNTS: Final = {
    **cards.PATHS,
    **cards.ACTIONS,
    **{f"goal-{gold}-{face}": 1 for face, gold in cards.GOALS.items()},
    "token-key": cards.KEYS,
}
"""The numbers of cards that are the same for one player and for two."""
RULEBOOK: Final = Rulebook(
    chapters=(SETTING_UP, TURN, PATH_CARDS, GOALS_AND_GOLD, ACTION_CARDS, END_OF_ROUND),
    examples=Path(__file__).parent / "examples",
    counts={**COUNTS, **STARTS, "token-marker": cards.EDITIONS[2].markers},
)
