"""Puzzles of The Duel. tests/learn/test_puzzles.py tries every move of them."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import Position, Puzzle

GOALS: Final = [
    "5,-2 n.e.s.w 0", "5,0 nw 2", "5,2 ne 2", "7,-1 n.s.w 0", "7,1 n.w+gold@w 1", "9,0 nesw 0",
]  # fmt: skip


def _position(own: list[str], **lies: Any) -> Position:
    """Return a position against Runa, whose hand doesn't matter."""
    hands = {"p1": own, "p2": ["ew", "ns", "ne", "nw", "map", "ns.w"]}
    return Position(
        ("runa",), **{"goals": GOALS, "hands": hands, "stock": ["ew", "ns", "ne"]} | lies
    )


WHICH_DOOR: Final = Puzzle(
    "which-door",
    _("Which door?"),
    _("You are green, and hold a single key. Open the door that brings you most gold at once."),
    _position(
        own=["key", "ew", "ns", "map", "ne", "nw"],
        cards=[
            "1,1 ew", "2,1 nesw+door:blue@s", "2,2 ns.ew+gold@n", "3,1 ew", "4,1 new+door:blue@e",
            "4,0 ns.w", "5,1 ne turned", "1,-1 nsw+door:blue@n",
        ],
        goals=[
            "5,-2 n.e.s.w 0", "5,0 nw 2", "5,2 n.e+gold@n 3 face-up", "7,-1 n.s.w 0",
            "7,1 n.w+gold@w 1", "9,0 nesw 0",
        ],
    ),
    _("Behind the door at 4,1 a curve leads down to three nuggets. The other door guards one."),
    _("That is not the most that you can have. Follow the tunnel behind each blue door."),
    moves=("play key at 4,1",),
    wants=("marker 5,2 p1",),
)  # fmt: skip

THREE_AT_ONCE: Final = Puzzle(
    "three-at-one-stroke",
    _("Three at one stroke"),
    _("You are green. Find the move that claims all three nuggets around 3,1."),
    _position(
        own=[
            "nesw+door:blue@s", "nesw+door:green@w", "new+door:green@n", "nsw+troll@s",
            "new+troll@e", "ns.ew",
        ],
        cards=[
            "1,1 ew", "2,1 ew", "3,0 ns.ew+gold@n", "4,1 nsw.e+gold@e turned",
            "3,2 ew.s+gold@s turned", "1,-1 ew",
        ],
    ),
    _(
        "All four sides must be open, and to you. Your own green door is no door to you; a blue "
        "one would keep you from one of the nuggets."
    ),
    _("Count again: you need four open sides, and nothing on them that stops a green dwarf."),
    moves=("place nesw+door:green@w at 3,1", "place nesw+door:green@w at 3,1 turned"),
    wants=("marker 3,0 p1", "marker 4,1 p1", "marker 3,2 p1"),
)  # fmt: skip

OUT_OF_NOWHERE: Final = Puzzle(
    "out-of-nowhere",
    _("Out of nowhere"),
    _("You are green, and no tunnel of yours gets anywhere. Turn over a goal with this move."),
    _position(
        own=["ne+ladder:green", "ne", "nw", "ns.w", "map", "ew"],
        cards=[
            "1,-1 ew", "2,-1 ne turned", "2,0 ne.w", "3,0 ew", "4,0 nw.s", "3,2 ew", "4,2 ew",
        ],
    ),
    _(
        "A ladder in your colour is joined to your start wherever it lies. At 2,2 it meets the "
        "loose tunnel that leads to the lowest goal. It may not lie next to a goal or gold."
    ),
    _("Your start is far away. Which of your cards needs no tunnel to it?"),
    moves=("place ne+ladder:green at 2,2",),
    wants=("face-up 5,2",),
)  # fmt: skip

NOT_FOR_RUNA: Final = Puzzle(
    "not-for-runa",
    _("Not for Runa"),
    _(
        "You are green, and 3,0 touches a tunnel of each of you. Lay a card there with a nugget on "
        "it that you claim, not Runa."
    ),
    _position(
        own=[
            "ns.ew+gold@n", "nw.es+gold@e", "new.s+gold@s", "ew.s+gold@s", "ew", "map",
        ],
        cards=[
            "1,1 nw", "1,0 nw turned", "2,0 ew", "1,-1 ew", "2,-1 ew", "3,-1 nsw+door:blue@s",
        ],
    ),
    _(
        "Turned, the double curve has its nugget in the tunnel that leads left and up. It joins "
        "both of you, and then whoever is on turn claims. On the other cards the nugget lies in an "
        "arm that only Runa reaches."
    ),
    _("Whoever is joined to the nugget claims it. Where do the arms lead that it lies in?"),
    moves=("place nw.es+gold@e at 3,0 turned",),
    wants=("marker 3,0 p1",),
)  # fmt: skip

ONE_CARD_SHORT: Final = Puzzle(
    "one-card-short",
    _("One card short"),
    _(
        "Runa, who is blue, needs only one more card to reach the uppermost goal. Make sure that "
        "no card gets her to any goal in her next turn."
    ),
    _position(
        own=["rockfall", "ew", "ns", "nesw+door:green@w", "map", "ne"],
        cards=[
            "1,1 ew", "2,1 ew", "1,-1 ew.s+gold@s", "2,-1 nw.es+gold@e", "2,-2 nw turned",
            "3,-2 ns.ew+gold@n",
        ],
    ),
    _(
        "A rockfall takes no card with gold on it, and you have no tunnel up there. But the curve "
        "at 2,−2 is a card like any other, and all depends on it."
    ),
    _("Then Runa lays one card and is there. Is there a card of hers that you can take away?"),
    moves=("play rockfall at 2,-2",),
    denies=("face-up 5,-2", "face-up 5,0", "face-up 5,2", "face-up 7,-1"),
)  # fmt: skip

PUZZLES: Final = (WHICH_DOOR, THREE_AT_ONCE, NOT_FOR_RUNA, OUT_OF_NOWHERE, ONE_CARD_SHORT)
