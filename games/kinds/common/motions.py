"""How events are animated: plain values for the page's film.

A motion holds only what its event says, and the event has gone through the view before: a card
that the reader may not know is a card's back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from games.engine import Cell, Event
from games.engine.notation import Seat, print_cell, read_cell

CARD_BACK: Final = "back"
MOTION_KINDS: Final = (
    "lay", "turn", "orient", "fall", "token", "lift", "hit", "mend", "look", "drop", "lose",
    "gain", "walk",
)  # fmt: skip
"""Every kind of motion that static/js/film.js can show."""


class Motion(NamedTuple):
    """The animation of an event; `how` is one of MOTION_KINDS."""

    how: str
    draws: str = ""
    """The drawing that moves, appears or disappears."""
    at: str = ""
    """The cell or joint where it starts or ends: `3,-1`, `7,2/e`."""
    turned: bool = False
    before: str = ""
    """The drawing of what lay there before."""
    card: str = ""
    """The card that caused it, if it is another one."""
    to: Seat | None = None
    """The player affected."""
    tool: str = ""
    """Which of their tools is broken or repaired."""
    of: int | None = None
    """The number of a treasure."""
    way: tuple[Cell, ...] = ()
    """The cells of a walk."""


Mover = Callable[[Event], Motion]
"""Makes the motion of one kind of event."""


def laid(event: Event) -> Motion:
    """Let a card fly to its cell."""
    return Motion("lay", event.card or CARD_BACK, where(event), bool(event.turned))


def removed(event: Event) -> Motion:
    """Let a card break and disappear."""
    card = event.card or CARD_BACK
    return Motion("fall", event.what or CARD_BACK, where(event), bool(event.turned), card=card)


def turned_over(event: Event) -> Motion:
    """Turn a goal over. The look replaces its name by the drawing and adds that of the back."""
    return Motion("turn", event.what or "", where(event), bool(event.turned))


def oriented(event: Event) -> Motion:
    """Lay a goal that was turned over."""
    return Motion("orient", event.what or "", where(event), bool(event.turned))


def broke(event: Event) -> Motion:
    return Motion("hit", event.card or CARD_BACK, to=event.to, tool=event.what or "")


def repaired(event: Event) -> Motion:
    return Motion("mend", event.card or CARD_BACK, to=event.to, tool=event.what or "")


def looked(event: Event) -> Motion:
    """Show an eye on a goal, a treasure or a player, not what it saw."""
    return Motion("look", event.card or CARD_BACK, where(event), to=event.to, of=event.amount)


def discarded(event: Event) -> Motion:
    """Drop a card on the pile, face down for readers who don't know it."""
    return Motion("drop", event.card or CARD_BACK)


def walked(event: Event) -> Motion:
    """Walk cell by cell; the start follows from earlier events."""
    return Motion("walk", at=where(event), way=tuple(map(read_cell, (event.what or "").split())))


def where(event: Event) -> str:
    return "" if event.cell is None else print_cell(event.cell)


def joint(event: Event) -> str:
    """Return the joint of an event that names a side of its cell."""
    return f"{where(event)}/{event.what}"
