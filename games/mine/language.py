"""Reading moves.

Reading says whether a text is a move at all; whether the game has such a card, and whether the
move may be made now, is for the rules of the game.
"""

from __future__ import annotations

from collections.abc import Callable

from games.mine.moves import (
    TOOLS,
    Break,
    Bribe,
    Clear,
    Consent,
    Move,
    Orient,
    Pick,
    Place,
    PlayAt,
    PlayJoint,
    Repair,
    Scout,
    Stay,
    Walk,
    discard,
    place,
    play_at,
)
from games.mine.notation import (
    NotationError,
    read_card,
    read_cell,
    read_face,
    read_joint,
    read_seat,
)
from games.mine.tunnels import Cell

SCOUTED = ("mine", "treasure", "dwarf")
ON_CELL = ("rockfall", "map", "key", "axe", "boat", "rope", "storm")
ON_JOINT = ("trap", "troll")
CONSENTS = ("propose", "agree", "refuse")


def read_move(text: str) -> Move:
    """The move that is written so; `NotationError` if none is."""
    words = text.split(" ")
    reader = READERS.get(words[0])
    if reader is None:
        raise NotationError(f"not a move: {text!r}")
    try:
        return reader(words[1:])
    except NotationError as error:
        raise NotationError(f"not a move: {text!r} ({error})") from None
    except (ValueError, IndexError):
        raise NotationError(f"not a move: {text!r}") from None


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 3 or str(int(text)) != text:
        raise NotationError(f"not a number: {text!r}")
    return int(text)


def _expect(words: list[str], *expected: str) -> None:
    if words != list(expected):
        raise NotationError(f"expected {' '.join(expected) or 'nothing more'}")


def _split_bribes(words: list[str]) -> tuple[list[str], tuple[Cell, ...]]:
    """What comes before `and bribe`, and the cells after it."""
    if "and" not in words:
        return words, ()
    at = words.index("and")
    _expect(words[at + 1 : at + 2], "bribe")
    cells = tuple(read_cell(word) for word in words[at + 2 :])
    if not cells:
        raise NotationError("bribe what?")
    return words[:at], cells


def _read_place(words: list[str]) -> Move:
    (card, at, cell, *turned), bribes = _split_bribes(words)
    _expect([at], "at")
    if turned:
        _expect(turned, "turned")
    if card.startswith(("broken-", "fix-", "scout-")) or card in ON_CELL + ON_JOINT:
        raise NotationError(f"{card} is not a path card")
    plain = place(read_card(card), read_cell(cell), bool(turned))
    return Place(plain.card, plain.cell, plain.turned, bribes) if bribes else plain


def _read_play(words: list[str]) -> Move:
    card, how, *rest = words
    read_card(card)
    _not_a_path_card(card)
    if how == "on":
        return _read_play_on(card, rest)
    if how == "at":
        return _read_play_at(card, rest)
    return _read_scout(card, how, rest)


def _not_a_path_card(card: str) -> None:
    try:
        read_face(card)
    except NotationError:
        return
    raise NotationError(f"{card} is a path card: place it")


def _read_play_on(card: str, rest: list[str]) -> Move:
    if card in ON_CELL + ON_JOINT or card.startswith("scout-"):
        raise NotationError(f"{card} is not played on a player")
    seat = read_seat(rest[0])
    if card.startswith("fix-"):
        return Repair(card, seat, _tool(rest[1:] or card.split("-")[1:]))
    _expect(rest[1:])
    return Break(card, seat)


def _tool(words: list[str]) -> str:
    if len(words) != 1 or words[0] not in TOOLS:
        raise NotationError("which tool?")
    return words[0]


def _read_play_at(card: str, rest: list[str]) -> Move:
    if card.startswith(("broken-", "fix-", "scout-")):
        raise NotationError(f"{card} is not played on a cell")
    words, bribes = _split_bribes(rest)
    (where,) = words
    if "/" in where:
        if card in ON_CELL or bribes:
            raise NotationError(f"{card} is not played on a joint")
        return PlayJoint(card, read_joint(where))
    if card in ON_JOINT:
        raise NotationError(f"{card} is played on a joint")
    return PlayAt(card, read_cell(where), bribes) if bribes else play_at(card, read_cell(where))


def _read_scout(card: str, what: str, rest: list[str]) -> Move:
    (target,) = rest
    if what not in SCOUTED or not card.startswith("scout-"):
        raise NotationError("played how?")
    if what == "mine":
        return Scout(card, what, read_cell(target))
    return Scout(card, what, read_seat(target) if what == "dwarf" else _number(target))


def _read_clear(words: list[str]) -> Move:
    tool, with_, *cards = words
    _expect([with_], "with")
    first, second = sorted(read_card(card) for card in cards)
    return Clear(_tool([tool]), (first, second))


def _read_discard(words: list[str]) -> Move:
    if not words:
        raise NotationError("discard what?")
    return discard(*(read_card(card) for card in words))


def _read_take(words: list[str]) -> int | None:
    if not words:
        return None
    take, number = words
    _expect([take], "take")
    return _number(number)


def _read_walk(words: list[str]) -> Move:
    at = words.index("take") if "take" in words else len(words)
    cells = tuple(read_cell(word) for word in words[:at])
    if not cells:
        raise NotationError("walk where?")
    return Walk(cells, _read_take(words[at:]))


def _read_stay(words: list[str]) -> Move:
    return Stay(leave=True) if words == ["leave"] else Stay(_read_take(words))


def _read_orient(words: list[str]) -> Move:
    cell, way = words
    if way not in ("as-is", "turned"):
        raise NotationError("as-is or turned?")
    return Orient(read_cell(cell), way == "turned")


def _read_bribe(words: list[str]) -> Move:
    (cell,) = words
    return Bribe(read_cell(cell))


def _read_pick(words: list[str]) -> Move:
    (value,) = words
    return Pick(_number(value))


def _consent(word: str) -> Callable[[list[str]], Move]:
    def read(words: list[str]) -> Move:
        _expect(words, "end")
        return Consent(word)

    return read


READERS: dict[str, Callable[[list[str]], Move]] = {
    "place": _read_place,
    "play": _read_play,
    "bribe": _read_bribe,
    "clear": _read_clear,
    "discard": _read_discard,
    "walk": _read_walk,
    "stay": _read_stay,
    "pick": _read_pick,
    "orient": _read_orient,
    **{word: _consent(word) for word in CONSENTS},
}
VERBS = frozenset(READERS)
"""The words that moves begin with."""
