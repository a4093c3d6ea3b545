"""What happened, for the log and for drawing it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from games.mine.notation import Seat
from games.mine.tunnels import Cell


class Event(NamedTuple):
    """One thing that happened, for the log and for drawing it; `kind` is from a closed set.

    What a field means depends on the kind; a field that a kind does not use is None.
    """

    kind: str
    seat: Seat | None = None
    card: str | None = None
    cell: Cell | None = None
    turned: bool | None = None
    to: Seat | None = None
    what: str | None = None
    amount: int | None = None


@lru_cache(maxsize=2**11)
def drew(seat: Seat, card: str) -> Event:
    """The one object for drawing this card."""
    return Event("drew", seat, card)


@lru_cache(maxsize=2**11)
def discarded(seat: Seat, card: str) -> Event:
    """The one object for throwing this card away face down."""
    return Event("discarded", seat, card)


class EventKind(NamedTuple):
    """Which fields events of a kind carry, and which of these only their own seat may know."""

    fields: tuple[str, ...]
    secret: tuple[str, ...] = ()
    lasts: bool = False
    """Is what is secret in it still secret when its round is over, until the game is?"""
    quiet: bool = False
    """Nobody learns anything by it but what its own seat knew and laid open by moving. Only what
    is quiet can be taken back; a kind that says nothing about it is not."""
    towards: str = ""
    """What it means between players: it `helps` or `harms` the seat `to`; it `asks` all, and
    `agrees` with or `refuses` who asked last; or its seat `looks` at a secret. No rule reads it:
    it is for moderators, who see only what all see of an event."""


def hide(event: Event, kinds: Mapping[str, EventKind], seat: Seat | None) -> Event:
    """The event as that seat, or a spectator (None), may know it."""
    secret = kinds[event.kind].secret
    if not secret or (seat is not None and seat == event.seat):
        return event
    hidden: dict[str, Any] = dict.fromkeys(secret)
    return event._replace(**hidden)
