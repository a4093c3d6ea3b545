"""The Duel in six turns: a tunnel, a door, a broken cart, gold, a key, a troll."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import Lesson, LessonStep, Position

PARTNERS: Final = ("runa",)
OWN_GOLD: Final = Position(
    PARTNERS,
    round=3,
    cards=["1,1 ew", "2,1 ew", "1,-1 ew", "2,-1 ew"],
    goals=[
        "5,-2 n.e.s.w 0", "5,0 nw 2", "5,2 ne 2", "7,-1 n.s.w 0", "7,1 n.w+gold@w 1",
        "9,0 n.e+gold@n 3",
    ],
    hands={
        "p1": ["ew", "ew", "ns", "map", "new+door:green@n", "nw"],
        "p2": ["ew", "ns", "broken-cart", "new+door:blue@e", "ne", "map"],
    },
    stock=["ne.w", "ns", "ns.w", "ew", "nw.s", "ne", "ne.s", "rockfall"],
)  # fmt: skip
CLOSED_WAYS: Final = Position(
    PARTNERS,
    round=3,
    cards=[
        "1,1 ew", "2,1 nesw+door:blue@s", "2,2 ns.ew+gold@n", "3,1 ew", "4,1 ew", "1,-1 ew",
        "2,-1 ew",
    ],
    goals=[
        "5,-2 n.e.s.w 0", "5,0 nesw 0", "5,2 n.e+gold@n 3", "7,-1 n.s.w 0", "7,1 nw 2", "9,0 ne 2",
    ],
    hands={
        "p1": ["key", "nsw+troll@s", "ns", "ew", "map", "ne"],
        "p2": ["ew", "ns", "map", "ne", "nw", "ne.w"],
    },
    stock=["ns.w", "ew", "nw.s", "ne.s"],
)  # fmt: skip
TO_SPARE: Final = sorted(["ew", "map", "ne.w", "ns", "ns.w"])

LESSON: Final[Lesson] = (
    LessonStep(
        _(
            "Two dwarfs, one mountain, and nobody shares. You are the green dwarf and dig from the "
            "lower start. Runa is blue and digs from the upper one."
        ),
        points=("at 0,1", "seat 1"),
        begins=OWN_GOLD,
    ),
    LessonStep(
        _(
            "A card that you lay must be joined to your own start. Make your tunnel longer: lay a "
            "straight tunnel at 3,1."
        ),
        moves=("place ew at 3,1",),
        hint=_("Allowed, but not where the gold is. Lay a straight tunnel at 3,1."),
        then=("p2 place ew at 3,-1",),
    ),
    LessonStep(
        _(
            "A green door lets only you through. Lay the junction with the green door at 4,1, so "
            "that the door leads up to the goal."
        ),
        moves=("place new+door:green@n at 4,1",),
        hint=_("Lay the junction with the green door at 4,1, with the door above."),
        then=("p2 play broken-cart on p1",),
    ),
    LessonStep(
        _(
            "Runa broke your cart: now you cannot lay anything. No card of yours repairs it, but "
            "any two do. Pick one that you can spare, then Two cards, then another. Keep the curve."
        ),
        moves=tuple(f"clear cart with {' '.join(pair)}" for pair in combinations(TO_SPARE, 2)),
        hint=_(
            "Throw two cards away to repair your cart, and keep the curve that opens up and left."
        ),
        then=("p2 place new+door:blue@e at 4,-1",),
    ),
    LessonStep(
        _(
            "Now lay the curve at 4,0. Your tunnel then leads through your door to the goal in the "
            "middle, which is turned over. Is there gold? Then it is yours at once."
        ),
        moves=("place nw at 4,0 turned",),
        hint=_("Lay the curve at 4,0: it joins your door to the goal."),
    ),
    LessonStep(
        _(
            "Two nuggets, and your marker lies on them. They stay yours, whatever happens to the "
            "tunnel."
        ),
        points=("at 5,0", "seat 0"),
    ),
    LessonStep(
        _(
            "Another mine. A blue door bars your way to the gold below. You hold a key: it opens "
            "one blue door for you. Play it on the door."
        ),
        moves=("play key at 2,1",),
        hint=_("Gold first: play the key on the blue door at 2,1."),
        then=("p2 place ew at 3,-1",),
        begins=CLOSED_WAYS,
    ),
    LessonStep(
        _(
            "A troll lets nobody pass who does not pay. Lay the junction with the troll at 5,1, "
            "choose to pay, then Place. It costs you a nugget when the round ends."
        ),
        moves=("place nsw+troll@s at 5,1 and bribe 5,1",),
        hint=_(
            "Lay the junction with the troll at 5,1, and pay the troll with it: behind it lies a "
            "goal."
        ),
    ),
    LessonStep(
        _(
            "Three nuggets for one: a good bargain. A round ends when all goals lie open, all "
            "markers are used, or the cards are gone. After three rounds the most gold wins. Now "
            "try it against somebody."
        ),
        points=("at 5,2",),
    ),
)
