"""The end of a round, and points: L24 to L28."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule
from games.kinds.lost_mines.rules.cards import DRAGON_COSTS

CHAPTER: Final = Chapter(
    "end-of-round",
    _("End of the round"),
    (
        Rule(
            "L24",
            _("When a round ends"),
            (
                _(
                    "At once when all treasures are taken, or when the stock and all hands are "
                    "empty: whoever played the last card of all walks no more, and a walk ends "
                    "where a trap takes the last card."
                ),
                _(
                    "Or by common consent, for instance when no mine can be reached any more. In "
                    "your own turn, before your card and once a round, you may propose it. The "
                    "others answer whenever they like while play goes on. When all who are still "
                    "in the round agree it is over at once. A refusal ends the proposal, and so "
                    "does your next turn."
                ),
            ),
        ),
        Rule(
            "L25",
            _("Points"),
            (
                _(
                    "Characters are shown. The selfish score the value of their own treasures. All "
                    "others work for a clan: the loyal for their own, saboteurs for the other. A "
                    "clan adds up its treasures and shares the points evenly."
                ),
                _(
                    "What cannot be shared goes to whoever brought the most valuable treasure of "
                    "the clan. If several did, they share it evenly, and what is left then is lost."
                ),
            ),
        ),
        Rule(
            "L26",
            _("The dragon eats"),
            (
                _(
                    "Whoever has the dragon gives up %(cost)s of the points won in this round, or "
                    "what there is if less."
                ),
            ),
            {"cost": DRAGON_COSTS},
        ),
        Rule(
            "L27",
            _("A whole example"),
            (
                _(
                    "Six players. Two loyal yellows share 8 points: 4 each. Two loyal blues and "
                    "the yellow saboteur share 8: 2 each, and the 2 left over go to the saboteur, "
                    "who brought a treasure of 4. One of these blues has the dragon: 0. The "
                    "selfish blue keeps 3."
                ),
            ),
        ),
        Rule(
            "L28",
            _("The next round, and the game"),
            (
                _(
                    "The next round is set up the same way at once, with everything shuffled "
                    "again. The player after whoever last played or discarded a card begins. After "
                    "the last round the most points win. A tie is a shared win."
                ),
            ),
            refusals=("game-over",),
        ),
    ),
)
