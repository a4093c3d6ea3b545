"""Reading moves: one notation for all games, put together from the grammar of each.

Reading says whether a text is a move at all. Whether the game has such a card, and whether the move
may be made now, is for the rules of the game. A game knows its own moves only: a well-written move
of another game comes to it as an `OtherGamesMove`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, Literal, Protocol, TypeVar

from games.mine.moves import Move, OtherGamesCard, OtherGamesMove, Place, split_bribes
from games.mine.notation import NotationError, read_card, read_face

M = TypeVar("M", bound=Move)
M_co = TypeVar("M_co", bound=Move, covariant=True)
K = TypeVar("K")
T = TypeVar("T")

Target = Literal["player", "cell", "joint", "choice"]
"""What an action card is played on; `choice`: on one of several things that a word names."""
ReadWords = Callable[[list[str]], Move]
"""Reads what follows the verb."""
ReadPlay = Callable[[str, list[str]], Move]
"""Reads how an action card is played: the card, and what follows `on` or `at`. Of a choice: the
word that names it, and the rest."""


@dataclass(frozen=True, slots=True)
class Grammar(Generic[M_co]):
    """How one game's moves are written."""

    moves: tuple[type[M_co], ...]
    verbs: Mapping[str, ReadWords]
    """The words that its moves begin with, besides `place` and `play`, which all games have."""
    plays: Mapping[Target, ReadPlay]
    """How its action cards are played."""
    cards: Mapping[str, Target]
    """Its action cards, or how their names begin (`fix-`), and what they are played on."""


class HasGrammar(Protocol[M_co]):
    """The rules of a game, as far as reading asks for them."""

    @property
    def GRAMMAR(self) -> Grammar[M_co]: ...  # noqa: N802


class Language:
    """The notation that these games share."""

    def __init__(self, grammars: Iterable[Grammar[Move]]) -> None:
        found = tuple(grammars)
        self._plays: Final = _merged(grammar.plays for grammar in found)
        self._cards: Final = _merged(grammar.cards for grammar in found)
        own: dict[str, ReadWords] = {"place": self._read_place, "play": self._read_play}
        self._verbs: Final = _merged([own, *(grammar.verbs for grammar in found)])

    @property
    def verbs(self) -> frozenset[str]:
        """The words that moves begin with."""
        return frozenset(self._verbs)

    def read(self, rules: HasGrammar[M], text: str) -> M | OtherGamesMove:
        """The move of this game that is written so; `NotationError` if no game has such a move."""
        verb, *words = text.split(" ")
        if verb not in self._verbs:
            raise NotationError(f"not a move: {text!r}")
        try:
            move = self._verbs[verb](words)
        except NotationError as error:
            raise NotationError(f"not a move: {text!r} ({error})") from None
        except (ValueError, IndexError):
            raise NotationError(f"not a move: {text!r}") from None
        if isinstance(move, rules.GRAMMAR.moves):
            return move
        other = OtherGamesCard if verb == "play" else OtherGamesMove
        return other(move.written())

    def _read_place(self, words: list[str]) -> Move:
        return Place.read(words, lambda card: self._target(card) is not None)

    def _read_play(self, words: list[str]) -> Move:
        card, how, *rest = words
        _not_a_path_card(read_card(card))
        target = self._target(card)
        if how == "at":
            return self._read_play_at(card, rest, target)
        if how == "on":
            if target not in (None, "player"):
                raise NotationError(f"{card} is not played on a player")
            return self._reader("player")(card, rest)
        (named,) = rest
        if target != "choice":
            raise NotationError("played how?")
        return self._reader("choice")(card, [how, named])

    def _read_play_at(self, card: str, words: list[str], target: Target | None) -> Move:
        if target in ("player", "choice"):
            raise NotationError(f"{card} is not played on a cell")
        (where,), bribes = split_bribes(words)
        if "/" in where:
            if target == "cell" or bribes:
                raise NotationError(f"{card} is not played on a joint")
            return self._reader("joint")(card, words)
        if target == "joint":
            raise NotationError(f"{card} is played on a joint")
        return self._reader("cell")(card, words)

    def _reader(self, target: Target) -> ReadPlay:
        if target not in self._plays:
            raise NotationError("played how?")
        return self._plays[target]

    def _target(self, card: str) -> Target | None:
        """What a card is played on; None for a card that no game has, or a path card."""
        family, dash, _ = card.partition("-")
        return self._cards.get(card) or self._cards.get(family + dash)


def _merged(parts: Iterable[Mapping[K, T]]) -> dict[K, T]:
    """All of these in one; what two games say of the same thing must be the same."""
    found: dict[K, T] = {}
    for part in parts:
        for key, value in part.items():
            if found.setdefault(key, value) != value:
                raise ValueError(f"two games read {key} differently")
    return found


def _not_a_path_card(card: str) -> None:
    try:
        read_face(card)
    except NotationError:
        return
    raise NotationError(f"{card} is a path card: place it")
