"""The look of the classic game: roles, named goals, nugget cards to pick from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from django.utils.translation import gettext, ngettext

from games.engine import IDLE_PHASES, Cell, Event, Tile
from games.kinds.classic.rules.state import View
from games.kinds.classic.words import ROLE_DESCRIPTIONS, ROLES
from games.kinds.common import look
from games.kinds.common.words import tools
from games.kinds.common.words.phrases import Names, nuggets

BACK = "back"


class ClassicLook(tools.ToolLook[View]):
    """Shows roles, and others' gold only if the table says so."""

    HOODED: ClassVar = True
    ROUND_OVER: ClassVar = (*IDLE_PHASES, "pick")
    STILL: ClassVar = frozenset({
        "round-began", "drew", "skipped", "round-ended", "role-shown", "offered", "took", "paid",
        "game-ended",
    })  # fmt: skip

    def card(self, view: View, cell: Cell, tile: Tile) -> str:
        return "start" if cell in view.mine.starts else tile.name

    def goals(self, view: View) -> Mapping[Cell, str | None]:
        return dict(view.goals)

    def player(self, view: View, number: int) -> look.PlayerLook:
        broken = tools.broken(view.broken[number], number == view.seat)
        return look.PlayerLook(view.gold[number], role=view.roles[number], broken=broken)

    def offer(self, view: View) -> Sequence[int]:
        return view.offer or ()

    def dealt(self, view: View, number: int) -> look.DealtRole | None:
        role = view.roles[number]
        return (
            look.DealtRole(BACK, role, str(ROLES[role]), str(ROLE_DESCRIPTIONS[role]))
            if role
            else None
        )

    def round_end(
        self, view: View, events: Sequence[Event], names: Names
    ) -> tuple[look.RoundReveal, ...]:
        """Return every role card, and the gold it brought."""
        paid = [event for event in events if event.kind in ("took", "paid")]
        shown = [event for event in events if event.kind == "role-shown"]
        return tuple(_role(event, paid, names) for event in shown)


def _role(event: Event, paid: Sequence[Event], names: Names) -> look.RoundReveal:
    role, seat = event.what or "", event.seat
    name = gettext("set aside") if seat is None else names.plain(seat)
    own = [other for other in paid if seat is not None and other.seat == seat]
    return look.RoundReveal(seat, name, BACK, role, role, str(ROLES[role]), gain=_gold(own))


def _gold(events: Sequence[Event]) -> str:
    """Return nuggets where the reader may know them, else the number of cards."""
    if not events:
        return ""
    if any(event.amount is None for event in events):
        number = len(events)
        return ngettext("%(number)d nugget card", "%(number)d nugget cards", number) % {
            "number": number
        }
    return nuggets(sum(event.amount or 0 for event in events))
