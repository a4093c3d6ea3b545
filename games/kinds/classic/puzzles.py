"""Puzzles of the classic game. tests/learn/test_puzzles.py tries every move of them."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import Position, Puzzle

THREE: Final = ("hilda", "kunz")
FOUR: Final = ("hilda", "kunz", "runa")
OTHERS: Final = ["ew", "new", "ns", "ne", "nw", "map"]
"""The other players' hands, where they don't matter."""
GOALS: Final = ["8,-2 treasure", "8,0 stone-ne", "8,2 stone-nw"]


def _position(partners: tuple[str, ...], own: list[str], **lies: Any) -> Position:
    """Return a position in which the other hands don't matter."""
    others = {f"p{number}": OTHERS for number in range(2, 2 + len(partners))}
    return Position(partners, **{"goals": GOALS, "hands": {"p1": own, **others}} | lies)


TWO_AT_ONCE: Final = Puzzle(
    "two-at-once",
    _("Two at one stroke"),
    _("Nobody has looked at the goals. Find the move that turns over two at once."),
    _position(
        THREE,
        own=["nes", "ew", "ns", "ne", "new", "n.e.s"],
        cards=[
            "1,0 ew", "2,0 new", "3,0 ew", "4,0 ew", "5,0 ew", "6,0 ne turned", "6,1 ne", "7,1 ew",
        ],
        stock=["ew", "ns", "ew"],
    ),
    _(
        "At 8,1 the junction opens up and down, if it is turned: the goal above and the goal below "
        "are both joined to the start."
    ),
    _("Two goals lie one above the other, with a cell between them. Which card opens to both?"),
    moves=("place nes at 8,1 turned",),
    wants=("face-up 8,0", "face-up 8,2"),
)  # fmt: skip

THE_GAP: Final = Puzzle(
    "the-gap",
    _("The gap"),
    _("A rockfall tore your tunnel apart. One card repairs it and reaches the goal. Which?"),
    _position(
        THREE,
        own=["new", "n.e.w", "nesw", "ew", "nes", "ne"],
        cards=[
            "1,0 ew", "2,0 nesw", "2,-1 nw turned", "3,-1 ne turned", "2,1 ne", "3,1 ew", "4,0 new",
            "5,0 ew", "6,0 nesw", "7,0 ew",
        ],
        stock=["ew", "ns", "ew"],
    ),
    _(
        "The cell needs openings to the left, to the right and upwards, and a wall below. Two of "
        "your cards have them. But in the one with rubble nothing is joined: it is a dead end on "
        "every side."
    ),
    _("Look at all four neighbours of 3,0. And what fits need not be joined inside."),
    moves=("place new at 3,0",),
    wants=("face-up 8,0",),
)  # fmt: skip

THROUGH_THE_STONE: Final = Puzzle(
    "through-the-stone",
    _("Through the stone"),
    _(
        "You have looked: the treasure lies under the bottom goal. Reach it in this turn, with one "
        "card."
    ),
    _position(
        THREE,
        own=["map", "ne", "new", "ns", "ew", "nw"],
        round=3,
        cards=[
            "1,0 ew", "2,0 ew", "3,0 nesw", "4,0 ew", "5,0 ew", "6,0 nes turned", "6,1 ns",
            "6,2 n.e", "6,-1 nw turned", "7,-1 ne turned", "8,1 ns",
        ],
        goals=["8,-2 stone-nw", "8,0 stone-ne", "8,2 treasure"],
        stock=["n.e.s", "new", "nw"],
    ),
    _(
        "The curve at 7,0 leads to the middle goal. It is a stone, but its tunnel turns down, "
        "through the piece at 8,1, and into the treasure. Goals that lie open are tunnels too."
    ),
    _("A goal that was turned over is a piece of tunnel like any other. Which one could lead on?"),
    played=("p1 play map at 8,2", "p2 discard ns", "p3 discard ns"),
    moves=("place ne at 7,0",),
    wants=("round-over diggers",),
)  # fmt: skip

CUT_OFF: Final = Puzzle(
    "cut-them-off",
    _("Cut them off"),
    _(
        "You are the saboteur, and you know that the treasure lies in the middle. The others can "
        "reach it on two ways. Make sure that no single card gets them there."
    ),
    _position(
        THREE,
        own=["map", "rockfall", "broken-cart", "e.w", "broken-lantern", "n"],
        cards=[
            "1,0 nesw", "2,0 ew", "3,0 ew", "4,0 ew", "5,0 ew", "6,0 ew", "1,1 ne", "2,1 ew",
            "3,1 ew", "4,1 new turned", "5,1 ew", "6,1 ew", "7,1 ew",
        ],
        goals=["8,-2 stone-nw", "8,0 treasure", "8,2 stone-ne"],
        roles={"p1": "saboteur"},
        stock=["n.w", "new", "nw", "ne", "ns"],
    ),
    _(
        "Both ways begin at 1,0. Without that card each of them lacks two cards, not one. "
        "Everything else stops only one way, or only one player."
    ),
    _("Then they take the other way, or somebody else does. What do both ways need?"),
    played=("p1 play map at 8,0", "p2 discard ns", "p3 discard ns"),
    moves=("play rockfall at 1,0",),
    denies=("round-over diggers",),
)  # fmt: skip

WHOM_TO_MEND: Final = Puzzle(
    "whom-to-mend",
    _("Who gets the repair?"),
    _("All of you stand about with broken tools. Play a card after which somebody can dig again."),
    _position(
        FOUR,
        own=["fix-pick-lantern", "fix-pick", "ew", "map", "nes", "rockfall"],
        cards=["1,0 ew", "2,0 ew", "3,0 new"],
        broken={
            "p1": ["pick", "lantern"],
            "p2": ["pick", "cart"],
            "p3": ["lantern"],
            "p4": ["cart"],
        },
        stock=["ew", "ns", "ew", "ne"],
    ),
    _(
        "A card with two tools repairs one of them, and anybody with two broken ones stays stuck. "
        "Kunz alone needs nothing but a lantern."
    ),
    _("That player still has something broken. Count what lies before each of you."),
    moves=("play fix-pick-lantern on p3 lantern",),
    wants=("broken p3 none",),
)

DEAD_END: Final = Puzzle(
    "a-dead-end",
    _("Who laid that?"),
    _("One of you is the saboteur, and you are not. Here is the log: who is it?"),
    Position(
        FOUR,
        cards=[],
        goals=GOALS,
        hands={
            "p1": ["ew", "ew", "rockfall", "ns", "map", "nes"],
            "p2": ["ew", "ns", "ew", "new", "map", "ne"],
            "p3": ["nesw", "fix-cart", "map", "ne", "nw", "ns"],
            "p4": ["ew", "e.w", "broken-pick", "ns", "ne", "nw"],
        },
        roles={"p4": "saboteur"},
        stock=["ne", "nw", "ns", "nes", "new", "ne", "nw", "ns", "nes", "new", "ne", "nw"],
    ),
    _(
        "Runa laid a dead end where the tunnel had to go on, and broke the pick of Hilda, who had "
        "just repaired the damage. Kunz looked at a goal, Hilda threw a card away: anybody does "
        "that."
    ),
    _("Everybody throws a card away now and then. Who made the way longer?"),
    played=(
        "p1 place ew at 1,0", "p2 place ew at 2,0", "p3 place nesw at 3,0", "p4 place ew at 4,0",
        "p1 place ew at 5,0", "p2 discard ns", "p3 discard fix-cart", "p4 place e.w at 6,0",
        "p1 play rockfall at 6,0", "p2 place ew at 6,0", "p3 play map at 8,0",
        "p4 play broken-pick on p2",
    ),
    suspect=3,
)  # fmt: skip

WHO_HAS_LOOKED: Final = Puzzle(
    "who-has-looked",
    _("Who has looked?"),
    _(
        "You have seen the treasure under the top goal. One of the others may be a saboteur. Here "
        "is the log: who is it?"
    ),
    Position(
        THREE,
        cards=["1,0 ew", "2,0 ew", "3,0 nesw", "4,0 ew"],
        goals=GOALS,
        hands={
            "p1": ["map", "nesw", "nw", "ns", "ew", "ne"],
            "p2": ["ew", "ns", "broken-pick", "new", "map", "ne"],
            "p3": ["map", "ns", "fix-pick", "ne", "nw", "ns"],
        },
        roles={"p3": "saboteur"},
        stock=["ne", "nw", "ns", "nes", "new", "ne", "nw", "ns", "nes", "new", "ne", "nw"],
    ),
    _(
        "Kunz looked at the same goal as you, so he knows where the treasure lies. And then he dug "
        "down, away from it. That Hilda broke his pick looks bad, but she only dug upwards, the "
        "right way."
    ),
    _("Do not ask who broke something. Ask who knew the way, and went another one."),
    played=(
        "p1 play map at 8,-2", "p2 place ew at 5,0", "p3 play map at 8,-2", "p1 place nesw at 6,0",
        "p2 place ns at 6,-1", "p3 place ns at 6,1", "p1 place nw at 6,-2 turned",
        "p2 play broken-pick on p3", "p3 play fix-pick on p3 pick", "p1 discard ns",
        "p2 discard ne", "p3 place ne at 6,2",
    ),
    suspect=2,
)  # fmt: skip

PUZZLES: Final = (
    THE_GAP,
    TWO_AT_ONCE,
    DEAD_END,
    WHOM_TO_MEND,
    THROUGH_THE_STONE,
    CUT_OFF,
    WHO_HAS_LOOKED,
)
