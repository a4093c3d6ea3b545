"""Cards, colours, goals and moves of The Duel and the solo game in words, with the card help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Face, Mine, Preview, print_cell, read_face, side_letters
from games.kinds.common.words import cards as common
from games.kinds.common.words import moves, tools
from games.kinds.common.words.cards import START, CardNames, cell_words, sides_words
from games.kinds.common.words.moves import (
    NO_TOKEN_LEFT,
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
from games.kinds.duel.rules.cards import PATH_GOLD, goal_face, goal_gold
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
    return joined([GOALS.object(face), *GOALS.things_on(face), _goal_gold(face, gold)])


def _goal_gold(face: str, gold: int) -> str:
    """Return the gold of a goal, with its side if only one tunnel leads to it."""
    if not gold:
        return gettext("no gold")
    lying = read_face(face).feature("gold")
    if lying is None:
        return gettext("%(number)s gold") % {"number": gold}
    parts = {"number": gold, "side": sides_words(side_letters(lying.side))}
    return gettext("%(number)s gold %(side)s") % parts


# --- card help ------------------------------------------------------------------------------------

OPEN_GOAL: Final = (
    _("Goal"),
    _("Face up it is part of the tunnels. Its gold goes to whoever reaches it first."),
)
MARKER: Final = _(
    "On gold: claimed until the round ends. On a troll: its owner pays it 1 gold then."
)
HELP: Final = common.CardHelp(
    CARDS,
    faces=common.FACE_HELP,
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
        **common.BREAK_HELP,
        **common.REPAIR_HELP,
        "rockfall": _("Removes a tunnel card that has neither gold nor a troll."),
        "map": common.MAP_HELP,
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
        common.BREAK_HELP, _("Drawn, it lies before you at once: no tunnels until it is repaired.")
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


# --- moves ----------------------------------------------------------------------------------------

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
