"""The options of a table, who may know which field of its state, and cards in hands."""

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
"""The cards of every seat, or its tools."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table may choose; the first value is the default."""

    name: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]


class OptionError(ValueError):
    """There is no such option, or it has no such value."""


def chosen_options(options: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """Every option with its value: the given one, as a number or as text, or the default."""
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
    """Says who may know a field of a state while the round is played."""

    by: str


Public = Annotated[T, Visibility("all")]
"""Everybody may know it."""
Own = Annotated[T, Visibility("owner")]
"""One entry for each seat; a seat may know its own."""
Secret = Annotated[T, Visibility("nobody")]
"""Nobody may know it, unless the rules say when it is shown."""


@cache
def public_fields(state: type) -> tuple[str, ...]:
    """The fields that everybody may know: a view has them, too."""
    hints = get_type_hints(state, include_extras=True)
    return tuple(n for n, hint in hints.items() if Visibility("all") in hint.__metadata__)


def public_part(table: object, state: type) -> dict[str, Any]:
    """What everybody may know, from a state of this class or from a view of it."""
    return {name: getattr(table, name) for name in public_fields(state)}


class HasHands(Protocol):
    """The state of a game, as far as its cards lie alike in all games."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def stock(self) -> tuple[str, ...]: ...
    @property
    def buried(self) -> tuple[tuple[str, ...], ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A table as one seat sees it, as far as all games have it. None means: hidden."""

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
    """What this seat itself has discarded face down, or lost."""
    buried_sizes: tuple[int, ...]


def shown_alike(state: HasHands, seat: Seat | None) -> dict[str, Any]:
    """What every view shows: all that is public, one's own cards, how many others have."""
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
"""Fields of views in which None hides nothing: there is no seat, or nobody has proposed."""


def shows_more(before: GameView, after: GameView) -> bool:
    """Does the second of two views of one looker show what the first one hid? None means: hidden.

    A card that came into the looker's hand was hidden before.
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
    """The same class, whose `_replace` takes half the time: it looks up only what is new.

    To mypy it stays the `_replace` of a named tuple, so that names and types are checked.
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
    """Refuse a card that the game does not have, or that is not in this hand."""
    if card not in kind:
        raise Refusal("unknown-card")
    if card not in hand:
        raise Refusal("not-in-hand")


def require_all_in_hand(hand: Sequence[str], cards: Sequence[str], kind: Container[str]) -> None:
    """The same for several cards: two alike must be there twice."""
    for card in cards:
        if card not in kind:
            raise Refusal("unknown-card")
    for card in cards:
        if cards.count(card) > hand.count(card):
            raise Refusal("not-in-hand")


def without(cards: Iterable[T], *gone: T) -> list[T]:
    """These cards less those, one for one."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def with_entry(entries: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    """One entry for each seat, this seat's replaced."""
    every = list(entries)
    every[seat] = entry
    return tuple(every)


def only_own(entries: tuple[T, ...], seat: Seat | None) -> tuple[T | None, ...]:
    """One entry for each seat, None for all but this seat's."""
    hidden: tuple[T | None, ...] = (None,) * len(entries)
    return hidden if seat is None else with_entry(hidden, seat, entries[seat])


def tools_of(broken: tuple[tuple[str, ...], ...], seat: Seat) -> tuple[str, ...]:
    """The broken tools before a player who must be there."""
    if not 0 <= seat < len(broken):
        raise Refusal("wrong-choice")
    return broken[seat]


def sorted_tools(tools: Iterable[str]) -> tuple[str, ...]:
    """Tools in their one order."""
    return tuple(sorted(tools, key=TOOLS.index))


def next_with_cards(
    hands: Sequence[Sequence[str]], turn: Seat, events: list[Event]
) -> tuple[Seat, int]:
    """Skip whoever has no card, if anybody has; how many were skipped? (C8, D7)"""
    skipped = 0
    while not hands[turn] and any(hands):
        events.append(Event("skipped", turn))
        skipped += 1
        turn = (turn + 1) % len(hands)
    return turn, skipped


Thing = TypeVar("Thing", str, tuple[str, str], tuple[str, int])


def left_of(whole: Iterable[Thing], seen: Iterable[Thing]) -> list[Thing]:
    """These things less those that were seen, one for one, sorted."""
    return sorted((Counter(iter(whole)) - Counter(seen)).elements())


def deal_unseen(
    seat: Seat | None, own: tuple[str, ...], sizes: Sequence[int], unseen: list[str]
) -> tuple[tuple[str, ...], ...]:
    """The cards of each seat in a hidden world: one's own, the others' from the end of what is
    unseen, which they leave."""

    def cards(other: Seat, size: int) -> tuple[str, ...]:
        if other == seat:
            return own
        return tuple(sorted(unseen.pop() for _ in range(size)))

    return tuple(cards(other, size) for other, size in enumerate(sizes))


@lru_cache(maxsize=2**11)
def drew(seat: Seat, card: str) -> Event:
    """The one object for drawing this card."""
    return Event("drew", seat, card)


@lru_cache(maxsize=2**11)
def discarded(seat: Seat, card: str) -> Event:
    return Event("discarded", seat, card)


def drawn(
    hands: Hands, stock: tuple[str, ...], seat: Seat, count: int, events: list[Event]
) -> tuple[Hands, tuple[str, ...]]:
    """Everybody's hands and the stock after this seat has drawn, while the stock lasts."""
    if not stock:
        return hands, stock
    hand = list(hands[seat])
    for card in stock[:count]:
        insort(hand, card)
        events.append(drew(seat, card))
    return with_entry(hands, seat, tuple(hand)), stock[count:]


def dealt_hands(cards: Sequence[str], seats: int, size: int) -> tuple[Hands, tuple[str, ...]]:
    """A hand of this size for every seat, and the stock that is left."""
    hands = tuple(tuple(sorted(cards[i * size : (i + 1) * size])) for i in range(seats))
    return hands, tuple(cards[seats * size :])
