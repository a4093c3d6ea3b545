"""Positions and facts of The Duel and the solo game, for scenario files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.notation import Seat, print_cell, read_cell, read_face
from games.engine.pieces import Pieces
from games.engine.rng import Seeds
from games.engine.scenario_format import (
    OwnFact,
    ScenarioError,
    cards_of,
    cell_and_words,
    check_fields,
    count_of,
    fact_of_game,
    known_goal,
    parse_number,
    parse_seat,
    parse_token,
    per_seat,
    put_card,
    round_of,
    tools_of,
    turn_of,
)
from games.engine.state import Value, without
from games.engine.tunnels import Cell, Mine
from games.kinds.duel.rules.cards import (
    CARDS,
    COLOURS,
    EDITIONS,
    GOALS,
    KEYS,
    goal_face,
    goal_gold,
    goal_name,
    goal_tile,
    is_open,
    path_tile,
)
from games.kinds.duel.rules.rounds import bare_mine, begin_round, colours_of, options_of, outcome
from games.kinds.duel.rules.rows import pieces
from games.kinds.duel.rules.state import ROUNDS, Owned, State
from games.kinds.duel.rules.view import view

FIELDS = {
    "cards", "goals", "hands", "stock", "broken", "turn", "round", "gold", "markers",
    "markers_left", "open", "keys_left", "colours",
}  # fmt: skip
PRINTED = ("door", "gold", "ladder", "troll")


def position_for(
    players: int,
    options: Mapping[str, Value],
    seats: int,
    seeds: Seeds,
    position: Mapping[str, Any],
) -> State:
    check_fields(position, FIELDS)
    if seats != players:
        raise ScenarioError(f"{seats} players: {players} can play")
    chosen = options_of(options, seats)
    colours = _colours(position, colours_of(chosen, None))
    cards = cards_of(position, seats, CARDS)
    markers, opened = _tokens(position, "markers", seats), _tokens(position, "open", seats)
    goals, mine = _mine(position, colours, dict(markers), dict(opened))
    _check_tokens(mine, markers, opened)
    number = round_of(position, ROUNDS)
    dealt = begin_round(
        chosen,
        seeds,
        number,
        colours,
        turn_of(position, seats, cards["hands"]),
        per_seat(position, "gold", seats, (), _gold),
        later=(),
    )
    return dealt._replace(
        **cards,
        mine=mine,
        goals=goals,
        discarded=(),
        broken=per_seat(position, "broken", seats, (), tools_of),
        aside=(),
        markers=markers,
        markers_left=count_of(position, "markers_left", EDITIONS[seats].markers - len(markers)),
        opened=opened,
        keys_left=count_of(position, "keys_left", KEYS - len(opened)),
        later=_later(seeds, [name for _, name in goals], number),
    )


def _colours(position: Mapping[str, Any], left_out: tuple[str, ...]) -> tuple[str, ...]:
    """As given; who is not named has the other colour. Alone, the absent one may be named too."""
    given = per_seat(position, "colours", len(COLOURS), None, str)
    if not any(given):
        return left_out
    colours = tuple(c or next(o for o in COLOURS if o not in given) for c in given)
    if set(colours) != set(COLOURS):
        raise ScenarioError(f"not the colours of this game: {given}")
    return colours[: len(left_out)]


def _gold(cards: Any) -> tuple[int, ...]:
    """The gold cards held; a bare number is that many cards of 1."""
    held = [1] * cards if isinstance(cards, int) else [int(card) for card in cards]
    return tuple(sorted(held, reverse=True))


def _tokens(position: Mapping[str, Any], field: str, seats: int) -> Owned:
    return tuple(sorted(parse_token(entry, seats) for entry in position.get(field, ())))


def _check_tokens(mine: Mine, markers: Owned, opened: Owned) -> None:
    for cell, _ in (*markers, *opened):
        if cell not in mine.tiles:
            raise ScenarioError(f"a token on nothing: {print_cell(cell)}")
    for cell, _ in opened:
        if mine.tiles[cell].face.feature("door") is None:
            raise ScenarioError(f"no door at {print_cell(cell)}")


def _later(seeds: Seeds, laid: Sequence[str], number_of_round: int) -> tuple[str, ...]:
    """Goals for the rounds to come, none of those laid now. (D2)"""
    left = without(GOALS, *(name for name in dict.fromkeys(laid) if name in GOALS))
    return tuple(seeds.game.rng("goals").shuffled(left)[: 6 * (ROUNDS - number_of_round)])


Tokens = Mapping[Cell, Seat]


def _mine(
    position: Mapping[str, Any], colours: tuple[str, ...], marked: Tokens, keyed: Tokens
) -> tuple[tuple[tuple[Cell, str], ...], Mine]:
    """What each goal is, and the mine with its cards in the order laid."""
    cells = EDITIONS[len(colours)].goals
    bare = bare_mine(colours, cells)
    tiles = dict(bare.tiles)
    for entry in position.get("cards", ()):
        cell, card, turned = _laid(entry)
        opened = is_open(card, cell in marked, cell in keyed)
        tile = path_tile(card, turned, colours, opened)
        put_card(tiles, cell, tile, free=cell not in cells)
    names: dict[Cell, str] = {}
    for entry in position.get("goals", ()):
        cell, name, words = _goal(entry)
        if cell in names or cell not in cells:
            raise ScenarioError(f"no place for a goal, or a second one there: {entry}")
        names[cell] = name
        if "face-up" in words:
            put_card(tiles, cell, goal_tile(name, "turned" in words, colours, cell in keyed))
    if set(names) != set(cells):
        raise ScenarioError(f"name all goals, at {' '.join(map(print_cell, cells))}")
    hidden = [cell for cell in cells if cell not in tiles]
    return tuple((cell, names[cell]) for cell in cells), Mine.of(bare.starts, tiles, hidden)


def _laid(entry: str) -> tuple[Cell, str, bool]:
    """`1,0 nw turned` as a cell and what lies there; any face will do."""
    cell, (card, *turned) = cell_and_words(entry)
    if turned not in ([], ["turned"]):
        raise ScenarioError(f"no such card: {entry}")
    _check_face(card)
    return cell, card, bool(turned)


def _check_face(face: str) -> None:
    if any(feature.kind not in PRINTED for feature in read_face(face).features):
        raise ScenarioError(f"no such card in this game: {face}")


def _goal(entry: str) -> tuple[Cell, str, list[str]]:
    """`5,0 nsw+door:green@s 2 face-up turned`: where, what, and how it lies."""
    cell, (face, gold, *words) = cell_and_words(entry)
    if not set(words) <= {"face-up", "turned"}:
        raise ScenarioError(f"a goal how? {entry}")
    _check_face(face)
    return cell, goal_name(face, parse_number(gold)), words


def _by_face(state: State, words: Sequence[str]) -> Pieces:
    """A goal is written by its face alone."""
    rows = pieces(state)
    return rows._replace(cards=tuple(c._replace(card=goal_face(c.card)) for c in rows.cards))


def _known(state: State, words: Sequence[str]) -> str | None:
    return known_goal(view(state, parse_seat(words[0], state.seats)).goals, words[1])


def _knows(state: State, words: Sequence[str]) -> bool:
    known, said = _known(state, words), list(words[2:])
    if known is None or not said:
        return False
    return said in ([goal_face(known)], [goal_face(known), str(goal_gold(known))])


def _sees(state: State, words: Sequence[str]) -> bool:
    looker, what, other, said = words
    if what != "gold":
        raise ScenarioError(f"nobody has a {what} in this game")
    seen = view(state, parse_seat(looker, state.seats))
    return str(sum(seen.gold[parse_seat(other, state.seats)])) == said


def _token(tokens: Owned, state: State, words: Sequence[str]) -> bool:
    """`X,Y pN`: that seat's token lies there; `X,Y none`: none does."""
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
    "unknown": lambda state, words: _known(state, words) is None,
    "sees": _sees,
    "marker": lambda state, words: _token(state.markers, state, words),
    "markers-left": lambda state, words: state.markers_left == parse_number(words[0]),
    "open": lambda state, words: _token(state.opened, state, words),
    "grade": _grade,
}
fact = fact_of_game(FACTS, _by_face, outcome)
