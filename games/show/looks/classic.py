"""How the classic game looks: roles, goals with names of their own, nugget cards to pick from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from django.utils.translation import gettext, ngettext

from games.engine import Cell, Event, Tile
from games.show.looks.parts import Lying, Shown, nuggets
from games.wording import Names

GAINS: Mapping[str, int] = {}
"""Which events of all bring gold (1) or cost it (-1): here that is nobody else's business."""


def card(view: Any, cell: Cell, tile: Tile) -> str:
    """The drawing of a card that lies face up."""
    return "start" if cell in view.mine.starts else tile.name


def goal(known: str) -> str:
    """The drawing of a goal that the reader knows."""
    return known


def tokens(view: Any, cell: Cell, tile: Tile, names: Names) -> Iterable[Lying]:
    return ()


def waiting_goals(view: Any) -> Iterable[Cell]:
    """Goals turned over that wait to be laid: there are none here."""
    return ()


def role(view: Any, number: int) -> str | None:
    return view.roles[number] if number < len(view.roles) else None


def badge(view: Any, number: int) -> str:
    return ""


def gold(view: Any, number: int) -> int | None:
    return view.gold[number] if number < len(view.gold) else None


def promised(view: Any, number: int) -> tuple[int, int]:
    """Gold that comes, and gold that goes, when this round ends."""
    return 0, 0


def supply(view: Any) -> list[str]:
    return []


def offer(view: Any) -> Sequence[int]:
    """Nugget cards that the reader may pick from."""
    return view.offer or ()


def round_end(
    view: Any, events: Sequence[Event], words: ModuleType, names: Names
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
