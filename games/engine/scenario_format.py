"""The facts of scenario files that are the same for every game, answered from the pieces.

A game adds its own: `fact(progress, words)` of a game looks there first, then here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.mine.events import Event
from games.mine.notation import NotationError, Seat, looks_the_same_turned, read_cell, read_seat
from games.mine.pieces import CardPiece, Pieces
from games.mine.progress import Outcome


class ScenarioError(ValueError):
    """A scenario says something that cannot be understood."""


Words = Sequence[str]
Fact = Callable[[Pieces, Words], bool]


def number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ScenarioError(f"not a number: {text!r}") from None


def seat_at_table(text: str, seats: int) -> Seat:
    """A seat of this table."""
    seat = read_seat(text)
    if seat >= seats:
        raise ScenarioError(f"nobody sits at {text}")
    return seat


def shared_fact(
    pieces: Pieces, events: Sequence[Event], outcome: Outcome | None, words: Words
) -> bool:
    """Whether this fact holds; `events` are those of the last move."""
    name, *rest = words
    if name == "round-over":
        return _round_over(events, rest)
    if name == "game-over":
        return _game_over(outcome, rest)
    if name not in FACTS:
        raise ScenarioError(f"no such fact: {' '.join(words)}")
    try:
        return FACTS[name](pieces, rest)
    except (IndexError, NotationError) as error:
        raise ScenarioError(f"{' '.join(words)}: {error}") from None


def _round_over(events: Sequence[Event], words: Words) -> bool:
    ended = [event for event in events if event.kind == "round-ended"]
    return bool(ended) and (not words or [ended[-1].what] == list(words))


def _game_over(outcome: Outcome | None, words: Words) -> bool:
    if outcome is None:
        return False
    return not words or sorted(map(read_seat, words)) == sorted(outcome.winners)


def _seats(pieces: Pieces) -> int:
    return 1 + max(value.seat for value in pieces.values)


def _owned(pieces: Pieces, zone: str, words: Words) -> list[str]:
    """The names of what a seat has in a zone."""
    return [card.card for card in pieces.zone(zone, seat_at_table(words[0], _seats(pieces)))]


def _same(found: Sequence[str], words: Words) -> bool:
    """Exactly these, in any order; `none` for nothing."""
    if not words:
        raise ScenarioError("which? say none for none")
    return sorted(found) == ([] if list(words) == ["none"] else sorted(words))


def _hand(pieces: Pieces, words: Words) -> bool:
    return _same(_owned(pieces, "hand", words), words[1:])


def _hand_size(pieces: Pieces, words: Words) -> bool:
    return len(_owned(pieces, "hand", words)) == number(words[1])


def _broken(pieces: Pieces, words: Words) -> bool:
    tools = [card.removeprefix("broken-") for card in _owned(pieces, "tools", words)]
    return _same(tools, words[1:])


def _stock(pieces: Pieces, words: Words) -> bool:
    return len(pieces.zone("stock")) == number(words[0])


def _set_aside(pieces: Pieces, words: Words) -> bool:
    return len(pieces.zone("aside")) == number(words[0])


def _on_board(pieces: Pieces, cell: str) -> CardPiece | None:
    return next((c for c in pieces.zone("board") if c.cell == read_cell(cell)), None)


def _at(pieces: Pieces, words: Words) -> bool:
    cell, card, *turned = words
    if turned not in ([], ["turned"]):
        raise ScenarioError(f"at what? {' '.join(words)}")
    lying = _on_board(pieces, cell)
    if card == "empty" or lying is None:
        return card == "empty" and lying is None
    way = bool(turned) and not looks_the_same_turned(card)
    return lying.face_up and lying.card == card and lying.turned == way


def _goal(pieces: Pieces, words: Words) -> CardPiece:
    (cell,) = words
    lying = _on_board(pieces, cell)
    if lying is None:
        raise ScenarioError(f"no card lies at {cell}")
    return lying


def _turn(pieces: Pieces, words: Words) -> bool:
    return pieces.scalar("turn") == seat_at_table(words[0], _seats(pieces))


def _gold(pieces: Pieces, words: Words) -> bool:
    seats = _seats(pieces)
    return pieces.value("gold", seats)[seat_at_table(words[0], seats)] == number(words[1])


FACTS: Mapping[str, Fact] = {
    "turn": _turn,
    "phase": lambda pieces, words: pieces.scalar("phase") == words[0],
    "round": lambda pieces, words: pieces.scalar("round") == number(words[0]),
    "hand": _hand,
    "hand-size": _hand_size,
    "stock": _stock,
    "at": _at,
    "face-up": lambda pieces, words: _goal(pieces, words).face_up,
    "face-down": lambda pieces, words: not _goal(pieces, words).face_up,
    "broken": _broken,
    "gold": _gold,
    "set-aside": _set_aside,
}
