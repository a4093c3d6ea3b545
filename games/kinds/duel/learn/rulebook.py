"""Action cards: D19 to D23."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule
from games.kinds.duel.rules.cards import KEYS

CHAPTER: Final = Chapter(
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
