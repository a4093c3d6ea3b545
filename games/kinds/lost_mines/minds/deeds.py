"""What others did, in classes: all that a belief is made of. Everybody at the table sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.kinds.lost_mines.rules.cards import MINE_CELLS, OBSTACLES, feature
from games.kinds.lost_mines.rules.view import View
from games.mine.events import Event
from games.mine.notation import Seat
from games.mine.tunnels import Cell

FELLOW, OTHER, BOTH, SELF = RELATIONS = ("fellow", "other", "both", "self")
"""Whom it concerns: somebody of the same clan, of the other one, both alike, or the player."""
ON_THE_BOARD: Final = ("builds", "blocks", "clears", "bars", "traps", "storms")
ELSEWHERE: Final = ("discards", "looks-mine", "looks-treasure", "looks-fellow", "looks-other")
DEEDS: Final = tuple(f"{verb}-{whom}" for verb in ON_THE_BOARD for whom in RELATIONS) + ELSEWHERE
SEEKS, SHUNS = HEADINGS = ("seeks", "shuns")
"""Where somebody goes who has looked at a mine: there, or elsewhere."""


class Deed(NamedTuple):
    """Who did what."""

    seat: Seat
    what: str


def deed(before: View, events: Sequence[Event]) -> Deed | None:
    """The card that was played or thrown away; nothing else is a deed."""
    for event in events:
        seat = event.seat
        if seat is not None and (what := _what(before, seat, event)):
            return Deed(seat, what)
    return None


def _what(before: View, seat: Seat, event: Event) -> str:
    match event.kind:
        case "laid":
            verb = "blocks" if feature(event.card or "") in OBSTACLES else "builds"
        case "overcame":
            verb = "clears"
        case "set":
            verb = "bars" if event.card == "troll" else "traps"
        case "removed":
            verb = "storms"
        case "discarded":
            return "discards"
        case "looked":
            return _looks(before, seat, event)
        case _:
            return ""
    return f"{verb}-{concerns(before, seat, event.cell)}" if event.cell else ""


def _looks(before: View, seat: Seat, event: Event) -> str:
    if event.to is not None:
        same = before.clans[event.to] == before.clans[seat]
        return "looks-fellow" if same else "looks-other"
    return "looks-mine" if event.cell else "looks-treasure"


def concerns(before: View, seat: Seat, cell: Cell) -> str:
    """Whose dwarf stands nearest."""
    fars = [steps_between(cell, there) for there in before.dwarfs]
    nearest = min(fars)
    if fars[seat] == nearest:
        return SELF
    clans = {before.clans[other] for other, far in enumerate(fars) if far == nearest}
    if len(clans) > 1:
        return BOTH
    return FELLOW if before.clans[seat] in clans else OTHER


def steps_between(here: Cell, there: Cell) -> int:
    return abs(here[0] - there[0]) + abs(here[1] - there[1])


# --- after a look at a mine -----------------------------------------------------------------------


def heading(looked_from: Cell, now: Cell, mine: Cell) -> str:
    """Where a dwarf has gone since its player looked at a mine; nothing if it hardly moved."""
    if steps_between(looked_from, now) < 2:
        return ""
    nearer = {
        cell: steps_between(looked_from, cell) - steps_between(now, cell) for cell in MINE_CELLS
    }
    others = max(gained for cell, gained in nearer.items() if cell != mine)
    if nearer[mine] >= others:
        return SEEKS
    return SHUNS
