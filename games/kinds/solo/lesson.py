"""The solo game in four turns: the mountain breaks a lantern, and buries a card."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.lessons import Lesson, Position, Step

ALONE: Final = Position(
    (),
    {
        "round": 3,
        "cards": ["1,0 ew", "2,0 ns.ew", "3,0 ew", "4,0 ew", "5,0 ew"],
        "goals": [
            "8,-2 n.e.s.w 0", "8,0 nw 2", "8,2 ne 2", "10,-1 n.s.w 0", "10,1 n.w+gold@w 1",
            "12,0 n.e+gold@n 3",
        ],
        "hands": {"p1": ["ew", "ew", "ew", "fix-lantern", "ns", "map"]},
        "stock": ["broken-lantern", "ne", "rockfall", "nw", "ne.s", "ns.w", "nw.s", "key"],
    },
)  # fmt: skip

LESSON: Final = Lesson(
    (
        Step(
            _(
                "Alone with the mountain. You are the green dwarf, you have one start and six "
                "goals, and nobody waits for you. But the mountain plays too."
            ),
            points=("at 0,0", "at 8,0", "at 12,0"),
            begins=ALONE,
        ),
        Step(
            _("Dig on towards the nearest goal: lay a straight tunnel at 6,0."),
            moves=("place ew at 6,0",),
            hint=_("Allowed, but a detour. Lay a straight tunnel at 6,0."),
        ),
        Step(
            _(
                "You drew a broken lantern. Alone, you are the one it hits, and at once. Mend it: "
                "play the lantern on yourself."
            ),
            moves=("play fix-lantern on p1 lantern",),
            hint=_("Without a lantern you lay nothing. Play the repaired lantern on yourself."),
        ),
        Step(
            _(
                "And now you drew a rockfall: it buried the card that was laid last. Grumble, and "
                "lay another straight tunnel at 6,0."
            ),
            moves=("place ew at 6,0",),
            hint=_("Mend the hole first: a straight tunnel at 6,0."),
        ),
        Step(
            _("One more, at 7,0, and the goal is turned over."),
            moves=("place ew at 7,0",),
            hint=_("The goal is so near: a straight tunnel at 7,0."),
        ),
        Step(
            _(
                "Two nuggets! You have three rounds. With 15 nuggets you did well, with 25 the "
                "mountain takes its hat off."
            ),
            points=("at 8,0",),
        ),
    )
)
