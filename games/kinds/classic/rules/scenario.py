"""Positions and facts of the classic game, for scenario files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.rng import Seeds
from games.engine.scenario_format import (
    OwnFact,
    Position,
    ReadCards,
    ScenarioError,
    card_of,
    fact_of_game,
    goal_seen,
    parse_number,
    sees,
    tools_of,
)
from games.engine.state import Value
from games.engine.tunnels import Cell, Tile
from games.kinds.classic.rules import cards
from games.kinds.classic.rules.rounds import BARE_MINE, begin_round, outcome
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
    given = Position(position, FIELDS, seats, PLAYERS)
    chosen = Options.of(options, ruleset)
    held = given.cards(cards.CARDS)
    roles = given.per_seat("roles", cards.DIGGER, _role)
    goals, mine = given.mine("goals", BARE_MINE, READ_CARDS)
    dealt = begin_round(
        chosen,
        seeds,
        given.round(ROUNDS),
        given.turn(held["hands"]),
        given.per_seat("gold", 0, int),
        cards.NUGGETS,
    )
    return dealt._replace(
        **held,
        mine=mine,
        goals=goals,
        broken=given.per_seat("broken", (), tools_of),
        roles=roles,
        aside=_aside(roles, chosen),
        nuggets=tuple(_nugget(value) for value in position.get("nuggets", cards.NUGGETS)),
    )


def _role(role: Any) -> str:
    if role not in (cards.DIGGER, cards.SABOTEUR):
        raise ScenarioError(f"no such role: {role}")
    return str(role)


def _nugget(value: Any) -> int:
    if value not in cards.NUGGETS:
        raise ScenarioError(f"no such nugget card: {value}")
    return int(value)


def _aside(roles: tuple[str, ...], options: Options) -> tuple[str, ...]:
    """Return the role left over, if the roles are those of a deal. (C2)"""
    if options.saboteurs == "all":
        return ()
    left = Counter(cards.role_pool(len(roles), False)) - Counter(roles)
    return (next(left.elements(), cards.DIGGER),)


def _path(cell: Cell, card: str, turned: bool) -> Tile:
    return cards.TILES[card_of(card, cards.PATHS), turned]


def _name(words: list[str]) -> str:
    (name,) = words
    return card_of(name, cards.GOALS)


READ_CARDS: Final = ReadCards(_path, _name, lambda cell, name, turned: cards.TILES[name, turned])


def _knows(state: State, words: Sequence[str]) -> bool:
    known, (said,) = goal_seen(view, state, words)
    return known is not None and said in (known, known.split("-")[0], cards.GOALS[known])


FACTS: Mapping[str, OwnFact[State]] = {
    "knows": _knows,
    "unknown": lambda state, words: goal_seen(view, state, words)[0] is None,
    "sees": sees(view, {"gold": lambda seen: seen.gold, "role": lambda seen: seen.roles}),
    "nuggets": lambda state, words: len(state.nuggets) == parse_number(words[0]),
}
fact = fact_of_game(FACTS, lambda state, words: pieces(state), outcome)
