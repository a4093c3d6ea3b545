"""Why the rules refuse a move, and what to do instead: what several games say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words

REFUSALS: Final[Mapping[str, Words]] = {
    "not-your-turn": _("It is not your turn. You will be told when it is."),
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
NOT_CONNECTED: Final = _(
    "No tunnel leads there from the start. Pick a cell that an open tunnel reaches."
)
NO_TOKEN_LEFT: Final = _("None of these tokens is left. Play another card.")
