"""The things of The Duel and the solo game in words: cards, what lies in tunnels, colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words import tools
from games.kinds.common.words.cards import START, CardNames, sides_words
from games.kinds.common.words.phrases import Words, joined
from games.kinds.common.words.refusals import NO_TOKEN_LEFT
from games.kinds.duel.rules.cards import goal_face, goal_gold
from games.mine import letters, read_face

CARDS: Final = CardNames(
    {**tools.CARDS, **START, "key": (_("key"), _("a key"))},
    things={
        ("gold", ""): _("gold %(side)s"),
        ("door", "blue"): _("the door %(side)s"),
        ("door", "green"): _("the door %(side)s"),
        ("troll", ""): _("the troll %(side)s"),
    },
    called={
        ("gold", ""): ("", _("a card with gold")),
        ("door", "blue"): (_("blue door"), _("a blue door")),
        ("door", "green"): (_("green door"), _("a green door")),
        ("troll", ""): (_("troll card"), _("a troll card")),
        ("ladder", "blue"): (_("blue ladder"), _("the blue ladder")),
        ("ladder", "green"): (_("green ladder"), _("the green ladder")),
    },
)
GOALS: Final = CardNames(
    {},
    things={
        ("door", "blue"): _("a blue door %(side)s"),
        ("door", "green"): _("a green door %(side)s"),
    },
)
"""Goals are called by their shape, their door and their gold."""
ASKS: Final[Mapping[str, Words]] = {**tools.ASKS, "key": _("Now pick a door.")}
"""What each card asks for that is played at a cell."""
PLAYED_AT: Final[Mapping[str, Words]] = {
    **tools.PLAYED_AT,
    "key": _("Open the door at %(place)s. It stays open to you until the round ends."),
}
"""What each card would do that is played at a cell."""
COLOURS: Final[Mapping[str, Words]] = {"green": _("green"), "blue": _("blue")}
YOUR_COLOUR: Final[Mapping[str, Words]] = {
    "green": _("You are the green dwarf: green doors are open to you."),
    "blue": _("You are the blue dwarf: blue doors are open to you."),
}
COLOUR_MEANS: Final[Mapping[str, Words]] = {
    "green": _(
        "Your tunnels begin at the green start. Green doors are open to you, blue ones only "
        "with a key; gold that your tunnels reach first is yours."
    ),
    "blue": _(
        "Your tunnels begin at the blue start. Blue doors are open to you, green ones only "
        "with a key; gold that your tunnels reach first is yours."
    ),
}
"""What a colour means to who plays it."""
REFUSALS: Final[Mapping[str, Words]] = {
    **tools.REFUSALS,
    "no-token-left": NO_TOKEN_LEFT,
    "only-own": _("You may repair only your own tools."),
    "no-door": _("There is no door there. Pick a card with a door."),
    "own-door": _("That door is yours and open to you. Pick a door of the other colour."),
    "already-open": _("That door has been opened already."),
    "no-key-left": _("No key is left. Play another card."),
    "not-reached": _("Your tunnels do not lead there yet."),
    "already-bribed": _("That troll has been paid already."),
    "next-to-goal": _("That card may not lie next to a goal. Pick another cell."),
    "next-to-gold": _("That card may not lie next to gold. Pick another cell."),
}


def goal(name: str) -> str:
    """A goal as the object of a sentence: `a junction, a blue door left and 3 gold`."""
    face, gold = goal_face(name), goal_gold(name)
    return joined([GOALS.object(face), *GOALS.things_on(face), _goal_gold(face, gold)])


def _goal_gold(face: str, gold: int) -> str:
    """How much lies on a goal; where only one of its tunnels leads to it, in which."""
    if not gold:
        return gettext("no gold")
    lying = read_face(face).feature("gold")
    if lying is None:
        return gettext("%(number)s gold") % {"number": gold}
    parts = {"number": gold, "side": sides_words(letters(lying.side))}
    return gettext("%(number)s gold %(side)s") % parts
