"""The words of the solo game: those of The Duel, where nobody else is there to do or to wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.cards import card_object, cell_words
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, fill
from games.kinds.common.words.told import both
from games.kinds.duel import words as duel
from games.kinds.duel.words import (
    BARE,
    BROKEN,
    COLOURS,
    LAYING,
    MAILED,
    OWN,
    ROLES,
    THE,
    TOOLS,
    YOUR_ROLE,
    YOURS,
    broken,
    goal,
    open_text,
    place,
    tool,
)
from games.mine import Event

__all__ = [
    "BARE",
    "BROKEN",
    "COLOURS",
    "EVENTS",
    "GRADES",
    "LAYING",
    "MAILED",
    "OWN",
    "PASSING",
    "ROLES",
    "THE",
    "TOOLS",
    "YOURS",
    "YOUR_ROLE",
    "broken",
    "event",
    "goal",
    "grade",
    "open_text",
    "place",
    "prompt",
    "tool",
]

GRADES: Final[Mapping[int, Words]] = {
    1: _("More dust than gold. The mountain is still there tomorrow."),
    2: _("An honest day of digging."),
    3: _("You can smell gold through solid rock."),
    4: _("The whole mountain digs where you point."),
}
"""The verdicts, worst to best."""
PASSING: Final = _("Discard %(card)s, and draw as many from the stock.")
MINOR: Final = ("threw", "round-ended", "collected", "paid")


def grade(number: int) -> str:
    return str(GRADES[number])


def prompt(phase: str) -> str:
    """What to do next; it is always one's own turn."""
    if phase == "orient":
        return gettext("Lay the goal, one way or the other.")
    return gettext("Pick a card.")


# --- what happened ----------------------------------------------------------------------------


def event(event: Event, names: Names) -> Line | None:
    """One line for the log; nothing for what is not worth one."""
    line = EVENTS[event.kind](event, names)
    return line._replace(minor=event.kind in MINOR) if line else None


def _suffered(event: Event, names: Names, others: Words, mine: Words, **parts: object) -> Line:
    """What a drawn card did to its player."""
    line = both(event, names, others, mine, **parts)
    return line._replace(tone="bad") if names.is_me(event.seat) else line


def _broke(event: Event, names: Names) -> Line:
    """A sabotage card was drawn; nobody played it."""
    return _suffered(
        event,
        names,
        _("%(who)s drew %(card)s: no digging until it is repaired."),
        _("You drew %(card)s: no digging until it is repaired."),
        card=card_object(event.card),
    )


def _removed(event: Event, names: Names) -> Line:
    """A rockfall was drawn, and chose by itself."""
    assert event.cell is not None
    return _suffered(
        event,
        names,
        _("%(who)s drew a rockfall: it buried %(card)s at %(cell)s."),
        _("You drew a rockfall: it buried %(card)s at %(cell)s."),
        card=card_object(event.what),
        cell=cell_words(event.cell),
    )


def _wasted(event: Event, names: Names) -> Line:
    """A card was drawn that finds nothing to do."""
    if event.card == "rockfall":
        return both(
            event,
            names,
            _("%(who)s drew a rockfall, but it found nothing to bury."),
            _("You drew a rockfall, but it found nothing to bury."),
        )
    return both(
        event,
        names,
        _("%(who)s drew %(card)s as well: one is enough, nothing happens."),
        _("You drew %(card)s as well: one is enough, nothing happens."),
        card=card_object(event.card),
    )


def _round_began(event: Event, names: Names) -> Line:
    return Line(fill(_("Round %(round)s begins."), round=event.amount))


EVENTS: Final[Mapping[str, Callable[[Event, Names], Line | None]]] = {
    **duel.EVENTS,
    "broke": _broke,
    "removed": _removed,
    "wasted": _wasted,
    "round-began": _round_began,
}
