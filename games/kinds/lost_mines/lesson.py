"""The Lost Mines in four turns: a path, a walk, an axe, a look, a treasure."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.learn import Lesson, LessonStep, Position

PARTNERS: Final = ("alrun", "jobst")
CLANS: Final = {"p1": "blue loyal", "p2": "yellow loyal", "p3": "blue selfish"}
MINES: Final = ["9,0 gold", "9,2 gems", "9,4 dragon", "9,6 silver"]
TREASURES: Final = ["gems 5", "gold 3", "silver 2"]
SETTING_OUT: Final = Position(
    PARTNERS,
    cards=[],
    mines=MINES,
    clans=CLANS,
    treasures_left=TREASURES,
    hands={
        "p1": ["ew", "axe", "scout-mine-treasure", "ns", "new"],
        "p2": ["ew", "nes", "boat", "es", "sw"],
        "p3": ["ew+logs", "nesw", "rope", "es", "sw"],
    },
    stock=["nes", "new", "es", "sw", "nesw", "ns", "nes", "new", "ew"],
)
ARRIVING: Final = Position(
    PARTNERS,
    cards=["2,2 ew", "3,2 nesw", "4,2 ew", "5,2 new", "6,2 ew", "7,2 nesw"],
    mines=MINES,
    clans=CLANS,
    treasures_left=TREASURES,
    dwarfs={"p1": "7,2", "p2": "4,2", "p3": "5,2"},
    hands={"p1": ["ew", "ns"], "p2": ["es", "sw"], "p3": ["es", "sw"]},
    stock=["nes", "new", "es"],
)

LESSON: Final[Lesson] = (
    LessonStep(
        _(
            "Two clans race through the forest to four lost mines. You are of the blue clan, and "
            "so is Jobst; Alrun is yellow. Clans share what they find."
        ),
        points=("seat 0", "seat 2"),
        begins=SETTING_OUT,
    ),
    LessonStep(
        _(
            "But not everybody is loyal. Some keep all for themselves, some work for the other "
            "clan, and nobody shows it before the end. You are loyal, so far."
        ),
        points=("role",),
    ),
    LessonStep(
        _(
            "A turn has two parts. First a card: lay the straight path at 2,2, to the right of "
            "your start."
        ),
        moves=("place ew at 2,2",),
        hint=_("There is time for that. Lay the straight path at 2,2."),
    ),
    LessonStep(
        _("Then your dwarf may walk, up to three cards far. Walk onto the new path."),
        moves=("walk 2,2",),
        hint=_("The mines are on the right. Walk to 2,2."),
        then=(
            "p2 place ew at 2,4",
            "p2 walk 2,4",
            "p3 place ew+logs at 3,2",
            "p3 stay",
        ),
    ),
    LessonStep(
        _(
            "Jobst laid logs across your path. Is that how a friend lays? No dwarf passes them, "
            "but you have an axe. Play it on the logs."
        ),
        moves=("play axe at 3,2",),
        hint=_("The logs come first: play the axe on them, at 3,2."),
    ),
    LessonStep(
        _("The way is free, for everybody and for good. Walk on to 3,2."),
        moves=("walk 3,2",),
        hint=_("Forward! Walk to 3,2."),
        then=("p2 discard boat", "p2 stay", "p3 discard rope", "p3 stay"),
    ),
    LessonStep(
        _(
            "Which mine is worth the way? A scout looks for you, in secret. Send the scout to the "
            "upper mine, at 9,2."
        ),
        moves=("play scout-mine-treasure mine 9,2",),
        hint=_("Look before you walk: send the scout to the mine at 9,2."),
    ),
    LessonStep(
        _("Gems, the most precious. Nobody else knows. Stay where you are for now."),
        moves=("stay",),
        hint=_("There is no path yet. Stay."),
        then=("p2 discard es", "p2 stay", "p3 discard es", "p3 stay"),
    ),
    LessonStep(
        _("Some turns later you stand near the gems. Close the gap: lay the straight path at 8,2."),
        moves=("place ew at 8,2",),
        hint=_("One card is missing: the straight path at 8,2."),
        begins=ARRIVING,
    ),
    LessonStep(
        _("Walk into the mine. The first one turns it over, and takes a treasure of its kind."),
        moves=("walk 8,2 9,2", "walk 8,2 9,2 take 1"),
        hint=_("Further! The mine is at 9,2."),
    ),
    LessonStep(
        _(
            "The gems are yours, and worth five. You share them with all who were loyal to your "
            "clan. And Jobst? That shows when the round is over. Beware of the dragon in one of "
            "the mines."
        ),
        points=("at 9,2", "seat 2"),
    ),
)
