"""Walks, mines and treasures: L20 to L23."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule
from games.kinds.lost_mines.rules.cards import DRAGON_COSTS, STEPS, STEPS_FROM_CAMPFIRE

CHAPTER: Final = Chapter(
    "walking",
    _("Walking"),
    (
        Rule(
            "L20",
            _("How a dwarf walks"),
            (
                _(
                    "Up to %(steps)s cards, %(far)s from a campfire, from card to card where "
                    "openings meet. The ways on a card all join in its middle, and a dwarf may "
                    "turn back. Obstacles that are not overcome, a plateau or an overcome obstacle "
                    "where somebody stands, and trolls let nobody through. All other cards hold "
                    "and let pass any number of dwarfs."
                ),
            ),
            {"steps": STEPS, "far": STEPS_FROM_CAMPFIRE},
            refusals=("blocked", "too-far", "not-adjacent"),
        ),
        Rule(
            "L21",
            _("Reaching a mine"),
            (
                _(
                    "The first dwarf to reach a mine, through an opening that faces it, turns it "
                    "over and stops there. What it gives is given at once."
                ),
                _(
                    "It is laid so that it fits all open neighbours. Where it fits both ways and "
                    "they differ, you choose. Where it fits neither way, it lies so that your path "
                    "enters it; if both do, you choose."
                ),
            ),
        ),
        Rule(
            "L22",
            _("Taking treasure"),
            (
                _(
                    "If your walk ends on a treasure mine you take one treasure of its kind, if "
                    "any is left: the one you name, or one by lot. You know its value, the others "
                    "only the kind. At the end of each later turn on which you are still there "
                    "you may take one more."
                ),
            ),
            refusals=("wrong-choice",),
            cards=("mine-gems", "mine-gold", "mine-silver", "token-gems", "token-gold",
                   "token-silver"),
        ),
        Rule(
            "L23",
            _("The dragon"),
            (
                _(
                    "Whoever turns its mine over takes the dragon along: %(cost)s points less at "
                    "the end of the round. From then on the mine is a path card like any other, "
                    "to walk on and to lay on to; only a storm cannot take it."
                ),
            ),
            {"cost": DRAGON_COSTS},
            cards=("mine-dragon", "token-dragon"),
        ),
    ),
)  # fmt: skip
