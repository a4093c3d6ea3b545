"""Positions and facts of the classic game, for scenario files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.notation import read_cell
from games.engine.progress import Progress
from games.engine.rng import Seeds
from games.engine.scenario_format import (
    ScenarioError,
    card_of,
    cell_and_words,
    check_fields,
    hand_of,
    parse_number,
    parse_seat,
    per_seat,
    put_card,
    round_of,
    shared_fact,
    tools_of,
    turn_of,
)
from games.engine.state import Value
from games.engine.tunnels import Cell, Mine, Tile
from games.kinds.classic.rules.cards import (
    CARDS,
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
from games.kinds.classic.rules.rounds import outcome
from games.kinds.classic.rules.rows import pieces
from games.kinds.classic.rules.state import NEWEST, PLAYERS, ROUNDS, Options, Ruleset, State
from games.kinds.classic.rules.view import view

FIELDS = {
    "cards", "goals", "hands", "stock", "roles", "broken", "turn", "round", "gold", "nuggets",
}  # fmt: skip


def position(
    options: Mapping[str, Value],
    seats: int,
    seeds: Seeds,
    position: Mapping[str, Any],
    ruleset: Ruleset = NEWEST,
) -> State:
    """The state that a scenario describes; what it leaves out is empty, whole or full."""
    check_fields(position, FIELDS)
    if seats not in PLAYERS:
        raise ScenarioError(f"{seats} players: 3 to 10 can play")
    chosen = Options.of(options, ruleset)
    hands = per_seat(position, "hands", seats, (), lambda cards: hand_of(cards, CARDS))
    roles = per_seat(position, "roles", seats, DIGGER, _role)
    turn = turn_of(position, seats, hands)
    goals, mine = _mine(position)
    none: tuple[tuple[str, ...], ...] = ((),) * seats
    return State(
        options=chosen,
        seeds=seeds,
        round=round_of(position, ROUNDS),
        phase="play",
        turn=turn,
        last=(turn - 1) % seats,
        passes=0,
        mine=mine,
        goals=goals,
        looked=((),) * seats,
        hands=hands,
        stock=tuple(card_of(card, CARDS) for card in position.get("stock", ())),
        discarded=(),
        buried=none,
        broken=per_seat(position, "broken", seats, (), tools_of),
        roles=roles,
        aside=_aside(roles, chosen),
        gold=per_seat(position, "gold", seats, 0, int),
        nuggets=tuple(_nugget(value) for value in position.get("nuggets", NUGGETS)),
        offer=(),
    )


def _role(role: Any) -> str:
    if role not in (DIGGER, SABOTEUR):
        raise ScenarioError(f"no such role: {role}")
    return str(role)


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
        put_card(tiles, cell, tile, free=cell not in GOAL_CELLS)
    names: dict[Cell, str] = {}
    for entry in position.get("goals", ()):
        cell, tile = _laid(entry.replace(" face-up", ""), GOALS)
        names[cell] = tile.name
        if " face-up" in entry:
            put_card(tiles, cell, tile)
    if sorted(names) != sorted(GOAL_CELLS) or len(position.get("goals", ())) != len(names):
        raise ScenarioError("name all three goals, at 8,-2 8,0 8,2")
    hidden = [cell for cell in GOAL_CELLS if cell not in tiles]
    return tuple((cell, names[cell]) for cell in GOAL_CELLS), Mine.of((START_CELL,), tiles, hidden)


def _laid(entry: str, kind: Mapping[str, Any]) -> tuple[Cell, Tile]:
    """`1,0 nes turned` as a cell and what lies there."""
    cell, (card, *turned) = cell_and_words(entry)
    if card not in kind or turned not in ([], ["turned"]):
        raise ScenarioError(f"no such card: {entry}")
    return cell, TILES[card, bool(turned)]


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
    goals = dict(view(state, parse_seat(words[0], state.seats)).goals)
    cell = read_cell(words[1])
    if cell not in goals:
        raise ScenarioError(f"no goal lies at {words[1]}")
    return goals[cell]


def _knows(state: State, words: Sequence[str]) -> bool:
    known, said = _known(state, words), words[2]
    return known is not None and said in (known, known.split("-")[0], GOALS[known])


def _sees(state: State, words: Sequence[str]) -> bool:
    looker, what, other, said = words
    seen = view(state, parse_seat(looker, state.seats))
    whose = parse_seat(other, state.seats)
    found = {"gold": seen.gold, "role": seen.roles}[what][whose]
    return (found is None) if said == "hidden" else str(found) == said


FACTS: Mapping[str, Callable[[State, Sequence[str]], bool]] = {
    "knows": _knows,
    "unknown": lambda state, words: _known(state, words) is None,
    "sees": _sees,
    "nuggets": lambda state, words: len(state.nuggets) == parse_number(words[0]),
}
