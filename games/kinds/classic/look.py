"""How the classic game looks: roles, goals with names of their own, nugget cards to pick from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from django.utils.translation import gettext, ngettext

from games.kinds.common.look import Look
from games.kinds.common.look_parts import Shown, nuggets
from games.kinds.common.words import Names
from games.mine import Cell, Event, Tile


class Classic(Look):
    """Roles; whose gold is whose business only when the table says so."""

    def card(self, view: Any, cell: Cell, tile: Tile) -> str:
        return "start" if cell in view.mine.starts else tile.name

    def role(self, view: Any, number: int) -> str | None:
        return view.roles[number] if number < len(view.roles) else None

    def open_goals(self, view: Any) -> Iterable[Cell]:
        """While nuggets are handed out, too: the round is over."""
        return () if view.phase == "play" else view.mine.hidden

    def offer(self, view: Any) -> Sequence[int]:
        return view.offer or ()

    def round_end(
        self, view: Any, events: Sequence[Event], words: ModuleType, names: Names
    ) -> tuple[Shown, ...]:
        """Every role card, and what gold came with it."""
        paid = [event for event in events if event.kind in ("took", "paid")]
        shown = [event for event in events if event.kind == "role-shown"]
        return tuple(_role(event, paid, words, names) for event in shown)


def _role(event: Event, paid: Sequence[Event], words: ModuleType, names: Names) -> Shown:
    role = event.what or ""
    name = gettext("set aside") if event.seat is None else names.plain(event.seat)
    own = [other for other in paid if event.seat is not None and other.seat == event.seat]
    return Shown(name, role, role, str(words.ROLES[role]), _gold(own))


def _gold(events: Sequence[Event]) -> str:
    """Nuggets where the reader may know them, else how many cards they were."""
    if not events:
        return ""
    if any(event.amount is None for event in events):
        number = len(events)
        return ngettext("%(number)d nugget card", "%(number)d nugget cards", number) % {
            "number": number
        }
    return nuggets(sum(event.amount or 0 for event in events))
