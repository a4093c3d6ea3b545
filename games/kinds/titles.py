"""What each game is called, whether or not its rules are written yet."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.kinds import GAMES
from games.tables import links
from games.tables.models import Table

# In the order they are offered: name, and who can play it.
TITLES: dict[str, tuple[Any, Any]] = {
    "classic": (_("Classic"), _("3 to 10 players")),
    "duel": (_("The Duel"), _("2 players")),
    "solo": (_("Solo"), _("1 player")),
    "lost_mines": (_("The Lost Mines"), _("3 to 9 players")),
}

OPEN = ("classic", "duel", "solo", "lost_mines")
"""The games that tables can be opened for: the engine knows more, whose pages are to come."""


def name(kind: str) -> Any:
    return TITLES[kind][0]


def players(kind: str) -> Any:
    return TITLES[kind][1]


def drawing(kind: str) -> str:
    """What the game is called in img/games.svg and on the page of rules."""
    return kind.replace("_", "-")


def for_one() -> str:
    """The game that is played alone."""
    return next(kind for kind in OPEN if max(GAMES[kind].PLAYERS) == 1)


def coming() -> list[str]:
    """The drawings of those that no table can be opened for yet."""
    return [drawing(kind) for kind in TITLES if kind not in OPEN]


def found_by(words: str) -> list[str]:
    """The games whose name, in the reader's language, holds these words."""
    return [kind for kind in TITLES if words.casefold() in str(name(kind)).casefold()]


def mailed_title(table: Table) -> str:
    """A table's title in mail: an old one with a link in it gives way to the name of its game."""
    return str(name(table.kind)) if links.found(table.title) else table.title
