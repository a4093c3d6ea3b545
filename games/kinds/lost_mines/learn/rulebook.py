"""Walks, mines and treasures: L20 to L23."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import Chapter, Rule, Rulebook
from games.kinds.lost_mines.learn import rulebook_turns
from games.kinds.lost_mines.rules.cards import (
    ACTIONS,
    CHARACTERS,
    CLANS,
    DRAGON_COSTS,
    LOYAL,
    LOYALS,
    MINES,
    PATHS,
    STARTS,
    STEPS,
    STEPS_FROM_CAMPFIRE,
    TOKENS,
    treasure_pile,
)

WALKING: Final = Chapter(
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


# The end of a round, and points: L24 to L28.

END_OF_ROUND: Final = Chapter(
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


# The rules of The Lost Mines for people: every rule of `docs/rules/lost_mines.md`.

DWARFS: Final = {
    f"dwarf-{clan}-{character}": max(LOYALS.values()) if character == LOYAL else 1
    for clan in CLANS
    for character in CHARACTERS
}
RULEBOOK: Final = Rulebook(
    chapters=(
        *rulebook_turns.FIRST_CHAPTERS,
        rulebook_turns.PATH_CARDS,
        rulebook_turns.ACTION_CARDS,
        WALKING,
        END_OF_ROUND,
    ),
    examples=Path(__file__).parent.parent / "examples",
    counts={
        **PATHS,
        **ACTIONS,
        **DWARFS,
        **{f"start-{clan}": 1 for clan in STARTS},
        **{f"mine-{kind}": 1 for kind in MINES},
        **Counter(f"treasure-{kind}-{value}" for kind, value in treasure_pile()),
        **{f"token-{token}": count for token, count in TOKENS.items()},
        "token-dragon": 1,
    },
)
