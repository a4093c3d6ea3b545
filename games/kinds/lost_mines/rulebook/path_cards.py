"""Where path cards may lie, and what lies on them: L10 to L12."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import PATH, Chapter, Rule
from games.kinds.lost_mines.rules.cards import STEPS_FROM_CAMPFIRE

CHAPTER: Final = Chapter(
    "path-cards",
    _("Laying paths"),
    (
        Rule(
            "L10",
            _("Where a card may lie"),
            (
                _(
                    "On an empty cell of the board next to a start, a path card or a mine that "
                    "lies face up. Every side must fit, opening to opening and wall to wall, and "
                    "the card must lengthen a path: one of its openings meets an opening. Whose "
                    "path it is does not matter, nor where your dwarf stands."
                ),
                _(
                    "It lies upright or after a half turn, never crosswise. Openings may point off "
                    "the board."
                ),
            ),
            refusals=(
                "off-board", "occupied", "no-neighbour", "does-not-fit", "extends-nothing",
            ),
            cards=(PATH,),
        ),
        Rule(
            "L11",
            _("Beside a mine that lies face down"),
            (_("It fits anything, and it is nothing to lay on to."),),
        ),
        Rule(
            "L12",
            _("Obstacles, plateaus, campfires"),
            (
                _(
                    "Logs, a lake or a ravine: no dwarf enters or passes until the obstacle is "
                    "overcome. A rock plateau holds one dwarf; while somebody stands there nobody "
                    "else enters or passes. From a campfire you may go up to %(steps)s cards, if "
                    "your walk begins there."
                ),
            ),
            {"steps": STEPS_FROM_CAMPFIRE},
            cards=("logs", "lake", "ravine", "plateau", "campfire"),
        ),
    ),
)  # fmt: skip
