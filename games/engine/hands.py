"""Cards in hands, and entries of seats: what the rules of every game do with them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TypeVar

from games.engine.moves import TOOLS
from games.engine.notation import Seat
from games.engine.progress import Event, Refusal

T = TypeVar("T")


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
