"""Moves as values, each next to its parser, and the notation of all games.

Moves are interned: the lists of legal moves share their objects, and moves with the same notation
are equal. A game's own moves are in its `rules/moves.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Generic, Literal, Protocol, TypeVar

from games.engine import notation
from games.engine.tunnels import Cell

TOOLS = ("pick", "lantern", "cart")


class Move(Protocol):
    def written(self) -> str:
        """Return the notation of this move."""


@dataclass(frozen=True, slots=True)
class UnsupportedMove:
    """A well-formed move that this game doesn't have."""

    text: str

    def written(self) -> str:
        return self.text


class UnsupportedCard(UnsupportedMove):
    """An action card used in a way that this game doesn't have."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a path card; in the Duel perhaps bribe trolls that this brings within reach."""

    card: str
    cell: Cell
    turned: bool = False
    bribes: tuple[Cell, ...] = ()

    def written(self) -> str:
        at, turned = notation.print_cell(self.cell), " turned" if self.turned else ""
        return f"place {self.card} at {at}{turned}{_and_bribes(self.bribes)}"

    @staticmethod
    def read(words: list[str], is_action_card: Callable[[str], bool]) -> Place:
        (card, at, cell, *turned), bribes = split_bribes(words)
        notation.expect([at], "at")
        if turned:
            notation.expect(turned, "turned")
        if is_action_card(card):
            raise notation.NotationError(f"{card} is not a path card")
        plain = place(notation.read_card(card), notation.read_cell(cell), bool(turned))
        return Place(plain.card, plain.cell, plain.turned, bribes) if bribes else plain


@lru_cache(maxsize=2**16)
def place(card: str, cell: Cell, turned: bool = False) -> Place:
    """Return the interned placement; a card that looks the same both ways is never turned."""
    return Place(card, cell, turned and not notation.looks_the_same_turned(card))


@dataclass(frozen=True, slots=True)
class Orient:
    """Lay a goal just turned over as it is, or after a half turn."""

    cell: Cell
    turned: bool

    def written(self) -> str:
        return f"orient {notation.print_cell(self.cell)} {'turned' if self.turned else 'as-is'}"

    @staticmethod
    def read(words: list[str]) -> Orient:
        cell, way = words
        if way not in ("as-is", "turned"):
            raise notation.NotationError("as-is or turned?")
        return Orient(notation.read_cell(cell), way == "turned")


@dataclass(frozen=True, slots=True)
class Discard:
    """Pass, and discard cards face down."""

    cards: tuple[str, ...]

    def written(self) -> str:
        return f"discard {' '.join(self.cards)}"

    @staticmethod
    def read(words: list[str]) -> Discard:
        if not words:
            raise notation.NotationError("discard what?")
        return discard(*(notation.read_card(card) for card in words))


@lru_cache(maxsize=2**10)
def discard(*cards: str) -> Discard:
    return Discard(tuple(sorted(cards)))


@dataclass(frozen=True, slots=True)
class Break:
    """Break a player's tool."""

    card: str
    seat: notation.Seat

    def written(self) -> str:
        return f"play {self.card} on {notation.print_seat(self.seat)}"


@dataclass(frozen=True, slots=True)
class Repair:
    """Repair a player's broken tool."""

    card: str
    seat: notation.Seat
    tool: str

    def written(self) -> str:
        return f"play {self.card} on {notation.print_seat(self.seat)} {self.tool}"


def read_on_player(card: str, words: list[str]) -> Break | Repair:
    """Parse a break or a repair; a repair card with only one tool need not name it."""
    seat = notation.read_seat(words[0])
    if card.startswith("fix-"):
        return Repair(card, seat, read_tool(words[1:] or card.split("-")[1:]))
    notation.expect(words[1:])
    return Break(card, seat)


def read_tool(words: list[str]) -> str:
    if len(words) != 1 or words[0] not in TOOLS:
        raise notation.NotationError("which tool?")
    return words[0]


@dataclass(frozen=True, slots=True)
class PlayAt:
    """Play an action card on a cell; in the Duel perhaps bribe trolls that come within reach."""

    card: str
    cell: Cell
    bribes: tuple[Cell, ...] = ()

    def written(self) -> str:
        return f"play {self.card} at {notation.print_cell(self.cell)}{_and_bribes(self.bribes)}"

    @staticmethod
    def read(card: str, words: list[str]) -> PlayAt:
        (where,), bribes = split_bribes(words)
        cell = notation.read_cell(where)
        return PlayAt(card, cell, bribes) if bribes else play_at(card, cell)


@lru_cache(maxsize=2**14)
def play_at(card: str, cell: Cell) -> PlayAt:
    return PlayAt(card, cell)


def split_bribes(words: list[str]) -> tuple[list[str], tuple[Cell, ...]]:
    """Split off the cells after `and bribe`."""
    if "and" not in words:
        return words, ()
    at = words.index("and")
    notation.expect(words[at + 1 : at + 2], "bribe")
    cells = tuple(notation.read_cell(word) for word in words[at + 2 :])
    if not cells:
        raise notation.NotationError("bribe what?")
    return words[:at], cells


def _and_bribes(bribes: tuple[Cell, ...]) -> str:
    return " and bribe " + " ".join(map(notation.print_cell, bribes)) if bribes else ""


M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)
K = TypeVar("K")
T = TypeVar("T")

Target = Literal["player", "cell", "joint", "choice"]
"""The target of an action card; `choice`: one of several targets, named by a word."""
ReadWords = Callable[[list[str]], Move]
"""Parses what follows the verb."""
ReadPlay = Callable[[str, list[str]], Move]
"""Parses the play of an action card from the card and what follows `on` or `at`; for a `choice`,
from its word and the rest."""


@dataclass(frozen=True, slots=True)
class Grammar(Generic[M_co]):
    """The notation of one game's moves."""

    moves: tuple[type[M_co], ...]
    verbs: Mapping[str, ReadWords]
    """Parsers by the first word of a move, besides `place` and `play`, which all games have."""
    plays: Mapping[Target, ReadPlay]
    """Parsers for action cards by target."""
    cards: Mapping[str, Target]
    """Action cards, or prefixes of their names (`fix-`), and their targets."""


class HasGrammar(Protocol[M_co]):
    """The part of a game's rules that parsing needs."""

    @property
    def grammar(self) -> Grammar[M_co]: ...


class Language:
    """The notation that the games share."""

    def __init__(self, grammars: Iterable[Grammar[Move]]) -> None:
        found = tuple(grammars)
        self._plays: Final = _merged(grammar.plays for grammar in found)
        self._cards: Final = _merged(grammar.cards for grammar in found)
        own: dict[str, ReadWords] = {"place": self._read_place, "play": self._read_play}
        self._verbs: Final = _merged([own, *(grammar.verbs for grammar in found)])

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset(self._verbs)

    def read(self, rules: HasGrammar[M], text: str) -> M | UnsupportedMove:
        """Parse a move for this game. Raises NotationError if no game has such a move."""
        verb, *words = text.split(" ")
        if verb not in self._verbs:
            raise notation.NotationError(f"not a move: {text!r}")
        try:
            move = self._verbs[verb](words)
        except notation.NotationError as error:
            raise notation.NotationError(f"not a move: {text!r} ({error})") from None
        except (ValueError, IndexError):
            raise notation.NotationError(f"not a move: {text!r}") from None
        if isinstance(move, rules.grammar.moves):
            return move
        other = UnsupportedCard if verb == "play" else UnsupportedMove
        return other(move.written())

    def _read_place(self, words: list[str]) -> Move:
        return Place.read(words, lambda card: self._target(card) is not None)

    def _read_play(self, words: list[str]) -> Move:
        card, how, *rest = words
        _not_a_path_card(notation.read_card(card))
        target = self._target(card)
        if how == "at":
            return self._read_play_at(card, rest, target)
        if how == "on":
            if target not in (None, "player"):
                raise notation.NotationError(f"{card} is not played on a player")
            return self._reader("player")(card, rest)
        (named,) = rest
        if target != "choice":
            raise notation.NotationError("played how?")
        return self._reader("choice")(card, [how, named])

    def _read_play_at(self, card: str, words: list[str], target: Target | None) -> Move:
        if target in ("player", "choice"):
            raise notation.NotationError(f"{card} is not played on a cell")
        (where,), bribes = split_bribes(words)
        if "/" in where:
            if target == "cell" or bribes:
                raise notation.NotationError(f"{card} is not played on a joint")
            return self._reader("joint")(card, words)
        if target == "joint":
            raise notation.NotationError(f"{card} is played on a joint")
        return self._reader("cell")(card, words)

    def _reader(self, target: Target) -> ReadPlay:
        if target not in self._plays:
            raise notation.NotationError("played how?")
        return self._plays[target]

    def _target(self, card: str) -> Target | None:
        """Return the target of an action card; None for path cards and unknown cards."""
        family, dash, _ = card.partition("-")
        return self._cards.get(card) or self._cards.get(family + dash)


def _merged(parts: Iterable[Mapping[K, T]]) -> dict[K, T]:
    """Merge mappings; entries with the same key must be equal."""
    found: dict[K, T] = {}
    for part in parts:
        for key, value in part.items():
            if found.setdefault(key, value) != value:
                raise ValueError(f"two games read {key} differently")
    return found


def _not_a_path_card(card: str) -> None:
    try:
        notation.read_face(card)
    except notation.NotationError:
        return
    raise notation.NotationError(f"{card} is a path card: place it")
