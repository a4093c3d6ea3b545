"""What lies at a mine, and who may know it. (L14, L21, L22)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.kinds.lost_mines.rules.cards import MINE_CELLS, MINES
from games.kinds.lost_mines.rules.refusals import Refusal
from games.kinds.lost_mines.rules.state import State, Table, Thing
from games.mine.notation import Seat, print_cell
from games.mine.progress import RESTING
from games.mine.tunnels import Cell

Known = Mapping[Cell, str | None]
"""What a seat knows of each mine; None: nothing."""


def treasure_thing(number: int) -> Thing:
    return f"treasure-{number}"


def known_mines(state: State, seat: Seat | None) -> dict[Cell, str | None]:
    """Mines that are face up, and those this seat has scouted; all at the end. (L14, L21)"""
    own = () if seat is None else state.looked[seat]
    over = state.phase in RESTING
    return {
        cell: kind if over or is_face_up(state, cell) or (own and print_cell(cell) in own) else None
        for cell, kind in state.mines
    }


def shown_kind(state: State, cell: Cell) -> str | None:
    """The kind of the face-up mine at that cell; None if there is none."""
    if cell not in MINE_CELLS or not is_face_up(state, cell):
        return None
    return dict(state.mines)[cell]


def is_face_up(table: Table, cell: Cell) -> bool:
    return cell not in table.mine.hidden or cell in table.turning


def numbers_left(table: Table, kinds: Iterable[str]) -> list[int]:
    """The numbers of the treasures of these kinds that nobody has taken. (L3)"""
    wanted = tuple(kinds)
    return [
        number
        for number, (kind, taker) in enumerate(zip(table.kinds, table.takers, strict=True), 1)
        if taker is None and kind in wanted
    ]


def on_offer(table: Table, cell: Cell, known: Known) -> list[int]:
    """The treasures that may be named by a dwarf that ends its move there: of the mine's kind, or
    of any kind that, for all its player knows, this mine may have. (L22)"""
    if cell not in known:
        return []
    kind = known[cell]
    if kind is not None:
        return numbers_left(table, (kind,))
    return numbers_left(table, (other for other in MINES if other not in known.values()))


def all_taken(table: Table) -> bool:
    return None not in table.takers


def judge_take(table: Table, cell: Cell, number: int, known: Known) -> None:
    """Refuse to take what is not on offer at the end of this move. (L22)"""
    if number not in on_offer(table, cell, known):
        raise Refusal("wrong-choice")


def gives_treasure(table: Table, cell: Cell, known: Known) -> bool:
    """A face-up mine of a kind of which something is left. (L22)"""
    return cell in known and is_face_up(table, cell) and bool(on_offer(table, cell, known))
