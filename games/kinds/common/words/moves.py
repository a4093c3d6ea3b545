"""Moves in words: on a button of the list, and as what a staged move would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.cards import card_object, cell_words, sides_words, tunnel_name
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Words, fill, joined
from games.kinds.lost_mines import move_words
from games.mine import Cell, Mine, Preview

VERBS: Final[Mapping[str, Words]] = {
    "place": _("Place"),
    "play": _("Play"),
    "discard": _("Discard"),
    "pick": _("Take"),
    "bribe": _("Bribe"),
    "clear": _("Repair"),
    "orient": _("Lay"),
    "walk": _("Walk"),
    "stay": _("Stay"),
    "propose": _("Propose"),
    "agree": _("Agree"),
    "refuse": _("Refuse"),
}
AT_CELL: Final[Mapping[str, Words]] = {
    "map": _("Look at %(place)s in secret. All see which goal, only you see what it is."),
    "rockfall": _("Let the rock fall at %(place)s: the card there is gone."),
    "key": _("Open the door at %(place)s. It stays open to you until the round ends."),
    "axe": _("Clear the logs at %(place)s away: the way is free for all."),
    "boat": _("Lay a boat on the lake at %(place)s: the way is free for all."),
    "rope": _("Stretch a rope over the ravine at %(place)s: the way is free for all."),
    "storm": _("Call a storm at %(place)s: the card there is gone."),
}
PASSING: Final = _("Discard %(card)s, face down, and pass.")
"""A game may say this in its own words."""
STEPS: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def verb(move_text: str) -> str:
    """What the button says that plays it."""
    return str(VERBS.get(move_text.split(" ")[0], _("Play")))


def loose(move: Any, words: ModuleType) -> str:
    """The heading of moves that take no card from the hand."""
    if hasattr(move, "turned"):
        return str(words.LAYING[0])
    return move_words.heading(move) if move_words.is_one(move) else gettext("Pay a troll")


def label(move: Any, words: ModuleType, names: Names, preview: Preview | None = None) -> str:
    """On a button below the name of the card: where, or on whom; of two cards, what is done."""
    if move_words.is_one(move):
        return move_words.label(move, words, names, preview)
    if hasattr(move, "turned"):
        where = {"cell": cell_words(move.cell)}
        said = (gettext("%(cell)s, turned") if move.turned else "%(cell)s") % where
        return said + _and_trolls(move)
    if hasattr(move, "tool") and not hasattr(move, "seat"):
        tool = words.TOOLS[move.tool][words.YOURS]
        return gettext("Repair %(tool)s with two cards") % {"tool": tool}
    if hasattr(move, "tool"):
        return _tool_of(move, words, names)
    if hasattr(move, "seat"):
        return names.plain(move.seat)
    if hasattr(move, "cell"):
        return str(words.place(move.cell)) + _and_trolls(move)
    if hasattr(move, "value"):
        return _nuggets(move.value)
    if len(move.cards) > 1:
        return gettext("Discard two cards")
    return gettext("Discard it")


def _and_trolls(move: Any) -> str:
    """The trolls that are paid with an action."""
    cells = getattr(move, "bribes", ())
    if not cells:
        return ""
    trolls = joined([cell_words(cell) for cell in cells])
    return " " + gettext("and bribe %(cells)s") % {"cells": trolls}


def _tool_of(move: Any, words: ModuleType, names: Names) -> str:
    """Whose tool is repaired."""
    if names.is_me(move.seat):
        return str(words.TOOLS[move.tool][words.YOURS])
    parts = {"name": names.plain(move.seat), "tool": words.tool(move.tool)}
    return gettext("%(name)s: %(tool)s") % parts


def _nuggets(number: int) -> str:
    return ngettext("%(number)d nugget", "%(number)d nuggets", number) % {"number": number}


# --- what a staged move would do --------------------------------------------------------------


def would(
    move: Any, preview: Preview | None, mine: Mine, words: ModuleType, names: Names
) -> SafeString:
    """What the move would do, as far as the player can know."""
    if move_words.is_one(move):
        return move_words.would(move, preview, words, names)
    if hasattr(move, "turned") and not hasattr(move, "card"):
        return _orienting(move, words)
    if hasattr(move, "turned"):
        return _with(_placing(move, preview, mine, words), move, preview, names)
    if hasattr(move, "tool"):
        return _repairing(move, words, names)
    if hasattr(move, "seat"):
        return fill(
            _("Play %(card)s on %(name)s: no digging until it is repaired."),
            card=card_object(move.card),
            name=names.of(move.seat),
        )
    if hasattr(move, "cell") and not hasattr(move, "card"):
        return _with(_paying((move.cell,)), move, preview, names)
    if hasattr(move, "cell"):
        said = fill(AT_CELL[move.card], place=words.place(move.cell))
        return _with(said, move, preview, names)
    if hasattr(move, "value"):
        return fill(_("Take the card with %(nuggets)s."), nuggets=_nuggets(move.value))
    thrown = joined([card_object(card) for card in move.cards])
    return fill(getattr(words, "PASSING", PASSING), card=thrown)


def _paying(cells: Iterable[Cell]) -> SafeString:
    """Each troll, and what it costs."""
    sentence = _("Bribe the troll at %(cell)s: 1 gold when the round ends.")
    return mark_safe(" ".join(fill(sentence, cell=cell_words(cell)) for cell in cells))


def _with(said: SafeString, move: Any, preview: Preview | None, names: Names) -> SafeString:
    """Also which trolls are paid with it, and who would claim which gold."""
    more = [said]
    if getattr(move, "bribes", ()):
        more.append(_paying(move.bribes))
    if preview is not None:
        more += [_claiming(seat, cell, names) for seat, cell in preview.claims]
    return mark_safe(" ".join(more))  # each sentence is safe


def _claiming(seat: int, cell: Cell, names: Names) -> SafeString:
    mine = _("You claim the gold at %(cell)s!")
    others = _("%(who)s claims the gold at %(cell)s!")
    return fill(mine if names.is_me(seat) else others, who=names.of(seat), cell=cell_words(cell))


def _orienting(move: Any, words: ModuleType) -> SafeString:
    """A goal just turned over, one way or the other."""
    _heading, as_it_is, turned = words.LAYING
    return fill(turned if move.turned else as_it_is, cell=cell_words(move.cell))


def _repairing(move: Any, words: ModuleType, names: Names) -> SafeString:
    forms = words.TOOLS[move.tool]
    if not hasattr(move, "seat"):
        thrown = joined([card_object(card) for card in move.cards])
        sentence = _("Throw %(cards)s away to repair %(tool)s; draw only one card.")
        return fill(sentence, cards=thrown, tool=forms[words.YOURS])
    if names.is_me(move.seat):
        return fill(_("Repair %(tool)s."), tool=forms[words.YOURS])
    sentence = _("Repair %(tool)s of %(name)s.")
    return fill(sentence, tool=forms[words.THE], name=names.of(move.seat))


def _placing(move: Any, preview: Preview | None, mine: Mine, words: ModuleType) -> SafeString:
    """Where the card would lie, what it reaches, and where it leads on."""
    said = [
        fill(_("%(card)s at %(cell)s."), card=tunnel_name(move.card), cell=cell_words(move.cell))
    ]
    if preview is None:
        return said[0]
    if preview.goals:
        goals = joined([words.place(cell) for cell in preview.goals])
        said.append(fill(_("Reaches %(goals)s!"), goals=goals))
    more = [cell for cell in preview.joined if cell != move.cell]
    if more:
        sentence = ngettext(
            "Joins %(number)s more card to the start.",
            "Joins %(number)s more cards to the start.",
            len(more),
        )
        said.append(fill(sentence, number=len(more)))
    if move.cell not in preview.joined:
        said.append(fill(_("Nothing joins it to the start yet.")))
    said.append(_leading_on(move, preview, mine))
    return mark_safe(" ".join(said))  # each sentence is safe


def _leading_on(move: Any, preview: Preview, mine: Mine) -> SafeString:
    """Which ways stay open for the next card."""
    if all(len(group) == 1 for group in move.card.split("+")[0].split(".")):
        return fill(_("A dead end: nothing leads on from it."))
    ahead = "".join(side for side in preview.openings if _open(mine, move.cell, side))
    if not ahead:
        return fill(_("Nothing is left open behind it."))
    return fill(_("Leads on %(sides)s."), sides=sides_words(ahead))


def _open(mine: Mine, cell: Cell, side: str) -> bool:
    (x, y), (dx, dy) = cell, STEPS[side]
    there = (x + dx, y + dy)
    return there not in mine.tiles and there not in mine.hidden
