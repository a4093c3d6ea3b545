"""The options of a table, the visibility of a state's fields, and cards in hands."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Annotated, Any, Final, NamedTuple, Protocol, TypeVar, get_type_hints

from games.engine.moves import TOOLS
from games.engine.notation import Seat
from games.engine.progress import Event, Refusal
from games.engine.tunnels import Mine

Value = str | int
Hands = tuple[tuple[str, ...], ...]
"""The cards, or the tools, of every seat."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a table; the first value is the default."""

    name: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]


class OptionError(ValueError):
    """The option, or its value, doesn't exist."""


def chosen_options(options: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """Return every option with its value: the given one, as a number or as text, or the default."""
    unknown = set(given) - {option.name for option in options}
    if unknown:
        raise OptionError(f"no such option: {', '.join(sorted(unknown))}")
    return {o.name: _value(o, given.get(o.name, o.default)) for o in options}


def _value(option: Option, given: Value) -> Value:
    for value in option.values:
        if str(value) == str(given):
            return value
    raise OptionError(f"{option.name} is one of {option.values}, not {given!r}")


T = TypeVar("T")


class Visibility(NamedTuple):
    """Who may know a field of a state during the round."""

    by: str


Public = Annotated[T, Visibility("all")]
"""Known to everybody."""
Own = Annotated[T, Visibility("owner")]
"""One entry for each seat, which may know its own."""
Secret = Annotated[T, Visibility("nobody")]
"""Known to nobody, unless the rules say when it is shown."""


@cache
def public_fields(state: type) -> tuple[str, ...]:
    """Return the public fields, which views have too."""
    hints = get_type_hints(state, include_extras=True)
    return tuple(n for n, hint in hints.items() if Visibility("all") in hint.__metadata__)


def public_part(table: object, state: type) -> dict[str, Any]:
    """Return the public fields of a state of this class or of a view of it."""
    return {name: getattr(table, name) for name in public_fields(state)}


class HasHands(Protocol):
    """A state with the cards that all games hold in the same way."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def stock(self) -> tuple[str, ...]: ...
    @property
    def buried(self) -> tuple[tuple[str, ...], ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A table as one seat sees it, as far as all games have it. None means hidden."""

    seat: Seat | None
    """None for a spectator."""
    seats: int
    round: int
    phase: str
    turn: Seat
    mine: Mine
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    stock: int
    discarded: tuple[str, ...]
    buried: tuple[str, ...]
    """The cards that this seat has discarded face down, or lost."""
    buried_sizes: tuple[int, ...]


def shown_alike(state: HasHands, seat: Seat | None) -> dict[str, Any]:
    """Return what every view shows: public fields, one's own cards, the sizes of other hands."""
    return {
        **public_part(state, type(state)),
        "seat": seat,
        "seats": len(state.hands),
        "hand": () if seat is None else state.hands[seat],
        "hand_sizes": tuple(map(len, state.hands)),
        "stock": len(state.stock),
        "buried": () if seat is None else state.buried[seat],
        "buried_sizes": tuple(map(len, state.buried)),
    }


PUBLIC_FIELDS: Final = ("seat", "mine", "proposal")
"""Fields of views in which None hides nothing: there is no seat, or no proposal."""


def shows_more(before: GameView, after: GameView) -> bool:
    """Tell whether a view shows what an earlier one of the same seat hid. None means hidden.

    A card that came into the seat's hand was hidden before.
    """
    gained = Counter(after.hand) - Counter(before.hand)
    names = [field.name for field in fields(before) if field.name not in PUBLIC_FIELDS]
    return bool(gained) or any(_shows(getattr(before, n), getattr(after, n)) for n in names)


def _shows(before: object, after: object) -> bool:
    if before is None:
        return after is not None
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        return any(_shows(old, new) for old, new in zip(before, after, strict=True))
    return False


S = TypeVar("S", bound=NamedTuple)


def fast_replace(state: type[S]) -> type[S]:
    """Return the class with a `_replace` that is twice as fast: it looks up only new values.

    For mypy it stays the `_replace` of a named tuple, so names and types are checked.
    """
    place = {name: number for number, name in enumerate(state._fields)}

    def replace(self: S, /, **new: Any) -> S:
        values = list(self)
        for name, value in new.items():
            values[place[name]] = value
        return tuple.__new__(state, values)

    state._replace = replace  # type: ignore[misc,method-assign,assignment]
    return state


def require_in_hand(hand: Sequence[str], card: str, kind: Container[str]) -> None:
    """Refuse a card that the game doesn't have, or that isn't in this hand."""
    if card not in kind:
        raise Refusal("unknown-card")
    if card not in hand:
        raise Refusal("not-in-hand")


def require_all_in_hand(hand: Sequence[str], cards: Sequence[str], kind: Container[str]) -> None:
    """Refuse cards that aren't all in this hand; of two copies both must be there."""
    for card in cards:
        if card not in kind:
            raise Refusal("unknown-card")
    for card in cards:
        if cards.count(card) > hand.count(card):
            raise Refusal("not-in-hand")


def without(cards: Iterable[T], *gone: T) -> list[T]:
    """Return the cards without these, one for one."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def with_entry(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """Return the entries with this seat's replaced."""
    every = list(entries)
    every[seat] = entry
    return tuple(every)


def only_own(entries: tuple[T, ...], seat: Seat | None) -> tuple[T | None, ...]:
    """Return the entries, with None for all but this seat's."""
    hidden: tuple[T | None, ...] = (None,) * len(entries)
    return hidden if seat is None else with_entry(hidden, seat, entries[seat])


def tools_of(broken: tuple[tuple[str, ...], ...], seat: Seat) -> tuple[str, ...]:
    """Return the broken tools of a player, who must exist."""
    if not 0 <= seat < len(broken):
        raise Refusal("wrong-choice")
    return broken[seat]


def sorted_tools(tools: Iterable[str]) -> tuple[str, ...]:
    """Sort tools in their usual order."""
    return tuple(sorted(tools, key=TOOLS.index))


def next_with_cards(
    hands: Sequence[Sequence[str]], turn: Seat, events: list[Event]
) -> tuple[Seat, int]:
    """Return the next seat that has cards, if any, and how many were skipped. (C8, D7)"""
    skipped = 0
    while not hands[turn] and any(hands):
        events.append(Event("skipped", turn))
        skipped += 1
        turn = (turn + 1) % len(hands)
    return turn, skipped


Thing = TypeVar("Thing", str, tuple[str, str], tuple[str, int])


def left_of(whole: Iterable[Thing], seen: Iterable[Thing]) -> list[Thing]:
    """Return these things less those seen, one for one, sorted."""
    return sorted((Counter(iter(whole)) - Counter(seen)).elements())


def deal_unseen(
    seat: Seat | None, own: tuple[str, ...], sizes: Sequence[int], unseen: list[str]
) -> tuple[tuple[str, ...], ...]:
    """Deal each seat's cards in a hidden world: its own if known, else from the end of `unseen`,
    which loses them."""

    def cards(other: Seat, size: int) -> tuple[str, ...]:
        if other == seat:
            return own
        return tuple(sorted(unseen.pop() for _ in range(size)))

    return tuple(cards(other, size) for other, size in enumerate(sizes))


@lru_cache(maxsize=2**11)
def drew(seat: Seat, card: str) -> Event:
    """Return the interned event for drawing this card."""
    return Event("drew", seat, card)


@lru_cache(maxsize=2**11)
def discarded(seat: Seat, card: str) -> Event:
    return Event("discarded", seat, card)


def drawn(
    hands: Hands, stock: tuple[str, ...], seat: Seat, count: int, events: list[Event]
) -> tuple[Hands, tuple[str, ...]]:
    """Return all hands and the stock after this seat has drawn, while the stock lasts."""
    if not stock:
        return hands, stock
    hand = list(hands[seat])
    for card in stock[:count]:
        insort(hand, card)
        events.append(drew(seat, card))
    return with_entry(hands, seat, tuple(hand)), stock[count:]


def dealt_hands(cards: Sequence[str], seats: int, size: int) -> tuple[Hands, tuple[str, ...]]:
    """Deal each seat a hand of this size; return the hands and the rest of the stock."""
    hands = tuple(tuple(sorted(cards[i * size : (i + 1) * size])) for i in range(seats))
    return hands, tuple(cards[seats * size :])
