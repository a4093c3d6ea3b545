"""The classic game in nine turns: seven as a digger, two as the saboteur."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import Lesson, LessonStep, Position

PARTNERS: Final = ("hilda", "kunz")
DIGGING: Final = Position(
    PARTNERS,
    round=3,
    cards=["1,0 ew"],
    goals=["8,-2 stone-nw", "8,0 stone-ne", "8,2 treasure"],
    roles={"p1": "digger", "p2": "digger", "p3": "saboteur"},
    hands={
        "p1": ["ew", "ns", "new", "fix-lantern", "map", "broken-pick"],
        "p2": ["new", "ew", "nesw", "fix-cart", "rockfall", "ne"],
        "p3": ["n.w", "broken-lantern", "e", "n.s", "n.e", "n"],
    },
    stock=[
        "nes", "nw", "ns", "ew", "map", "nes", "ne", "fix-pick", "nw", "nesw", "new", "ne", "nes",
        "nw", "ns", "new", "ew", "map",
    ],
)  # fmt: skip
SABOTAGE: Final = Position(
    PARTNERS,
    round=3,
    cards=["1,0 ew", "2,0 nesw", "3,0 ew", "4,0 new", "5,0 ew", "6,0 nes turned", "6,1 ne"],
    goals=["8,-2 stone-nw", "8,0 stone-ne", "8,2 treasure"],
    roles={"p1": "saboteur", "p2": "digger", "p3": "digger"},
    hands={"p1": ["rockfall", "nesw"], "p2": ["broken-cart"], "p3": ["map"]},
)

LESSON: Final[Lesson] = (
    LessonStep(
        _(
            "Welcome down here! You are a digger. Together you dig from the ladder on the left to "
            "the three goals on the right. One of them hides the treasure."
        ),
        points=("at 8,-2", "at 8,0", "at 8,2"),
        begins=DIGGING,
    ),
    LessonStep(
        _(
            "Hilda and Kunz dig with you. Or so they say: one of them may be a saboteur, who wins "
            "if nobody finds the treasure. Nobody tells what they are."
        ),
        points=("seat 1", "seat 2"),
    ),
    LessonStep(
        _(
            "Lay your first card. Pick the straight tunnel in your hand, then the glowing place at "
            "the end of the tunnel, then Place."
        ),
        moves=("place ew at 2,0",),
        hint=_(
            "The rules allow that, but it leads nowhere. Lay the tunnel that goes left and right "
            "at 2,0, at the end of what is dug."
        ),
        then=("p2 place new at 3,0", "p3 discard n.w"),
    ),
    LessonStep(
        _(
            "Hilda dug on, Kunz threw a card away. Now see what does not work: try to lay the "
            "tunnel that goes up and down at 4,0. At a real table no such place glows."
        ),
        moves=("place ns at 4,0",),
        hint=_("Just for once, try what does not fit: the tunnel that goes up and down, at 4,0."),
        refused="does-not-fit",
    ),
    LessonStep(
        _(
            "Openings meet openings, walls meet walls. The junction fits at 4,0, and both ways up. "
            "Use Turn until it opens downwards, then Place."
        ),
        moves=("place new at 4,0 turned",),
        hint=_("Lay the junction at 4,0, and turn it so that it opens downwards."),
        then=("p2 place ew at 5,0", "p3 play broken-lantern on p1"),
    ),
    LessonStep(
        _(
            "Ouch: Kunz broke your lantern. With a broken tool you cannot lay tunnels. You hold a "
            "card that repairs it: play it on yourself."
        ),
        moves=("play fix-lantern on p1 lantern",),
        hint=_("First things first: play the repaired lantern on yourself."),
        then=("p2 place nesw at 6,0", "p3 discard n.e"),
    ),
    LessonStep(
        _(
            "Which goal is it? A map lets you look under one of them. Only you will know. Play it "
            "on the bottom goal."
        ),
        moves=("play map at 8,2",),
        hint=_("Keep that for later. Play the map on the bottom goal, at 8,2."),
        then=("p2 discard fix-cart", "p3 place n.s at 6,1"),
    ),
    LessonStep(
        _(
            "The treasure! You see it, nobody else does. And look what Kunz did: a dead end, right "
            "where the tunnel must go down. What people do is all you know about them."
        ),
        points=("at 8,2", "at 6,1", "seat 2"),
    ),
    LessonStep(
        _("That is enough. Break Kunz's pick: then he cannot lay anything."),
        moves=("play broken-pick on p3",),
        hint=_("Stop Kunz first: play the broken pick on him."),
        then=("p2 play rockfall at 6,1", "p3 discard e"),
    ),
    LessonStep(
        _(
            "Hilda trusts you. With a rockfall she cleared the dead end away. Lay the tunnel that "
            "goes down, at 6,1."
        ),
        moves=("place ns at 6,1",),
        hint=_("The treasure lies below. Lay the tunnel that goes up and down at 6,1."),
        then=("p2 place ne at 6,2", "p3 discard n"),
    ),
    LessonStep(
        _("One card is missing. You know which, and where."),
        moves=("place ew at 7,2",),
        hint=_("So close! A straight tunnel at 7,2 leads to the treasure."),
    ),
    LessonStep(
        _(
            "Gold! The diggers have won this round and share the nuggets. All roles lie open: Kunz "
            "was the saboteur, as you thought. A game has three rounds; whoever has most gold then "
            "has won."
        ),
        points=("at 8,2", "seat 2"),
    ),
    LessonStep(
        _(
            "Roles are dealt again in each round. This time you are the saboteur: you win if the "
            "cards run out and nobody has found the treasure. Let nobody notice."
        ),
        points=("role", "stock"),
        begins=SABOTAGE,
    ),
    LessonStep(
        _(
            "The stock is empty, and the others dig towards the bottom goal. Tear a hole into "
            "their tunnel: play the rockfall on the card at 5,0."
        ),
        moves=("play rockfall at 5,0",),
        hint=_("That does not stop them for good. Let the rock fall on the card at 5,0."),
        then=("p2 play broken-cart on p1", "p3 discard map"),
    ),
    LessonStep(
        _(
            "Hilda suspects you, and broke your cart. No matter. If you cannot or will not do "
            "anything else, you throw a card away: pick your last one, then Discard."
        ),
        moves=("discard nesw",),
        hint=_("Throw your last card away: pick it, then Discard."),
    ),
    LessonStep(
        _(
            "No card is left, and the treasure lies where it lay: the saboteur takes the gold. "
            "That is the whole game. Lay, break, repair, look, and never quite trust anybody."
        ),
    ),
)
"""Played to its end by tests/learn/test_lessons.py."""
