"""Facts and positions of scenario files, as far as they are the same for every game."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from games.engine import notation
from games.engine.moves import TOOLS
from games.engine.pieces import CardPiece, Pieces
from games.engine.progress import Event, Outcome, Progress
from games.engine.state import HasHands
from games.engine.tunnels import Cell, Mine, Tile


class ScenarioError(ValueError):
    """A scenario can't be understood."""


FactWords = Sequence[str]
Fact = Callable[[Pieces, FactWords], bool]


def parse_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ScenarioError(f"not a number: {text!r}") from None


def parse_seat(text: str, seats: int) -> notation.Seat:
    seat = notation.read_seat(text)
    if seat >= seats:
        raise ScenarioError(f"nobody sits at {text}")
    return seat


def shared_fact(
    pieces: Pieces, events: Sequence[Event], outcome: Outcome | None, words: FactWords
) -> bool:
    """Tell whether this fact holds; `events` are those of the last move."""
    name, *rest = words
    if name == "round-over":
        return _round_over(events, rest)
    if name == "game-over":
        return _game_over(outcome, rest)
    if name not in FACTS:
        raise ScenarioError(f"no such fact: {' '.join(words)}")
    try:
        return FACTS[name](pieces, rest)
    except (IndexError, notation.NotationError) as error:
        raise ScenarioError(f"{' '.join(words)}: {error}") from None


def _round_over(events: Sequence[Event], words: FactWords) -> bool:
    ended = [event for event in events if event.kind == "round-ended"]
    return bool(ended) and (not words or [ended[-1].what] == list(words))


def _game_over(outcome: Outcome | None, words: FactWords) -> bool:
    if outcome is None:
        return False
    return not words or sorted(map(notation.read_seat, words)) == sorted(outcome.winners)


def _seats(pieces: Pieces) -> int:
    return 1 + max(value.seat for value in pieces.values)


def _owned(pieces: Pieces, zone: str, words: FactWords) -> list[str]:
    """Return the names of a seat's cards in a zone."""
    return [card.card for card in pieces.zone(zone, parse_seat(words[0], _seats(pieces)))]


def _same(found: Sequence[str], words: FactWords) -> bool:
    """Tell whether exactly these were found, in any order; `none` for nothing."""
    if not words:
        raise ScenarioError("which? say none for none")
    return sorted(found) == ([] if list(words) == ["none"] else sorted(words))


def _broken(pieces: Pieces, words: FactWords) -> bool:
    tools = [card.removeprefix("broken-") for card in _owned(pieces, "tools", words)]
    return _same(tools, words[1:])


def _on_board(pieces: Pieces, cell: str) -> CardPiece | None:
    return next((c for c in pieces.zone("board") if c.cell == notation.read_cell(cell)), None)


def _at(pieces: Pieces, words: FactWords) -> bool:
    cell, card, *turned = words
    if turned not in ([], ["turned"]):
        raise ScenarioError(f"at what? {' '.join(words)}")
    lying = _on_board(pieces, cell)
    if card == "empty" or lying is None:
        return card == "empty" and lying is None
    way = bool(turned) and not notation.looks_the_same_turned(card)
    return lying.face_up and lying.card == card and lying.turned == way


def _goal(pieces: Pieces, words: FactWords) -> CardPiece:
    (cell,) = words
    lying = _on_board(pieces, cell)
    if lying is None:
        raise ScenarioError(f"no card lies at {cell}")
    return lying


def _gold(pieces: Pieces, words: FactWords) -> bool:
    seats = _seats(pieces)
    return pieces.value("gold", seats)[parse_seat(words[0], seats)] == parse_number(words[1])


S = TypeVar("S")
OwnFact = Callable[[S, FactWords], bool]


def fact_of_game(
    own: Mapping[str, OwnFact[S]],
    pieces: Callable[[S, FactWords], Pieces],
    outcome: Callable[[S], Outcome | None],
) -> Callable[[Progress[S], FactWords], bool]:
    """Return the `fact` of a game with facts of its own; scenarios name cards as `pieces` does."""

    def fact(progress: Progress[S], words: FactWords) -> bool:
        state = progress.after
        name, *rest = words
        if name not in own:
            return shared_fact(pieces(state, rest), progress.events, outcome(state), words)
        try:
            return own[name](state, rest)
        except (IndexError, KeyError, ValueError) as error:
            raise ScenarioError(f"{' '.join(words)}: {error}") from None

    return fact


def goal_seen(
    view: Callable[[Any, notation.Seat], Any], state: HasHands, words: FactWords
) -> tuple[str | None, list[str]]:
    """Return what a player's view says of a goal, and the words left."""
    who, where, *said = words
    goals = dict(view(state, parse_seat(who, len(state.hands))).goals)
    cell = notation.read_cell(where)
    if cell not in goals:
        raise ScenarioError(f"no goal lies at {where}")
    return goals[cell], said


def sees(
    view: Callable[[Any, notation.Seat], Any], shown: Mapping[str, Callable[[Any], Sequence[Any]]]
) -> Callable[[Any, FactWords], bool]:
    """Return the fact that a player's view shows another's gold or role as this, or hidden."""

    def fact(state: HasHands, words: FactWords) -> bool:
        looker, what, other, said = words
        seats = len(state.hands)
        found = shown[what](view(state, parse_seat(looker, seats)))[parse_seat(other, seats)]
        return (found is None) if said == "hidden" else str(found) == said

    return fact


FACTS: Mapping[str, Fact] = {
    "turn": lambda rows, words: rows.scalar("turn") == parse_seat(words[0], _seats(rows)),
    "phase": lambda rows, words: rows.scalar("phase") == words[0],
    "round": lambda rows, words: rows.scalar("round") == parse_number(words[0]),
    "hand": lambda rows, words: _same(_owned(rows, "hand", words), words[1:]),
    "hand-size": lambda rows, words: len(_owned(rows, "hand", words)) == parse_number(words[1]),
    "stock": lambda rows, words: len(rows.zone("stock")) == parse_number(words[0]),
    "at": _at,
    "face-up": lambda rows, words: _goal(rows, words).face_up,
    "face-down": lambda rows, words: not _goal(rows, words).face_up,
    "broken": _broken,
    "gold": _gold,
    "set-aside": lambda rows, words: len(rows.zone("aside")) == parse_number(words[0]),
}


PositionData = Mapping[str, Any]
LYING: Final = ("face-up", "turned")


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
    """Read `1,0 nes turned` as a cell and the words after it."""
    if not isinstance(entry, str):
        raise ScenarioError(f"not a text: {entry!r}")
    where, *words = entry.split(" ")
    return notation.read_cell(where), words


class ReadCards(NamedTuple):
    """The functions that read a game's cards on the table."""

    path: Callable[[Cell, str, bool], Tile]
    """Return a path card as it lies there, turned or not."""
    name: Callable[[list[str]], str]
    """Return what a goal is, from its words."""
    goal: Callable[[Cell, str, bool], Tile]
    """Return a face-up goal as it lies there."""


class Position:
    """The position of a scenario file, as far as all games write it alike."""

    def __init__(
        self, given: PositionData, fields: set[str], seats: int, players: Container[int]
    ) -> None:
        if unknown := set(given) - fields:
            raise ScenarioError(f"no such field: {', '.join(sorted(unknown))}")
        if seats not in players:
            raise ScenarioError(f"{seats} players cannot play")
        self.given, self.seats = given, seats

    def entries(self, field: str) -> Sequence[Any]:
        found: Sequence[Any] = self.given.get(field, ())
        return found

    def per_seat(self, field: str, left_out: Any, read: Callable[[Any], Any]) -> tuple[Any, ...]:
        """Return one value for each seat."""
        named = self.given.get(field, {})
        given = {parse_seat(name, self.seats): read(value) for name, value in named.items()}
        return tuple(given.get(seat, left_out) for seat in range(self.seats))

    def turn(self, hands: Sequence[Sequence[str]]) -> notation.Seat:
        """Return the seat on turn; seats without cards are skipped as usual. (C8, D7)"""
        turn = parse_seat(self.given.get("turn", "p1"), self.seats)
        while any(hands) and not hands[turn]:
            turn = (turn + 1) % self.seats
        return turn

    def round(self, rounds: int) -> int:
        given = self.given.get("round", 1)
        if given not in range(1, rounds + 1):
            raise ScenarioError(f"no such round: {given}")
        return int(given)

    def cards(self, kind: Container[str]) -> dict[str, Any]:
        """Return the hands and the stock."""
        return {
            "hands": self.per_seat("hands", (), lambda given: hand_of(given, kind)),
            "stock": tuple(card_of(card, kind) for card in self.entries("stock")),
        }

    def mine(
        self, field: str, bare: Mine, read: ReadCards
    ) -> tuple[tuple[tuple[Cell, str], ...], Mine]:
        """Return what each goal is, and the mine with its cards in the order laid.

        `1,0 nes turned` is a card, `8,0 stone-ne face-up turned` a goal.
        """
        tiles, cells, names = dict(bare.tiles), sorted(bare.hidden), dict[Cell, str]()

        def put(cell: Cell, tile: Tile, free: bool) -> None:
            if cell in tiles or not free:
                raise ScenarioError(f"two cards lie at {notation.print_cell(cell)}")
            tiles[cell] = tile

        for entry in self.entries("cards"):
            cell, (card, *turned) = cell_and_words(entry)
            if turned not in ([], ["turned"]):
                raise ScenarioError(f"no such card: {entry}")
            put(cell, read.path(cell, card, bool(turned)), cell not in cells)
        for entry in self.entries(field):
            cell, words = cell_and_words(entry)
            if cell in names or cell not in cells:
                raise ScenarioError(f"no place for it, or a second one there: {entry}")
            names[cell] = read.name([word for word in words if word not in LYING])
            if "face-up" in words:
                put(cell, read.goal(cell, names[cell], "turned" in words), True)
        if len(names) < len(cells):
            raise ScenarioError(f"name all {field}, at {' '.join(map(notation.print_cell, cells))}")
        hidden = [cell for cell in cells if cell not in tiles]
        return tuple((cell, names[cell]) for cell in cells), Mine.of(bare.starts, tiles, hidden)
