"""Positions and facts of the classic game, for scenario files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.classic.cards import (
    ACTIONS,
    DIGGER,
    GOAL_CELLS,
    GOALS,
    NUGGETS,
    PATHS,
    SABOTEUR,
    START,
    START_CELL,
    TILES,
    role_pool,
)
from games.engine.classic.rounds import outcome
from games.engine.classic.rows import pieces
from games.engine.classic.state import PLAYERS, ROUNDS, Options, State
from games.engine.classic.view import view
from games.engine.core import Progress, Value
from games.engine.deal import Seeds
from games.engine.facts import ScenarioError, number, seat_at_table, shared_fact
from games.engine.moves import TOOLS
from games.engine.notation import Seat, print_cell, read_cell
from games.engine.tunnels import Cell, Mine, Tile

FIELDS = {
    "cards", "goals", "hands", "stock", "roles", "broken", "turn", "round", "gold", "nuggets",
}  # fmt: skip


def position(
    options: Mapping[str, Value], seats: int, seeds: Seeds, position: Mapping[str, Any]
) -> State:
    """The state that a scenario describes; what it leaves out is empty, whole or full."""
    if unknown := set(position) - FIELDS:
        raise ScenarioError(f"no such field: {', '.join(sorted(unknown))}")
    if seats not in PLAYERS:
        raise ScenarioError(f"{seats} players: 3 to 10 can play")
    chosen = Options.of(options)
    hands = _each(position, "hands", seats, (), _hand)
    roles = _each(position, "roles", seats, DIGGER, _role)
    turn = _turn(position, seats, hands)
    goals, mine = _mine(position)
    none: tuple[tuple[str, ...], ...] = ((),) * seats
    return State(
        options=chosen,
        seeds=seeds,
        round=_round(position),
        phase="play",
        turn=turn,
        last=(turn - 1) % seats,
        passes=0,
        mine=mine,
        goals=goals,
        looked=((),) * seats,
        hands=hands,
        stock=tuple(_card(card) for card in position.get("stock", ())),
        discarded=(),
        buried=none,
        broken=_each(position, "broken", seats, (), _tools),
        roles=roles,
        aside=_aside(roles, chosen),
        gold=_each(position, "gold", seats, 0, int),
        nuggets=tuple(_nugget(value) for value in position.get("nuggets", NUGGETS)),
        offer=(),
    )


def _each(
    position: Mapping[str, Any], field: str, seats: int, left_out: Any, read: Callable[[Any], Any]
) -> tuple[Any, ...]:
    """One value for each seat."""
    given = {seat_at_table(p, seats): read(v) for p, v in position.get(field, {}).items()}
    return tuple(given.get(seat, left_out) for seat in range(seats))


def _turn(position: Mapping[str, Any], seats: int, hands: tuple[tuple[str, ...], ...]) -> Seat:
    """Whose turn it is; who has no card is skipped, as always. (C8)"""
    turn = seat_at_table(position.get("turn", "p1"), seats)
    while any(hands) and not hands[turn]:
        turn = (turn + 1) % seats
    return turn


def _round(position: Mapping[str, Any]) -> int:
    given = position.get("round", 1)
    if given not in range(1, ROUNDS + 1):
        raise ScenarioError(f"no such round: {given}")
    return int(given)


def _card(card: Any) -> str:
    if card not in PATHS and card not in ACTIONS:
        raise ScenarioError(f"no such card: {card}")
    return str(card)


def _hand(cards: Any) -> tuple[str, ...]:
    return tuple(sorted(_card(card) for card in cards))


def _role(role: Any) -> str:
    if role not in (DIGGER, SABOTEUR):
        raise ScenarioError(f"no such role: {role}")
    return str(role)


def _tools(tools: Any) -> tuple[str, ...]:
    if unknown := set(tools) - set(TOOLS):
        raise ScenarioError(f"no such tool: {unknown}")
    return tuple(tool for tool in TOOLS if tool in tools)


def _nugget(value: Any) -> int:
    if value not in NUGGETS:
        raise ScenarioError(f"no such nugget card: {value}")
    return int(value)


def _aside(roles: tuple[str, ...], options: Options) -> tuple[str, ...]:
    """The role that is left over, where the roles are those of a deal. (C2)"""
    if options.saboteurs == "all":
        return ()
    left = Counter(role_pool(len(roles), False)) - Counter(roles)
    return (next(left.elements(), DIGGER),)


def _mine(position: Mapping[str, Any]) -> tuple[tuple[tuple[Cell, str], ...], Mine]:
    """What each goal is, and the mine with its cards in the order laid."""
    tiles = {START_CELL: START}
    for entry in position.get("cards", ()):
        cell, tile = _laid(entry, PATHS)
        _put(tiles, cell, tile, free=cell not in GOAL_CELLS)
    names: dict[Cell, str] = {}
    for entry in position.get("goals", ()):
        cell, tile = _laid(entry.replace(" face-up", ""), GOALS)
        names[cell] = tile.name
        if " face-up" in entry:
            _put(tiles, cell, tile)
    if sorted(names) != sorted(GOAL_CELLS) or len(position.get("goals", ())) != len(names):
        raise ScenarioError("name all three goals, at 8,-2 8,0 8,2")
    hidden = [cell for cell in GOAL_CELLS if cell not in tiles]
    return tuple((cell, names[cell]) for cell in GOAL_CELLS), Mine.of((START_CELL,), tiles, hidden)


def _laid(entry: str, kind: Mapping[str, Any]) -> tuple[Cell, Tile]:
    """`1,0 nes turned` as a cell and what lies there."""
    where, card, *turned = entry.split(" ")
    if card not in kind or turned not in ([], ["turned"]):
        raise ScenarioError(f"no such card: {entry}")
    return read_cell(where), TILES[card, bool(turned)]


def _put(tiles: dict[Cell, Tile], cell: Cell, tile: Tile, free: bool = True) -> None:
    if cell in tiles or not free:
        raise ScenarioError(f"two cards lie at {print_cell(cell)}")
    tiles[cell] = tile


# --- facts ----------------------------------------------------------------------------------------


def fact(progress: Progress[State], words: Sequence[str]) -> bool:
    """Whether a fact holds after a move."""
    state = progress.after
    name, *rest = words
    if name not in FACTS:
        return shared_fact(pieces(state), progress.events, outcome(state), words)
    try:
        return FACTS[name](state, rest)
    except (IndexError, ValueError) as error:
        raise ScenarioError(f"{' '.join(words)}: {error}") from None


def _known(state: State, words: Sequence[str]) -> str | None:
    """What that player's own view says of a goal."""
    goals = dict(view(state, seat_at_table(words[0], state.seats)).goals)
    cell = read_cell(words[1])
    if cell not in goals:
        raise ScenarioError(f"no goal lies at {words[1]}")
    return goals[cell]


def _knows(state: State, words: Sequence[str]) -> bool:
    known, said = _known(state, words), words[2]
    return known is not None and said in (known, known.split("-")[0], GOALS[known])


def _sees(state: State, words: Sequence[str]) -> bool:
    looker, what, other, said = words
    seen = view(state, seat_at_table(looker, state.seats))
    whose = seat_at_table(other, state.seats)
    found = {"gold": seen.gold, "role": seen.roles}[what][whose]
    return (found is None) if said == "hidden" else str(found) == said


FACTS: Mapping[str, Callable[[State, Sequence[str]], bool]] = {
    "knows": _knows,
    "unknown": lambda state, words: _known(state, words) is None,
    "sees": _sees,
    "nuggets": lambda state, words: len(state.nuggets) == number(words[0]),
}
