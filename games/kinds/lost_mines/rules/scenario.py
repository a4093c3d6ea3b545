"""Positions and facts of The Lost Mines, for scenario files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine.notation import Joint, Seat, print_cell, read_cell, read_face, read_joint
from games.engine.pieces import Pieces
from games.engine.rng import Seeds
from games.engine.scenario_format import (
    OwnFact,
    Position,
    PositionData,
    ReadCards,
    ScenarioError,
    card_of,
    fact_of_game,
    parse_number,
    parse_seat,
    sees,
)
from games.engine.state import Value
from games.engine.tunnels import Cell, Mine, Tile
from games.kinds.lost_mines.rules import cards
from games.kinds.lost_mines.rules.rounds import bare_mine, begin_round, next_turn, outcome
from games.kinds.lost_mines.rules.rows import pieces
from games.kinds.lost_mines.rules.state import PLAYERS, Options, State, Trolls
from games.kinds.lost_mines.rules.view import view

FIELDS = {
    "cards", "mines", "dwarfs", "clans", "overcome", "traps", "trolls", "treasures_left",
    "treasures", "dragon", "hands", "stock", "turn", "round", "gold",
}  # fmt: skip
PRINTED = (*cards.OBSTACLES, "plateau", "campfire")


def position(
    options: Mapping[str, Value], seats: int, seeds: Seeds, position: PositionData
) -> State:
    given = Position(position, FIELDS, seats, PLAYERS)
    chosen = Options.of(options)
    turn = parse_seat(position.get("turn", "p1"), seats)
    mines, mine = given.mine("mines", bare_mine(), READ_CARDS)
    dwarfs = _clans(given)
    clans = tuple(clan for clan, _ in dwarfs)
    treasures, takers = _treasures(given)
    number, gold = given.round(chosen.rounds), given.per_seat("gold", 0, int)
    state = begin_round(chosen, seeds, number, turn, gold)._replace(
        **given.cards(cards.CARDS),
        mine=mine,
        mines=mines,
        clans=clans,
        characters=tuple(character for _, character in dwarfs),
        spare=(),
        dwarfs=_dwarfs(given, clans, mine),
        overcome=_overcome(given, mine),
        traps=tuple(sorted(read_joint(entry) for entry in given.entries("traps"))),
        trolls=_trolls(given),
        dragon=parse_seat(position["dragon"], seats) if "dragon" in position else None,
        kinds=tuple(kind for kind, _ in treasures),
        values=tuple(value for _, value in treasures),
        takers=takers,
        unused=(),
        aside=(),
    )
    skipped = any(state.hands) and not state.hands[turn]
    return next_turn(state, []) if skipped else state  # a seat without cards is out (L9)


def _clans(given: Position) -> list[tuple[str, str]]:
    """Return each seat's clan and character; by default loyal, blue and yellow in turn."""
    clans = given.per_seat("clans", None, _dwarf_card)
    return [card or (cards.CLANS[seat % 2], cards.LOYAL) for seat, card in enumerate(clans)]


def _dwarf_card(words: Any) -> tuple[str, str]:
    clan, character = str(words).split(" ")
    if clan not in cards.CLANS or character not in cards.CHARACTERS:
        raise ScenarioError(f"no such dwarf: {words}")
    return clan, character


def _dwarfs(given: Position, clans: tuple[str, ...], mine: Mine) -> tuple[Cell, ...]:
    dwarfs = given.per_seat("dwarfs", None, read_cell)
    cells = tuple(cell or cards.STARTS[clan] for cell, clan in zip(dwarfs, clans, strict=True))
    for cell in cells:
        if cell not in mine.tiles:
            raise ScenarioError(f"a dwarf on nothing: {print_cell(cell)}")
    return cells


def _overcome(given: Position, mine: Mine) -> tuple[Cell, ...]:
    cells = tuple(sorted(read_cell(entry) for entry in given.entries("overcome")))
    for cell in cells:
        if cell not in mine.tiles or cards.feature(mine.tiles[cell].name) not in cards.OBSTACLES:
            raise ScenarioError(f"no obstacle at {print_cell(cell)}")
    return cells


def _trolls(given: Position) -> Trolls:
    """Read trolls like `2,2/e p3`: the joint, and the seat that set it."""
    found: list[tuple[Joint, Seat]] = []
    for entry in given.entries("trolls"):
        joint, owner = entry.split(" ")
        found.append((read_joint(joint), parse_seat(owner, given.seats)))
    return tuple(sorted(found))


Treasure = tuple[str, int]


def _treasures(given: Position) -> tuple[list[Treasure], tuple[Seat | None, ...]]:
    """Return the treasures left, numbered from 1; then those taken, by seat."""
    left = [_treasure(entry) for entry in given.entries("treasures_left")]
    taken = given.per_seat("treasures", (), lambda own: [*map(_treasure, own)])
    takers = [seat for seat, own in enumerate(taken) for _ in own]
    all_of_them = [*left, *(treasure for own in taken for treasure in own)]
    return all_of_them, (*([None] * len(left)), *takers)


def _treasure(entry: Any) -> Treasure:
    kind, value = str(entry).split(" ")
    if kind not in cards.TREASURES:
        raise ScenarioError(f"no such treasure: {entry}")
    return kind, parse_number(value)


def _path(cell: Cell, card: str, turned: bool) -> Tile:
    """Return a path card; any face is allowed."""
    features = read_face(card).features
    if cell not in cards.BOARD or any(found.kind not in PRINTED for found in features):
        raise ScenarioError(f"no such card in this game, or no such cell: {card}")
    return cards.path_tile(card, turned)


def _kind(words: list[str]) -> str:
    (kind,) = words
    return card_of(kind, cards.MINES)


READ_CARDS: Final = ReadCards(
    _path, _kind, lambda cell, kind, turned: cards.MINE_TILES[kind, turned]
)


def _by_face(state: State, words: Sequence[str]) -> Pieces:
    """Name a mine by its face, unless the fact names its kind."""
    rows = pieces(state)
    shown = {name: face for name, face in cards.MINES.items() if name not in words}
    return rows._replace(
        cards=tuple(
            card._replace(card=shown.get(card.card, card.card)) if card.zone == "board" else card
            for card in rows.cards
        )
    )


KnownValue = Value | None


def _known(state: State, words: Sequence[str]) -> tuple[KnownValue, list[str]]:
    """Return what a player's view says of a mine, treasure or dwarf; and the words left."""
    seen = view(state, parse_seat(words[0], state.seats))
    if words[1] == "treasure":
        at = parse_number(words[2])
        if not 1 <= at <= len(seen.values):
            raise ScenarioError(f"no such treasure: {at}")
        return seen.values[at - 1], list(words[3:])
    if words[1] == "dwarf":
        return seen.characters[parse_seat(words[2], state.seats)], list(words[3:])
    cell = read_cell(words[1])
    if cell not in dict(seen.mines):
        raise ScenarioError(f"no mine lies at {words[1]}")
    return dict(seen.mines)[cell], list(words[2:])


def _knows(state: State, words: Sequence[str]) -> bool:
    known, (said,) = _known(state, words)
    return known is not None and said in (str(known), cards.MINES.get(str(known)))


def _dwarf(state: State, words: Sequence[str]) -> bool:
    who, where = words
    return state.dwarfs[parse_seat(who, state.seats)] == read_cell(where)


def _troll(state: State, words: Sequence[str]) -> bool:
    """Check `2,2/e`, and perhaps the troll's owner."""
    where, *owner = words
    found = dict(state.trolls).get(read_joint(where))
    if owner:
        return found == parse_seat(owner[0], state.seats)
    return found is not None


def _no_token(state: State, words: Sequence[str]) -> bool:
    joint = read_joint(words[0])
    return joint not in state.traps and joint not in dict(state.trolls)


def _count(state: State, words: Sequence[str]) -> bool:
    return state.takers.count(parse_seat(words[0], state.seats)) == parse_number(words[1])


def _dragon(state: State, words: Sequence[str]) -> bool:
    if words[0] == "none":
        return state.dragon is None
    return state.dragon == parse_seat(words[0], state.seats)


FACTS: Mapping[str, OwnFact[State]] = {
    "knows": _knows,
    "unknown": lambda state, words: _known(state, words)[0] is None,
    "sees": sees(view, {"gold": lambda seen: seen.gold, "role": lambda seen: seen.characters}),
    "dwarf": _dwarf,
    "overcome": lambda state, words: read_cell(words[0]) in state.overcome,
    "trap": lambda state, words: read_joint(words[0]) in state.traps,
    "troll": _troll,
    "no-token": _no_token,
    "treasures": _count,
    "dragon": _dragon,
}
fact = fact_of_game(FACTS, _by_face, outcome)
