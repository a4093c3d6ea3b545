"""How events show: what moves on the table, and where to. Plain values, for the page's film.

A motion holds nothing but what its event tells, and the event has gone through the view before: a
card that the reader may not know is a card's back.
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
"""Every way to move that static/js/film.js can show."""


class Motion(NamedTuple):
    """What an event does, for the eye; `how` is one of HOWS."""

    how: str
    draws: str = ""
    """The drawing that moves, comes or goes."""
    at: str = ""
    """The cell, or the joint, where it ends or begins: `3,-1`, `7,2/e`."""
    turned: bool = False
    before: str = ""
    """The drawing of what lay there until then."""
    card: str = ""
    """The card that did it, where that is another."""
    to: Seat | None = None
    """The player it is done to."""
    tool: str = ""
    """Which of their tools breaks, or is whole again."""
    of: int | None = None
    """A treasure, by its number."""
    way: tuple[Cell, ...] = ()
    """The cells of a walk."""


Mover = Callable[[Event], Motion]
"""How one kind of event shows."""


def laid(event: Event) -> Motion:
    """A card flies to its cell."""
    return Motion("lay", event.card or CARD_BACK, where(event), bool(event.turned))


def removed(event: Event) -> Motion:
    """What lay there breaks and is gone."""
    card = event.card or CARD_BACK
    return Motion("fall", event.what or CARD_BACK, where(event), bool(event.turned), card=card)


def turned_over(event: Event) -> Motion:
    """A goal shows its face. The look knows its drawing by this name, and that of its back."""
    return Motion("turn", event.what or "", where(event), bool(event.turned))


def oriented(event: Event) -> Motion:
    """A goal that lies open is put in its place."""
    return Motion("orient", event.what or "", where(event), bool(event.turned))


def broke(event: Event) -> Motion:
    return Motion("hit", event.card or CARD_BACK, to=event.to, tool=event.what or "")


def repaired(event: Event) -> Motion:
    return Motion("mend", event.card or CARD_BACK, to=event.to, tool=event.what or "")


def looked(event: Event) -> Motion:
    """An eye on a goal, on a treasure or on a player; what it saw is no matter of this."""
    return Motion("look", event.card or CARD_BACK, where(event), to=event.to, of=event.amount)


def discarded(event: Event) -> Motion:
    """A card goes to the pile, face down but for who knows it."""
    return Motion("drop", event.card or CARD_BACK)


def walked(event: Event) -> Motion:
    """Cell by cell; from where, only the events before tell."""
    return Motion("walk", at=where(event), way=tuple(map(read_cell, (event.what or "").split())))


def where(event: Event) -> str:
    return "" if event.cell is None else print_cell(event.cell)


def joint(event: Event) -> str:
    """Of an event that names a side of its cell."""
    return f"{where(event)}/{event.what}"
