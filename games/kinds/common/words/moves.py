"""Moves in words: their buttons, what they would do, and why they are refused.

These are the sentences that several games share. They take plain values, since every game has
move classes of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Mine, Move, UnsupportedMove, read_face, side_letters
from games.engine.moves import Place
from games.engine.tunnels import Sides, fits, neighbours
from games.kinds.common.words.phrases import Words, openings

PLACE: Final = _("Place")
PLAY: Final = _("Play")
DISCARD: Final = _("Discard")
LAY: Final = _("Lay")
STEPS: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
QUESTION: Final = "consent"
"""The key of moves that propose something to all players, or answer it."""


@dataclass(frozen=True, slots=True)
class Button:
    """A move in the list of moves: its group, its texts and its target."""

    key: str
    """The cards it takes from the hand; moves with the same key are grouped."""
    label: str
    """Below the name of the card: where, or on whom; for two cards, what is done."""
    verb: Words
    """The label of the button that makes the move."""
    at: str = ""
    """The target cell or joint, or the end of a walk, in notation."""
    to: str = ""
    """The target seat."""
    turned: bool = False
    pays: tuple[Cell, ...] = ()
    """The cells of the trolls paid with it."""
    treasure: int | None = None
    """The target treasure."""
    take: int | None = None
    """The treasure taken at its end."""
    cost: int = 0
    """The number of cards lost on the way."""
    lays: str = ""
    """The card it lays on the board."""
    goal: Cell | None = None
    """The goal that it orients."""
    passes: bool = False
    """Whether it only discards."""
    asks: Words = ""
    """The prompt once the card is picked: for a place, a player or a goal."""


PICK_CELL: Final = _("Now pick a glowing place.")
PICK_REMOVAL: Final = _("Now pick a card to remove.")
"""Prompts after picking a card."""


def join_sentences(sentences: Iterable[SafeString]) -> SafeString:
    return mark_safe(" ".join(sentences))


def beyond(cell: Cell, side: str) -> Cell:
    """Return the next cell on that side."""
    (x, y), (dx, dy) = cell, STEPS[side]
    return x + dx, y + dy


REFUSALS: Final[Mapping[str, Words]] = {
    "not-your-turn": _("It is not your turn yet. You will be notified when it is."),
    "wrong-phase": _("That cannot be done at this point of the game. Pick a move from the list."),
    "game-over": _("The game is over. Ask for a rematch to play on."),
    "unknown-card": _("This game has no such card. Pick one from your hand."),
    "not-in-hand": _("You do not hold that card. Pick one from your hand."),
    "occupied": _("A card lies there already. Pick an empty cell."),
    "no-neighbour": _("No open card lies next to that cell. Build on from what is there."),
    "does-not-fit": _(
        "The card does not fit there: opening must meet opening, and wall must meet wall. "
        "Turn it, or pick another cell."
    ),
    "nothing-there": _("There is nothing there that this card could be played on."),
    "cannot-remove": _("That card stays where it is. Pick another one."),
    "already-face-up": _("That one is face up: everybody can see it. Pick another one."),
    "no-troll": _("There is no troll there to pay."),
    "wrong-choice": _("That is not on offer. Pick a move from the list."),
    "wrong-count": _("Discard as many cards as the rules allow: pick from the list."),
}
"""Of every game."""
NO_TOKEN_LEFT: Final = _("None of these tokens is left. Play another card.")


NOT_NOW: Final[Mapping[str, Words]] = {
    "fits-nowhere": _("This card fits nowhere now."),
    "nothing-to-remove": _("There is no card that it could remove."),
}
"""Of every game."""
NOT_NOW_WITH_TOOLS: Final[Mapping[str, Words]] = {
    **NOT_NOW,
    "tool-broken": _("A tool of yours is broken: no tunnels until it is repaired."),
    "nothing-broken": _("Nothing that it repairs is broken now."),
    "nothing-to-break": _("This tool is broken already wherever it could be broken."),
    "no-goal-left": _("No goal is left to look at: all lie face up."),
}
"""Of games with tools that break."""


WALL_MISFITS: Final[Mapping[str, Words]] = {
    "n": _("Its upper side is a wall, but the card above opens towards it."),
    "e": _("Its right side is a wall, but the card on the right opens towards it."),
    "s": _("Its lower side is a wall, but the card below opens towards it."),
    "w": _("Its left side is a wall, but the card on the left opens towards it."),
}
OPENING_MISFITS: Final[Mapping[str, Words]] = {
    "n": _("It opens upwards, but the card above has a wall there."),
    "e": _("It opens to the right, but the card on the right has a wall there."),
    "s": _("It opens downwards, but the card below has a wall there."),
    "w": _("It opens to the left, but the card on the left has a wall there."),
}


def misfit(mine: Mine, move: Move | UnsupportedMove) -> str:
    """Say which sides of the card laid don't fit there; empty if it fits."""
    needs = mine.spots.get(move.cell) if isinstance(move, Place) else None
    if not isinstance(move, Place) or needs is None or not openings(move.card):
        return ""
    face = read_face(move.card)
    ways = [face.openings, face.turned().openings]
    sides = [str(words) for words in _sides(mine, move.cell, ways[move.turned])]
    if not sides:
        return ""
    said = [gettext("That does not fit."), *sides]
    if fits(needs, ways[not move.turned]):
        said.append(gettext("After a half turn it would fit."))
    return " ".join(said)


def _sides(mine: Mine, cell: Cell, opened: Sides) -> Iterator[Words]:
    for side, there, met in neighbours(cell):
        neighbour = mine.tiles.get(there)
        if neighbour is None or bool(opened & side) == bool(neighbour.openings & met):
            continue
        yield (OPENING_MISFITS if opened & side else WALL_MISFITS)[side_letters(side)]
