"""Moves that only games with dwarfs on the board have: walks, tokens on joints, scouts, consent."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.cards import joint_words
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Words, fill
from games.mine import Preview, print_joint

SHAPES: Final = ("joint", "target", "cells", "leave", "word")
"""What tells these moves from all others: each has one of these parts."""
CONSENT: Final[Mapping[str, tuple[Words, Words]]] = {
    "propose": (_("Propose to end the round"), _("Ask all others to end the round now.")),
    "agree": (_("Agree to end the round"), _("Agree: the round ends when all have agreed.")),
    "refuse": (_("Play on"), _("Refuse: the round goes on.")),
}
SETTING: Final[Mapping[str, Words]] = {
    "trap": _("Set a trap %(joint)s: whoever passes it loses a card. It stays."),
    "troll": _("Set a troll %(joint)s: nobody passes until your next turn."),
}


def is_one(move: Any) -> bool:
    return any(hasattr(move, part) for part in SHAPES)


def _joint(move: Any) -> str:
    side = print_joint(move.joint)[-1]
    return joint_words(move.joint.cell, side)


# --- on a button ------------------------------------------------------------------------------


def heading(move: Any) -> str:
    """Above moves that take no card from the hand."""
    return gettext("End the round") if hasattr(move, "word") else gettext("Walk")


def label(move: Any, words: ModuleType, names: Names, preview: Preview | None = None) -> str:
    """On a button: where, on what, or what is answered."""
    if hasattr(move, "joint"):
        return _joint(move)
    if hasattr(move, "target"):
        return _target(move, words, names)
    if hasattr(move, "word"):
        return str(CONSENT[move.word][0])
    place = str(words.place(move.cells[-1])) if hasattr(move, "cells") else gettext("Stay")
    if preview and preview.cost:
        place = ngettext(
            "%(place)s, losing %(number)s card", "%(place)s, losing %(number)s cards", preview.cost
        ) % {"place": place, "number": preview.cost}
    if getattr(move, "leave", False):
        return gettext("Stay and take nothing")
    if move.take is None:
        return place
    return gettext("%(place)s, take treasure %(number)s") % {"place": place, "number": move.take}


def _target(move: Any, words: ModuleType, names: Names) -> str:
    if move.what == "mine":
        return str(words.place(move.target))
    if move.what == "dwarf":
        return names.plain(move.target)
    return gettext("treasure %(number)s") % {"number": move.target}


# --- what it would do -------------------------------------------------------------------------


def would(move: Any, preview: Preview | None, words: ModuleType, names: Names) -> SafeString:
    """What the move would do, as far as the player can know."""
    if hasattr(move, "joint"):
        return fill(SETTING[move.card], joint=_joint(move))
    if hasattr(move, "target"):
        sentence = _(
            "Look at this in secret: %(target)s. All see what you look at, only you see it."
        )
        return fill(sentence, target=_target(move, words, names))
    if hasattr(move, "word"):
        return fill(CONSENT[move.word][1])
    said = [_going(move, preview, words)]
    if getattr(move, "leave", False):
        said.append(fill(_("You leave the treasures where they are.")))
    elif move.take is not None:
        said.append(fill(_("You take treasure %(number)s, if the mine has it."), number=move.take))
    return mark_safe(" ".join(said))  # each sentence is safe


def _going(move: Any, preview: Preview | None, words: ModuleType) -> SafeString:
    """Where to, in how many steps, and what that costs."""
    if not hasattr(move, "cells"):
        return fill(_("Your dwarf stays where it is."))
    number = len(move.cells)
    sentence = ngettext(
        "Walk %(number)s card, to %(place)s.", "Walk %(number)s cards, to %(place)s.", number
    )
    said = [fill(sentence, number=number, place=words.place(move.cells[-1]))]
    if preview and preview.cost:
        cost = ngettext(
            "It costs you %(number)s card, by lot.",
            "It costs you %(number)s cards, by lot.",
            preview.cost,
        )
        said.append(fill(cost, number=preview.cost))
    if preview and preview.goals:
        said.append(fill(_("You turn this mine over!")))
    return mark_safe(" ".join(said))  # each sentence is safe
