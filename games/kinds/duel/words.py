"""The words of The Duel: reasons of advice, what happened, and its moves.

The solo game uses most of these sentences and has some of its own (`solo/words.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Event, Face, Mine, Preview, print_cell, read_face, side_letters
from games.kinds.common.words import tools
from games.kinds.common.words.game import Events, Foresight, GameWords, Said
from games.kinds.common.words.moves import Button, beyond, join_sentences
from games.kinds.common.words.phrases import SIDES, Line, Names, Words, cell_words, fill, joined
from games.kinds.common.words.tools import TOOLS, ToolWords
from games.kinds.duel import card_words
from games.kinds.duel.card_words import CARDS, HELP
from games.kinds.duel.rules.cards import PATH_GOLD
from games.kinds.duel.rules.moves import Bribe, Clear, Move, Orient, Place, PlayAt

REASONS: Final[Mapping[str, Words]] = {
    # gold and goals
    "claims-gold": _("It claims %(amount)s gold at once."),
    "turns-goal": _("It turns over the goal at %(place)s."),
    "turns-seen-goal": _("It turns over the goal at %(place)s, where you saw %(amount)s gold."),
    "nearer": _("It brings your tunnels nearer to the goal at %(place)s, by %(amount)s."),
    "nearer-to-seen-gold": _(
        "It brings your tunnels nearer to the gold you saw at %(place)s, by %(amount)s."
    ),
    "nearer-to-gold": _("It brings your tunnels nearer to the gold at %(place)s, by %(amount)s."),
    "then-last-card": _("You hold %(card)s, which can then reach %(place)s."),
    "goal-unknown": _("You do not know the goal at %(place)s yet."),
    # doors and trolls
    "own-door": _("Its door lets you pass; %(who)s would need a key."),
    "door-opened": _("It opens the door at %(place)s to you."),
    "troll-paid": _("For one gold the troll at %(place)s lets you pass."),
    # the opponent
    "one-card-away": _("%(who)s needs only one card to the goal at %(place)s."),
    "hinders": _("It takes %(who)s farther from the goal at %(place)s."),
    "cannot-dig": _("%(who)s cannot dig until it is repaired."),
    "leaves-last-card": _(
        "Whoever digs on now may leave %(who)s the last card to the goal at %(place)s."
    ),
    # tools and cards
    "dig-again": _("Then you can dig again."),
    "one-broken-less": _("Broken tools keep you from digging; this repairs one of them."),
    "tools-broken": _("You cannot dig while a tool is broken."),
    "least-useful": _("Of your cards, %(card)s helps you least."),
    "no-card-helps": _("No card that you could lay brings you nearer to gold."),
}
BRIBE: Final = _("Bribe")
TROLL: Final = _("Now pick a troll to pay.")
REPAIR: Final = _("Repair")
ORIENTATIONS: Final[tuple[Words, Words]] = (
    _("Lay the goal at %(cell)s as it is."),
    _("Lay the goal at %(cell)s after a half turn."),
)
"""The two orientations of a goal just turned over."""


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
EVENTS: Final[Events] = {
    **tools.EVENTS,
    "bribed": Said(
        _("%(who)s bribed the troll at %(cell)s."), _("You bribed the troll at %(cell)s.")
    ),
    "opened": Said(
        _("%(who)s opened the door at %(cell)s with a key."),
        _("You opened the door at %(cell)s with a key."),
    ),
    "threw": Said(_("%(who)s threw %(card)s away."), _("You threw %(card)s away.")),
    "cleared": Said(
        _("%(who)s gave two cards to repair %(tool)s."),
        _("You gave two cards to repair %(tool)s."),
    ),
    "wasted": Said(
        _("%(who)s drew %(card)s, without effect."), _("You drew %(card)s, without effect.")
    ),
    "looked": Said(
        _("%(who)s looked at the goal at %(cell)s."),
        _("You looked at the goal at %(cell)s and saw %(goal)s. Only you know."),
    ),
    "turned-over": Said(
        _("%(who)s turned over the goal at %(cell)s and found %(goal)s."),
        _("You turned over the goal at %(cell)s and found %(goal)s."),
    ),
    "oriented": Said(
        _("%(who)s chose how the goal at %(cell)s lies."),
        _("You chose how the goal at %(cell)s lies."),
    ),
    "claimed": Said(
        _("%(who)s claims %(number)s gold at %(cell)s."),
        _("You claim %(number)s gold at %(cell)s."),
    ),
    "round-ended": {
        "goals": Said(_("Round %(round)s is over: every goal is face up.")),
        "markers": Said(_("Round %(round)s is over: the last marker is laid.")),
        "cards": Said(_("Round %(round)s is over: all cards are played.")),
    },
    "collected": Said(_("%(who)s takes %(number)s gold."), _("You take %(number)s gold.")),
    "paid": Said(
        _("%(who)s pays the trolls %(number)s gold."), _("You pay the trolls %(number)s gold.")
    ),
}


class DuelWords(ToolWords[Move]):
    """Texts about colours, and goals named by what they show."""

    CARDS = CARDS
    HELP = HELP
    ROLES = card_words.COLOURS
    YOUR_ROLE = card_words.YOUR_COLOUR
    ASKS = card_words.ASKS
    PLAYED_AT = card_words.PLAYED_AT
    ORIENTATIONS = ORIENTATIONS
    OWN_REFUSALS = card_words.REFUSALS
    NOT_NOW = card_words.NOT_NOW
    REASONS: ClassVar = {**GameWords.REASONS, **REASONS}
    EVENTS: ClassVar = EVENTS
    MINOR: ClassVar[tuple[str, ...]] = (
        "drew", "threw", "wasted", "round-ended", "collected", "paid",
    )  # fmt: skip
    REACHED: ClassVar = _("%(who)s reached the goal at %(goal)s.")
    LOOSE: ClassVar = _("Nothing joins it to your start yet.")
    OPEN_VERBS: ClassVar = ("place", "play", "bribe", "clear", "orient")
    MAILED: ClassVar = (
        "laid", "bribed", "opened", "broke", "repaired", "cleared", "removed", "looked",
        "discarded", "skipped", "oriented", "round-began", "game-ended",
    )  # fmt: skip

    def joins(self, number: int) -> str:
        return ngettext(
            "Joins %(number)s more card to your start.",
            "Joins %(number)s more cards to your start.",
            number,
        )

    def goal(self, known: str | None) -> str:
        if known is None:
            return gettext("Goal, face down")
        sentence = gettext("Goal, face down, only you know what it is: %(goal)s")
        return sentence % {"goal": card_words.goal(known)}

    def mailed(self, event: Event, names: Names) -> Line | None:
        """Mention no gold, not even what is visible on a card."""
        card = event.card and event.card.partition("+gold")[0]
        return super().mailed(event._replace(card=card), names)

    def special_gap(self, name: str, event: Event, names: Names) -> object:
        if name != "goal":
            return super().special_gap(name, event, names)
        return card_words.goal(event.what) if event.what else ""

    def button(self, move: Move, names: Names, foresight: Foresight[Move]) -> Button:
        match move:
            case Bribe(cell):
                return Button("", cell_words(cell), BRIBE, print_cell(cell), asks=TROLL)
            case Clear(tool, cards):
                label = gettext("Repair %(tool)s with two cards") % {"tool": TOOLS[tool].yours}
                return Button(" ".join(cards), label, REPAIR)
            case _:
                bribes = move.bribes if isinstance(move, Place | PlayAt) else ()
                return _paying(super().button(move, names, foresight), bribes)

    def heading(self, move: Move, key: str) -> str:
        if key:
            return super().heading(move, key)
        return gettext("Lay the goal") if isinstance(move, Orient) else gettext("Pay a troll")

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        said = [self._would(move, preview, mine, names)]
        if isinstance(move, Place | PlayAt):
            said += map(_toll, move.bribes)
        if preview is not None:
            if not isinstance(move, Place):
                said += _reaching(preview, names, {})
            own = (move.cell,) if isinstance(move, Place | Bribe) else ()
            said += (_claim(seat, cell, mine, names) for seat, cell in preview.claims)
            within_reach = _("The troll at %(cell)s comes within your reach.")
            trolls = [cell for cell in preview.trolls if cell not in own]
            said += (fill(within_reach, cell=cell_words(cell)) for cell in trolls)
        return join_sentences(said)

    def _would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        """Return what the move itself would do, without tolls and gold."""
        match move:
            case Place(card, cell, turned, bribes):
                face = read_face(card).turned() if turned else read_face(card)
                reached = _reaching(preview, names, _doors(face, cell))
                said = self.would_place(move, preview, mine, reached)
                return join_sentences([said, *_meaning(face, cell in bribes)])
            case Bribe(cell):
                return _toll(cell)
            case Clear(tool, cards):
                sentence = _("Throw %(cards)s away to repair %(tool)s; draw only one card.")
                return fill(sentence, cards=CARDS.objects(cards), tool=TOOLS[tool].yours)
            case _:
                return super().would(move, preview, mine, names)


def _paying(button: Button, bribes: tuple[Cell, ...]) -> Button:
    """Add the trolls that are paid with the move."""
    if not bribes:
        return button
    trolls = joined([cell_words(cell) for cell in bribes])
    paid = gettext("and bribe %(cells)s") % {"cells": trolls}
    return replace(button, label=f"{button.label} {paid}", pays=bribes)


def _toll(cell: Cell) -> SafeString:
    """Say which troll is paid and what it costs."""
    sentence = _("Bribe the troll at %(cell)s: 1 gold when the round ends.")
    return fill(sentence, cell=cell_words(cell))


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
            yield fill(sentence, side=SIDES[side_letters(feature.side)] if feature.side else "")


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
