"""The moves of The Duel and the solo game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Face, Mine, Preview, print_cell, read_face, side_letters
from games.kinds.common.words import tools
from games.kinds.common.words.cards import cell_words, sides_words
from games.kinds.common.words.moves import (
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
from games.kinds.common.words.tools import TOOLS, YOURS
from games.kinds.duel.card_words import ASKS, CARDS, PLAYED_AT
from games.kinds.duel.rules.cards import PATH_GOLD
from games.kinds.duel.rules.moves import (
    Break,
    Bribe,
    Clear,
    Discard,
    Move,
    Orient,
    Place,
    PlayAt,
    Repair,
)

BRIBE: Final = _("Bribe")
TROLL: Final = _("Now pick a troll to pay.")
REPAIR: Final = _("Repair")
LAYING: Final[tuple[Words, Words]] = (
    _("Lay the goal at %(cell)s as it is."),
    _("Lay the goal at %(cell)s after a half turn."),
)
"""The two orientations of a goal just turned over."""


def _joins(number: int) -> str:
    return ngettext(
        "Joins %(number)s more card to your start.",
        "Joins %(number)s more cards to your start.",
        number,
    )


PATHS: Final = Laying(CARDS, _joins, loose=_("Nothing joins it to your start yet."))
MEANS: Final[Mapping[tuple[str, str], Words]] = {
    ("door", "blue"): _("Only the blue dwarf passes the door %(side)s."),
    ("door", "green"): _("Only the green dwarf passes the door %(side)s."),
    ("troll", ""): _("Nobody passes the troll %(side)s until it is paid."),
    ("ladder", "blue"): _("The ladder joins it to the blue start."),
    ("ladder", "green"): _("The ladder joins it to the green start."),
}
"""The meaning of what lies on a card."""
THROUGH: Final[Mapping[str, tuple[Words, Words]]] = {
    "": (_("You reach the goal at %(cell)s!"), _("%(who)s reaches the goal at %(cell)s!")),
    "blue": (
        _("You reach the goal at %(cell)s through the blue door!"),
        _("%(who)s reaches the goal at %(cell)s through the blue door!"),
    ),
    "green": (
        _("You reach the goal at %(cell)s through the green door!"),
        _("%(who)s reaches the goal at %(cell)s through the green door!"),
    ),
}
"""Whose tunnels would reach a goal, by the door on the card that is laid."""


def heading(move: Move) -> str:
    """Return the heading of moves that take no card from the hand."""
    return gettext("Lay the goal") if isinstance(move, Orient) else gettext("Pay a troll")


def button(move: Move, names: Names) -> Button:
    match move:
        case Place(card, cell, turned, bribes):
            return _paying(place_button(card, cell, turned), bribes)
        case Break(card, seat):
            return tools.break_button(card, seat, names)
        case Repair(card, seat, tool):
            return tools.repair_button(card, seat, tool, names)
        case PlayAt(card, cell, bribes):
            return _paying(play_at_button(card, cell, cell_words(cell), ASKS[card]), bribes)
        case Bribe(cell):
            return Button("", cell_words(cell), BRIBE, print_cell(cell), asks=TROLL)
        case Clear(tool, cards):
            label = gettext("Repair %(tool)s with two cards") % {"tool": TOOLS[tool][YOURS]}
            return Button(" ".join(cards), label, REPAIR)
        case Orient(cell, turned):
            return orient_button(cell, turned)
        case Discard(cards):
            return discard_button(cards)


def _paying(button: Button, bribes: tuple[Cell, ...]) -> Button:
    """Add the trolls that are paid with the move."""
    if not bribes:
        return button
    trolls = joined([cell_words(cell) for cell in bribes])
    paid = gettext("and bribe %(cells)s") % {"cells": trolls}
    return replace(button, label=f"{button.label} {paid}", pays=bribes)


def would(
    move: Move,
    preview: Preview | None,
    mine: Mine,
    names: Names,
    would_discard: Callable[[tuple[str, ...]], SafeString],
) -> SafeString:
    match move:
        case Place(card, cell, turned, bribes):
            face = _lying(card, turned)
            reached = _reaching(preview, names, _doors(face, cell))
            said = would_place(PATHS, card, cell, preview, mine, reached)
            return _with_tolls(join_sentences([said, *_meaning(face, cell in bribes)]), bribes)
        case Break(card, seat):
            return tools.would_break(card, seat, names)
        case Repair(_card, seat, tool):
            return tools.would_repair(seat, tool, names)
        case PlayAt(card, cell, bribes):
            return _with_tolls(fill(PLAYED_AT[card], place=cell_words(cell)), bribes)
        case Bribe(cell):
            return _toll(cell)
        case Clear(tool, cards):
            return _would_clear(tool, cards)
        case Orient(cell, turned):
            return would_orient(cell, turned, LAYING)
        case Discard(cards):
            return would_discard(cards)


def _would_clear(tool: str, cards: tuple[str, ...]) -> SafeString:
    sentence = _("Throw %(cards)s away to repair %(tool)s; draw only one card.")
    return fill(sentence, cards=CARDS.objects(cards), tool=TOOLS[tool][YOURS])


def _with_tolls(said: SafeString, bribes: Sequence[Cell]) -> SafeString:
    return join_sentences([said, *map(_toll, bribes)])


def _toll(cell: Cell) -> SafeString:
    """Say which troll is paid and what it costs."""
    sentence = _("Bribe the troll at %(cell)s: 1 gold when the round ends.")
    return fill(sentence, cell=cell_words(cell))


def _lying(card: str, turned: bool) -> Face:
    face = read_face(card)
    return face.turned() if turned else face


def _reaching(preview: Preview | None, names: Names, doors: Mapping[Cell, str]) -> list[SafeString]:
    """Say which player reaches which goal, and through which door."""
    said = []
    for seat, goal in preview.reached_by if preview is not None else ():
        mine, others = THROUGH[doors.get(goal, "")]
        sentence = mine if names.is_me(seat) else others
        said.append(fill(sentence, who=names.of(seat), cell=cell_words(goal)))
    return said


def _doors(face: Face, at: Cell) -> dict[Cell, str]:
    """Return the colour of the card's door by the cell that it leads to."""
    door = face.feature("door")
    return {} if door is None else {beyond(at, side_letters(door.side)): door.value}


def _meaning(face: Face, paid: bool) -> Iterator[SafeString]:
    """Say what lies on the card; a troll paid at once is mentioned with its toll."""
    for feature in face.features:
        sentence = MEANS.get((feature.kind, feature.value))
        if sentence is not None and not (feature.kind == "troll" and paid):
            yield fill(
                sentence, side=sides_words(side_letters(feature.side)) if feature.side else ""
            )


def with_gains(
    said: SafeString, move: Move, preview: Preview | None, mine: Mine, names: Names
) -> SafeString:
    """Add which gold would be claimed, and which trolls would come within reach."""
    if preview is None:
        return said
    reached = [] if isinstance(move, Place) else _reaching(preview, names, {})
    claims = [_claim(seat, cell, mine, names) for seat, cell in preview.claims]
    own = (move.cell,) if isinstance(move, Place | Bribe) else ()
    trolls = [_troll(cell) for cell in preview.trolls if cell not in own]
    return join_sentences([said, *reached, *claims, *trolls])


def _claim(seat: int, cell: Cell, board: Mine, names: Names) -> SafeString:
    tile = board.tiles.get(cell)
    mine = _("You claim %(number)s gold at %(cell)s!")
    others = _("%(who)s claims %(number)s gold at %(cell)s!")
    return fill(
        mine if names.is_me(seat) else others,
        who=names.of(seat),
        number=PATH_GOLD if tile is None else tile.worth,
        cell=cell_words(cell),
    )


def _troll(cell: Cell) -> SafeString:
    return fill(_("The troll at %(cell)s comes within your reach."), cell=cell_words(cell))
