"""Positions and facts of the classic game, for scenario files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.rng import Seeds
from games.engine.scenario_format import (
    OwnFact,
    ScenarioError,
    cards_of,
    cell_and_words,
    check_fields,
    fact_of_game,
    known_goal,
    parse_number,
    parse_seat,
    per_seat,
    put_card,
    round_of,
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
from games.kinds.classic.rules.rounds import begin_round, outcome
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
    check_fields(position, FIELDS)
    if seats not in PLAYERS:
        raise ScenarioError(f"{seats} players: 3 to 10 can play")
    chosen = Options.of(options, ruleset)
    cards = cards_of(position, seats, CARDS)
    roles = per_seat(position, "roles", seats, DIGGER, _role)
    goals, mine = _mine(position)
    dealt = begin_round(
        chosen,
        seeds,
        round_of(position, ROUNDS),
        turn_of(position, seats, cards["hands"]),
        per_seat(position, "gold", seats, 0, int),
        NUGGETS,
    )
    return dealt._replace(
        **cards,
        mine=mine,
        goals=goals,
        broken=per_seat(position, "broken", seats, (), tools_of),
        roles=roles,
        aside=_aside(roles, chosen),
        nuggets=tuple(_nugget(value) for value in position.get("nuggets", NUGGETS)),
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


def _known(state: State, words: Sequence[str]) -> str | None:
    return known_goal(view(state, parse_seat(words[0], state.seats)).goals, words[1])


def _knows(state: State, words: Sequence[str]) -> bool:
    known, said = _known(state, words), words[2]
    return known is not None and said in (known, known.split("-")[0], GOALS[known])


def _sees(state: State, words: Sequence[str]) -> bool:
    looker, what, other, said = words
    seen = view(state, parse_seat(looker, state.seats))
    whose = parse_seat(other, state.seats)
    found = {"gold": seen.gold, "role": seen.roles}[what][whose]
    return (found is None) if said == "hidden" else str(found) == said


FACTS: Mapping[str, OwnFact[State]] = {
    "knows": _knows,
    "unknown": lambda state, words: _known(state, words) is None,
    "sees": _sees,
    "nuggets": lambda state, words: len(state.nuggets) == parse_number(words[0]),
}
fact = fact_of_game(FACTS, lambda state, words: pieces(state), outcome)
