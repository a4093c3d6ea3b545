"""Cards, colours and goals of The Duel and the solo game in words, with the card help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import read_face, side_letters
from games.kinds.common.words import moves, phrases, tools
from games.kinds.common.words.moves import NO_TOKEN_LEFT
from games.kinds.common.words.phrases import Words
from games.kinds.duel.rules.cards import goal_face, goal_gold

CARDS: Final = phrases.CardNames(
    {**tools.CARDS, **phrases.START, "key": (_("key"), _("a key"))},
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
GOALS: Final = phrases.CardNames(
    {},
    things={
        ("door", "blue"): _("a blue door %(side)s"),
        ("door", "green"): _("a green door %(side)s"),
    },
)
"""Goals are named by their shape, door and gold."""
ASKS: Final[Mapping[str, Words]] = {**tools.ASKS, "key": _("Now pick a door.")}
"""The prompt of each card that is played at a cell."""
PLAYED_AT: Final[Mapping[str, Words]] = {
    **tools.PLAYED_AT,
    "key": _("Open the door at %(place)s. It stays open to you until the round ends."),
}
"""The effect of each card that is played at a cell."""
COLOURS: Final[Mapping[str, Words]] = {"green": _("green"), "blue": _("blue")}
YOUR_COLOUR: Final[Mapping[str, Words]] = {
    "green": _("You are the green dwarf: green doors are open to you."),
    "blue": _("You are the blue dwarf: blue doors are open to you."),
}
COLOUR_DESCRIPTIONS: Final[Mapping[str, Words]] = {
    "green": _(
        "Your tunnels begin at the green start. Green doors are open to you, blue ones only "
        "with a key; gold that your tunnels reach first is yours."
    ),
    "blue": _(
        "Your tunnels begin at the blue start. Blue doors are open to you, green ones only "
        "with a key; gold that your tunnels reach first is yours."
    ),
}
"""The meaning of a colour to its player."""
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
NOT_NOW: Final[Mapping[str, Words]] = {
    **moves.NOT_NOW_WITH_TOOLS,
    "lay-goal-first": _("First lay the goal that was turned over."),
    "no-key-left": _("No key is left in this round."),
    "no-door-closed": _("No door is closed to you now."),
}
"""Why a card cannot be played now."""


def goal(name: str) -> str:
    """Return a goal as the object of a sentence: `a junction, a blue door left and 3 gold`."""
    face, gold = goal_face(name), goal_gold(name)
    return phrases.joined([GOALS.object(face), *GOALS.things_on(face), _goal_gold(face, gold)])


def _goal_gold(face: str, gold: int) -> str:
    """Return the gold of a goal, with its side if only one tunnel leads to it."""
    if not gold:
        return gettext("no gold")
    lying = read_face(face).feature("gold")
    if lying is None:
        return gettext("%(number)s gold") % {"number": gold}
    parts = {"number": gold, "side": phrases.SIDES[side_letters(lying.side)]}
    return gettext("%(number)s gold %(side)s") % parts


OPEN_GOAL: Final = (
    _("Goal"),
    _("Face up it is part of the tunnels. Its gold goes to whoever reaches it first."),
)
MARKER: Final = _(
    "On gold: claimed until the round ends. On a troll: its owner pays it 1 gold then."
)
HELP: Final = phrases.CardHelp(
    CARDS,
    faces=phrases.FACE_HELP,
    features={
        ("gold", ""): _("Lay it like any tunnel. Whoever is joined to its gold first claims it."),
        ("door", "blue"): _("Lay it like any tunnel. Its door lets only the blue dwarf through."),
        ("door", "green"): _("Lay it like any tunnel. Its door lets only the green dwarf through."),
        ("troll", ""): _("Lay it like any tunnel. Nobody passes its troll until somebody pays it."),
        ("ladder", "blue"): _(
            "Joined to the blue start wherever it lies; never next to a goal or gold."
        ),
        ("ladder", "green"): _(
            "Joined to the green start wherever it lies; never next to a goal or gold."
        ),
    },
    actions={
        **tools.HELP,
        "rockfall": _("Removes a tunnel card that has neither gold nor a troll."),
        "key": _("Opens a door of the other colour to you until the round ends."),
    },
    things={
        "start-blue": (_("Blue start"), _("The tunnels of the blue dwarf begin here.")),
        "start-green": (_("Green start"), _("The tunnels of the green dwarf begin here.")),
        "goal": (
            _("Goal, face down"),
            _("A tunnel that reaches it turns it over. It may hold up to 3 gold."),
        ),
        **{f"goal-{gold}": OPEN_GOAL for gold in range(4)},
        "dwarf-blue": (_("Blue dwarf"), _("Blue doors are open to this player.")),
        "dwarf-green": (_("Green dwarf"), _("Green doors are open to this player.")),
        "nugget": (_("Gold"), _("What you have won. The most gold wins.")),
        "token-marker": (_("Marker"), MARKER),
        "token-key": (_("Key on a door"), _("This door is open to whoever spent the key.")),
    },
)
BY_ITSELF: Final[Mapping[str, Words]] = {
    "rockfall": _("Drawn, it removes at once the tunnel laid last without gold or a troll."),
    **dict.fromkeys(
        ("broken-pick", "broken-lantern", "broken-cart"),
        _("Drawn, it lies before you at once: no tunnels until it is repaired."),
    ),
}
"""Cards that act when they are drawn in the solo game."""
SOLO_HELP: Final = replace(
    HELP,
    actions={**HELP.actions, **BY_ITSELF},
    things={
        **HELP.things,
        "nugget": (_("Gold"), _("What you have won. The more, the better the verdict.")),
    },
)
