"""Goals and gold: D16 to D18."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import Chapter, Rule, Rulebook
from games.kinds.duel.learn import rulebook_turns
from games.kinds.duel.rules.cards import ACTIONS, EDITIONS, GOALS, KEYS, PATH_GOLD, PATHS
from games.kinds.duel.rules.state import ROUNDS

GOALS_AND_GOLD: Final = Chapter(
    "goals-and-gold",
    _("Goals and gold"),
    (
        Rule(
            "D16",
            _("A goal is turned over"),
            (
                _(
                    "When after a move an unbroken tunnel leads from a start to a goal that lies "
                    "face down, the goal is turned over, whoever the tunnel belongs to. It is laid "
                    "so that it fits. Where it fits both ways and they differ, the player whose "
                    "move it was chooses."
                ),
                _(
                    "Where it fits neither way it lies unfitting: so that it joins a tunnel that "
                    "reached it, then with as many fitting sides as possible, then as printed. "
                    "Goals reached by one move are all turned over before any is laid by choice."
                ),
            ),
            refusals=("wrong-choice",),
        ),
        Rule(
            "D17",
            _("Claiming gold"),
            (
                _(
                    "Gold on a path card is worth %(path)s, on a goal what is printed. You claim "
                    "it at once when a tunnel leads from your start to the tunnel it lies in: a "
                    "marker of yours goes on the card. Gold in a dead end, or in one tunnel of a "
                    "bridge, is reached only that way; not through a closed door or a troll."
                ),
                _("One marker a card. A claim stands even if the way is cut later."),
            ),
            {"path": PATH_GOLD},
            options=("claims",),
            cards=("gold", "nugget"),
        ),
        Rule(
            "D18",
            _("Who claims"),
            (
                _(
                    "If a move joins only the other player to gold, the other claims it. If it "
                    "joins both at once, the player on turn does. Turning a goal over is not "
                    "claiming it."
                ),
                _(
                    "Several at once: the player on turn first, the most valuable first, until "
                    "the markers are used up. A goal just turned over may lead on to more."
                ),
            ),
        ),
    ),
)


# Action cards: D19 to D23.

ACTION_CARDS: Final = Chapter(
    "action-cards",
    _("Action cards"),
    (
        Rule(
            "D19",
            _("Key"),
            (
                _(
                    "Opens one door of the other colour, for you alone and until the round ends. A "
                    "key token goes on it; there are %(keys)s in all, for both of you. Your "
                    "tunnels need not reach the door. Gold so reached is claimed at once."
                ),
            ),
            {"keys": KEYS},
            refusals=("no-door", "own-door", "already-open", "no-key-left"),
            cards=("key", "token-key"),
        ),
        Rule(
            "D20",
            _("Breaking a tool"),
            (
                _(
                    "Lay the card before the other player: their pick, lantern or cart is broken. "
                    "At most one of each kind lies before a player."
                ),
            ),
            refusals=("already-broken", "own-tool"),
            cards=("broken",),
        ),
        Rule(
            "D21",
            _("Repairing a tool"),
            (
                _(
                    "A repair card takes a broken tool that it shows from before you. Both are "
                    "discarded. A card with two tools repairs one of them. You repair only your "
                    "own."
                ),
            ),
            refusals=("only-own", "nothing-to-repair", "wrong-tool"),
            cards=("fix",),
        ),
        Rule(
            "D22",
            _("Rockfall"),
            (
                _(
                    "Takes a path card out of the mine: never a start, a goal, a card with gold or "
                    "a card with a troll. Ladders, doors and bridges may fall; a key that lay on "
                    "the door is free again."
                ),
            ),
            refusals=("nothing-there", "cannot-remove"),
            cards=("rockfall",),
        ),
        Rule(
            "D23",
            _("Map"),
            (
                _(
                    "Look in secret at one goal that lies face down. The other sees which one, "
                    "not what it is."
                ),
            ),
            refusals=("already-face-up",),
            cards=("map",),
        ),
    ),
)


# The end of a round, gold and debts: D24 to D28.

END_OF_ROUND: Final = Chapter(
    "end-of-round",
    _("End of the round"),
    (
        Rule(
            "D24",
            _("When a round ends"),
            (
                _(
                    "When all %(goals)s goals lie face up, or all %(markers)s markers are used, or "
                    "the stock and both hands are empty: at once after the claims of that move, "
                    "before anybody draws."
                ),
            ),
            {"goals": len(EDITIONS[2].goals), "markers": EDITIONS[2].markers},
        ),
        Rule(
            "D25",
            _("Gold is taken"),
            (
                _(
                    "Each takes the gold of the cards with their markers. Path cards whose gold "
                    "was won leave the game. All goals of the round leave the game too, those that "
                    "are still face down unseen."
                ),
            ),
        ),
        Rule(
            "D26",
            _("The next round"),
            (
                _(
                    "All other path cards and all action cards are shuffled again for the next "
                    "round. The mine is empty, tools are whole."
                ),
            ),
            shows=_("The path card with gold was won: the next round is dealt without it."),
        ),
        Rule(
            "D27",
            _("Paying the trolls"),
            (
                _(
                    "Each troll you bribed costs you 1 gold, after the gold of the round is taken. "
                    "You pay with gold cards you have; no change is given, and what is paid leaves "
                    "the game. You pay the smallest sum that covers the debt, with the fewest "
                    "cards. If all you have is less, you pay all of it and owe nothing more."
                ),
            ),
        ),
        Rule(
            "D28",
            _("Who wins the game"),
            (_("After %(rounds)s rounds the most gold wins. A tie is a shared win."),),
            {"rounds": ROUNDS},
            refusals=("game-over",),
        ),
    ),
)


# The rules of The Duel for people: D1 to D28 of `docs/rules/duel.md`.

STARTS: Final = dict.fromkeys(("start-blue", "start-green"), 1)
COUNTS: Final = {
    **PATHS,
    **ACTIONS,
    **{f"goal-{gold}-{face}": 1 for face, gold in GOALS.items()},
    "token-key": KEYS,
}
"""Of what there is as much for one player as for two."""
RULEBOOK: Final = Rulebook(
    chapters=(
        *rulebook_turns.FIRST_CHAPTERS,
        rulebook_turns.PATH_CARDS,
        GOALS_AND_GOLD,
        ACTION_CARDS,
        END_OF_ROUND,
    ),
    examples=Path(__file__).parent.parent / "examples",
    counts={**COUNTS, **STARTS, "token-marker": EDITIONS[2].markers},
)
