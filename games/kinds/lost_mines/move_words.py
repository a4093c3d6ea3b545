"""The moves of The Lost Mines in words, including walks, tokens, scouts and consent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Joint, Mine, Preview, print_cell, print_joint, side_letters
from games.kinds.common.words.cards import joint_words
from games.kinds.common.words.game import Foresight
from games.kinds.common.words.moves import (
    PLAY,
    QUESTION,
    Button,
    Laying,
    beyond,
    discard_button,
    join_sentences,
    orient_button,
    place_button,
    play_at_button,
    would_orient,
    would_place,
)
from games.kinds.common.words.phrases import Names, Words, fill, joined
from games.kinds.lost_mines.card_words import (
    ASKS,
    CARDS,
    OBSTACLE_DESCRIPTIONS,
    PLAYED_AT,
    SET_BETWEEN,
    place,
)
from games.kinds.lost_mines.rules.cards import STARTS
from games.kinds.lost_mines.rules.moves import (
    Consent,
    Discard,
    Move,
    Orient,
    Place,
    PlayAt,
    PlayJoint,
    Scout,
    Stay,
    Walk,
)

WALK: Final = _("Walk")
STAY: Final = _("Stay")
CONSENT: Final[Mapping[str, tuple[Words, Words, Words]]] = {
    "propose": (
        _("Propose"),
        _("Propose to end the round"),
        _("Ask all others to end the round now."),
    ),
    "agree": (
        _("Agree"),
        _("Agree to end the round"),
        _("Agree: the round ends when all have agreed."),
    ),
    "refuse": (_("Refuse"), _("Play on"), _("Refuse: the round goes on.")),
}
"""Ending a round by consent: the verb, the button's label and the effect."""


def _joins(number: int) -> str:
    return ngettext(
        "Joins %(number)s more card to the paths from a start.",
        "Joins %(number)s more cards to the paths from a start.",
        number,
    )


PATHS: Final = Laying(
    CARDS,
    _joins,
    loose=_("No path from a start leads to it yet."),
    closed=_("No path leads on from it."),
)
CARRIES_ON: Final[Mapping[str, Words]] = {
    "blue": _("It carries on the path of the blue clan."),
    "yellow": _("It carries on the path of the yellow clan."),
    "both": _("Paths of both clans lead to it."),
}
LEADS: Final[Mapping[str, Words]] = {
    "": _("Leads to %(mines)s!"),
    "blue": _("Leads the blue clan to %(mines)s!"),
    "yellow": _("Leads the yellow clan to %(mines)s!"),
    "both": _("Leads both clans to %(mines)s!"),
}
LAYING: Final[tuple[Words, Words]] = (
    _("Lay the mine at %(cell)s as it is."),
    _("Lay the mine at %(cell)s after a half turn."),
)
"""The two orientations of a mine just turned over."""


def between(joint: Joint) -> str:
    return joint_words(joint.cell, side_letters(joint.side))


def heading(move: Move) -> str:
    """Return the heading of moves that take no card from the hand."""
    match move:
        case Orient():
            return gettext("Lay the mine")
        case Consent():
            return gettext("End the round")
        case _:
            return gettext("Walk")


# --- on a button ------------------------------------------------------------------------------


def button(move: Move, names: Names, foresight: Foresight[Move]) -> Button:
    match move:
        case Place(card, cell, turned):
            return place_button(card, cell, turned)
        case PlayAt(card, cell):
            return play_at_button(card, cell, place(cell), ASKS[card])
        case PlayJoint(card, joint):
            return Button(card, between(joint), PLAY, print_joint(joint), asks=ASKS[card])
        case Scout():
            return _scout(move, names)
        case Walk():
            return _walk(move, foresight(move))
        case Stay():
            return Button("", _staying(move), STAY, take=move.take)
        case Orient(cell, turned):
            return orient_button(cell, turned)
        case Consent(word):
            verb, label, _sentence = CONSENT[word]
            return Button(QUESTION, str(label), verb)
        case Discard(cards):
            return discard_button(cards)


def _scout(move: Scout, names: Names) -> Button:
    button = Button(move.card, _scouted(move, names), PLAY, asks=ASKS[move.card])
    if isinstance(move.target, tuple):
        return replace(button, at=print_cell(move.target))
    if move.what == "dwarf":
        return replace(button, to=str(move.target))
    return replace(button, treasure=move.target)


def _scouted(move: Scout, names: Names) -> str:
    """Return the target of a scout: a mine, a dwarf or a treasure."""
    if isinstance(move.target, tuple):
        return place(move.target)
    if move.what == "dwarf":
        return names.plain(move.target)
    return gettext("treasure %(number)s") % {"number": move.target}


def _walk(move: Walk, preview: Preview | None) -> Button:
    end, cost = move.cells[-1], preview.cost if preview else 0
    label = place(end)
    if cost:
        label = ngettext(
            "%(place)s, losing %(number)s card", "%(place)s, losing %(number)s cards", cost
        ) % {"place": label, "number": cost}
    label = _and_take(label, move.take)
    return Button("", label, WALK, print_cell(end), take=move.take, cost=cost)


def _staying(move: Stay) -> str:
    if move.leave:
        return gettext("Stay and take nothing")
    return _and_take(gettext("Stay"), move.take)


def _and_take(label: str, treasure: int | None) -> str:
    if treasure is None:
        return label
    return gettext("%(place)s, take treasure %(number)s") % {"place": label, "number": treasure}


# --- what it would do -------------------------------------------------------------------------


def would(
    move: Move,
    preview: Preview | None,
    mine: Mine,
    names: Names,
    would_discard: Callable[[tuple[str, ...]], SafeString],
) -> SafeString:
    match move:
        case Place(card, cell):
            return _would_lay(card, cell, preview, mine)
        case PlayAt(card, cell):
            return fill(PLAYED_AT[card], place=place(cell))
        case PlayJoint(card, joint):
            return fill(SET_BETWEEN[card], joint=between(joint))
        case Scout():
            return _would_scout(move, names)
        case Walk():
            return join_sentences([*_going(move, preview), *_taking(move.take)])
        case Stay():
            return _would_stay(move)
        case Orient(cell, turned):
            return would_orient(cell, turned, LAYING)
        case Consent(word):
            return fill(CONSENT[word][2])
        case Discard(cards):
            return would_discard(cards)


def _would_lay(card: str, cell: Cell, preview: Preview | None, mine: Mine) -> SafeString:
    """Say where a path leads, and whom it lets through."""
    said = would_place(PATHS, card, cell, preview, mine, _mines(cell, preview, mine))
    more = [CARRIES_ON.get(_clans(preview)), OBSTACLE_DESCRIPTIONS.get(card.partition("+")[2])]
    return join_sentences([said, *(fill(words) for words in more if words is not None)])


def _mines(cell: Cell, preview: Preview | None, mine: Mine) -> list[SafeString]:
    """Say which mines lie right behind it."""
    ahead = [beyond(cell, side) for side in preview.openings] if preview else []
    mines = [place(there) for there in ahead if there in mine.hidden]
    return [fill(LEADS[_clans(preview)], mines=joined(mines))] if mines else []


def _clans(preview: Preview | None) -> str:
    """Return whose start would be joined to the card: a clan's, both clans' or nobody's."""
    starts = preview.starts if preview else ()
    found = [clan for clan, start in STARTS.items() if start in starts]
    return "both" if len(found) > 1 else "".join(found)


def _would_scout(move: Scout, names: Names) -> SafeString:
    sentence = _("Look at this in secret: %(target)s. All see what you look at, only you see it.")
    return fill(sentence, target=_scouted(move, names))


def _would_stay(move: Stay) -> SafeString:
    said = [fill(_("Your dwarf stays where it is."))]
    if move.leave:
        return join_sentences([*said, fill(_("You leave the treasures where they are."))])
    return join_sentences([*said, *_taking(move.take)])


def _taking(treasure: int | None) -> list[SafeString]:
    if treasure is None:
        return []
    return [fill(_("You take treasure %(number)s, if the mine has it."), number=treasure)]


def _going(move: Walk, preview: Preview | None) -> list[SafeString]:
    """Say where a walk leads, in how many steps, and what it costs."""
    number = len(move.cells)
    sentence = ngettext(
        "Walk %(number)s card, to %(place)s.", "Walk %(number)s cards, to %(place)s.", number
    )
    said = [fill(sentence, number=number, place=place(move.cells[-1]))]
    if preview and preview.cost:
        cost = ngettext(
            "It costs you %(number)s card, by lot.",
            "It costs you %(number)s cards, by lot.",
            preview.cost,
        )
        said.append(fill(cost, number=preview.cost))
    if preview and preview.goals:
        said.append(fill(_("You are the first there and turn this mine over!")))
    return said
