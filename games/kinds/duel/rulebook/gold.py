"""Goals and gold: D16 to D18."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule
from games.kinds.duel.rules.cards import PATH_GOLD

CHAPTER: Final = Chapter(
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
