"""Reading the position of a scenario: what is written the same way for every game."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from games.mine.facts import ScenarioError, number, seat_at_table
from games.mine.moves import TOOLS
from games.mine.notation import Seat, print_cell, read_cell
from games.mine.tunnels import Cell, Tile

Position = Mapping[str, Any]


def check_fields(position: Position, fields: set[str]) -> None:
    if unknown := set(position) - fields:
        raise ScenarioError(f"no such field: {', '.join(sorted(unknown))}")


def each(
    position: Position, field: str, seats: int, left_out: Any, read: Callable[[Any], Any]
) -> tuple[Any, ...]:
    """One value for each seat."""
    given = {seat_at_table(p, seats): read(v) for p, v in position.get(field, {}).items()}
    return tuple(given.get(seat, left_out) for seat in range(seats))


def turn_of(position: Position, seats: int, hands: Sequence[Sequence[str]]) -> Seat:
    """Whose turn it is; who has no card is skipped, as always. (C8, D7)"""
    turn = seat_at_table(position.get("turn", "p1"), seats)
    while any(hands) and not hands[turn]:
        turn = (turn + 1) % seats
    return turn


def round_of(position: Position, rounds: int) -> int:
    given = position.get("round", 1)
    if given not in range(1, rounds + 1):
        raise ScenarioError(f"no such round: {given}")
    return int(given)


def card_of(card: Any, cards: Container[str]) -> str:
    if card not in cards:
        raise ScenarioError(f"no such card: {card}")
    return str(card)


def hand_of(given: Any, cards: Container[str]) -> tuple[str, ...]:
    return tuple(sorted(card_of(card, cards) for card in given))


def tools_of(tools: Any) -> tuple[str, ...]:
    if unknown := set(tools) - set(TOOLS):
        raise ScenarioError(f"no such tool: {unknown}")
    return tuple(tool for tool in TOOLS if tool in tools)


def cell_and_words(entry: Any) -> tuple[Cell, list[str]]:
    """`1,0 nes turned` as a cell and what follows it."""
    if not isinstance(entry, str):
        raise ScenarioError(f"not a text: {entry!r}")
    where, *words = entry.split(" ")
    return read_cell(where), words


def put(tiles: dict[Cell, Tile], cell: Cell, tile: Tile, free: bool = True) -> None:
    """Lay a card where none lies."""
    if cell in tiles or not free:
        raise ScenarioError(f"two cards lie at {print_cell(cell)}")
    tiles[cell] = tile


def token(entry: Any, seats: int) -> tuple[Cell, Seat]:
    """`3,0 p1`: a token on a cell, and who laid it."""
    cell, words = cell_and_words(entry)
    (owner,) = words
    return cell, seat_at_table(owner, seats)


def count_of(position: Position, field: str, left_out: int) -> int:
    given = position.get(field, left_out)
    return number(str(given))
