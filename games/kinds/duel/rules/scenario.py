"""Positions and facts of The Duel and the solo game, for scenario files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.notation import Seat, print_cell, read_cell, read_face
from games.engine.pieces import Pieces
from games.engine.rng import Seeds
from games.engine.scenario_format import (
    OwnFact,
    Position,
    ReadCards,
    ScenarioError,
    cell_and_words,
    fact_of_game,
    goal_seen,
    parse_number,
    parse_seat,
    sees,
    tools_of,
)
from games.engine.state import Value, without
from games.engine.tunnels import Cell, Mine, Tile
from games.kinds.duel.rules import cards
from games.kinds.duel.rules.rounds import bare_mine, begin_round, colours_of, options_of, outcome
from games.kinds.duel.rules.rows import pieces
from games.kinds.duel.rules.state import ROUNDS, Owned, State
from games.kinds.duel.rules.view import view

FIELDS = {
    "cards", "goals", "hands", "stock", "broken", "turn", "round", "gold", "markers",
    "markers_left", "open", "keys_left", "colours",
}  # fmt: skip
Tokens = Mapping[Cell, Seat]
PRINTED = ("door", "gold", "ladder", "troll")


def position_for(
    players: int,
    options: Mapping[str, Value],
    seats: int,
    seeds: Seeds,
    position: Mapping[str, Any],
) -> State:
    given = Position(position, FIELDS, seats, (players,))
    chosen = options_of(options, seats)
    colours = _colours(given, colours_of(chosen, None))
    held = given.cards(cards.CARDS)
    markers, opened = _tokens(given, "markers"), _tokens(given, "open")
    bare = bare_mine(colours, cards.EDITIONS[seats].goals)
    read = _read_cards(colours, dict(markers), dict(opened))
    goals, mine = given.mine("goals", bare, read)
    _check_tokens(mine, markers, opened)
    number = given.round(ROUNDS)
    dealt = begin_round(
        chosen,
        seeds,
        number,
        colours,
        given.turn(held["hands"]),
        given.per_seat("gold", (), _gold),
        later=(),
    )
    return dealt._replace(
        **held,
        mine=mine,
        goals=goals,
        discarded=(),
        broken=given.per_seat("broken", (), tools_of),
        aside=(),
        markers=markers,
        markers_left=_count(given, "markers_left", cards.EDITIONS[seats].markers - len(markers)),
        opened=opened,
        keys_left=_count(given, "keys_left", cards.KEYS - len(opened)),
        later=_later(seeds, [name for _, name in goals], number),
    )


def _colours(given: Position, left_out: tuple[str, ...]) -> tuple[str, ...]:
    """Return the colours given; an unnamed seat gets the other one, even an absent seat."""
    named = Position(given.given, FIELDS, len(cards.COLOURS), (2,)).per_seat("colours", None, str)
    if not any(named):
        return left_out
    colours = tuple(c or next(o for o in cards.COLOURS if o not in named) for c in named)
    if set(colours) != set(cards.COLOURS):
        raise ScenarioError(f"not the colours of this game: {named}")
    return colours[: len(left_out)]


def _gold(given: Any) -> tuple[int, ...]:
    """Return the gold cards held; a bare number is that many cards of 1."""
    held = [1] * given if isinstance(given, int) else [int(card) for card in given]
    return tuple(sorted(held, reverse=True))


def _tokens(given: Position, field: str) -> Owned:
    """Read tokens like `3,0 p1`: a cell, and the seat that laid it."""
    split = [cell_and_words(entry) for entry in given.entries(field)]
    return tuple(sorted((cell, parse_seat(owner, given.seats)) for cell, (owner,) in split))


def _count(given: Position, field: str, left_out: int) -> int:
    return parse_number(str(given.given.get(field, left_out)))


def _check_tokens(mine: Mine, markers: Owned, opened: Owned) -> None:
    for cell, _ in (*markers, *opened):
        if cell not in mine.tiles:
            raise ScenarioError(f"a token on nothing: {print_cell(cell)}")
    for cell, _ in opened:
        if mine.tiles[cell].face.feature("door") is None:
            raise ScenarioError(f"no door at {print_cell(cell)}")


def _later(seeds: Seeds, laid: Sequence[str], number_of_round: int) -> tuple[str, ...]:
    """Return goals for later rounds, none of those laid now. (D2)"""
    left = without(cards.GOALS, *(name for name in dict.fromkeys(laid) if name in cards.GOALS))
    return tuple(seeds.game.rng("goals").shuffled(left)[: 6 * (ROUNDS - number_of_round)])


def _read_cards(colours: tuple[str, ...], marked: Tokens, keyed: Tokens) -> ReadCards:
    """Return readers that accept any face."""

    def path(cell: Cell, card: str, turned: bool) -> Tile:
        opened = cards.is_open(card, cell in marked, cell in keyed)
        return cards.path_tile(_face(card), turned, colours, opened)

    def goal(cell: Cell, name: str, turned: bool) -> Tile:
        return cards.goal_tile(name, turned, colours, cell in keyed)

    return ReadCards(path, _goal_name, goal)


def _face(text: str) -> str:
    if any(feature.kind not in PRINTED for feature in read_face(text).features):
        raise ScenarioError(f"no such card in this game: {text}")
    return text


def _goal_name(words: list[str]) -> str:
    """Name a goal like `nsw+door:green@s 2`."""
    face, gold = words
    return cards.goal_name(_face(face), parse_number(gold))


def _by_face(state: State, words: Sequence[str]) -> Pieces:
    """Name a goal by its face alone."""
    rows = pieces(state)
    return rows._replace(cards=tuple(c._replace(card=cards.goal_face(c.card)) for c in rows.cards))


def _knows(state: State, words: Sequence[str]) -> bool:
    known, said = goal_seen(view, state, words)
    if known is None or not said:
        return False
    return said in ([cards.goal_face(known)], [cards.goal_face(known), str(cards.goal_gold(known))])


def _token(tokens: Owned, state: State, words: Sequence[str]) -> bool:
    """Check `X,Y pN`: that seat's token lies there; `X,Y none`: no token does."""
    where, whose = words
    owner = dict(tokens).get(read_cell(where))
    if whose == "none":
        return owner is None
    return owner == parse_seat(whose, state.seats)


def _grade(state: State, words: Sequence[str]) -> bool:
    ended = outcome(state)
    return ended is not None and ended.grade == parse_number(words[0])


FACTS: Mapping[str, OwnFact[State]] = {
    "knows": _knows,
    "unknown": lambda state, words: goal_seen(view, state, words)[0] is None,
    "sees": sees(view, {"gold": lambda seen: [sum(gold) for gold in seen.gold]}),
    "marker": lambda state, words: _token(state.markers, state, words),
    "markers-left": lambda state, words: state.markers_left == parse_number(words[0]),
    "open": lambda state, words: _token(state.opened, state, words),
    "grade": _grade,
}
fact = fact_of_game(FACTS, _by_face, outcome)
