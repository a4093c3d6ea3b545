"""Highlights of finished games, which have no secrets anymore."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.utils.safestring import SafeString

from games.engine import Event
from games.kinds.common.words.phrases import Names, Words, fill

MAX_HIGHLIGHTS: Final = 3


class GameMove(NamedTuple):
    """One move of a game: the states around it and what happened.

    Where it ended a round, `after` is that round as it ended.
    """

    number: int
    seat: int | None
    before: Any
    after: Any
    events: tuple[Event, ...]


class Highlight(NamedTuple):
    """A sentence about a move, and the number of its log entry."""

    number: int
    words: SafeString


Finder = Callable[[Sequence[GameMove], Names], Iterable[Highlight]]
"""Finds highlights of one sort in a whole game. Only the first is shown."""
MoveEvent = tuple[GameMove, Event]


def events_of(steps: Sequence[GameMove], *kinds: str) -> Iterator[MoveEvent]:
    """Yield every event of these kinds with its move."""
    for step in steps:
        yield from ((step, event) for event in step.events if event.kind in kinds)


def moves_of_round(steps: Sequence[GameMove], number: int) -> list[GameMove]:
    return [step for step in steps if step.before.round == number]


def greatest(found: Iterable[MoveEvent], least: int) -> Iterator[MoveEvent]:
    """Yield the event with the largest amount, if it is at least `least` and no other has as
    much."""
    ordered = sorted(found, key=lambda pair: pair[1].amount or 0, reverse=True)
    amounts = [event.amount or 0 for _, event in ordered[:2]]
    if amounts and amounts[0] >= least and len(set(amounts)) == len(amounts):
        yield ordered[0]


def highlight(found: MoveEvent, sentence: Words, names: Names, **gaps: object) -> Highlight:
    """Return a highlight with the sentence's gaps filled: player, round and the given ones."""
    step, event = found
    words = fill(sentence, who=names.of(event.seat), round=step.before.round, **gaps)
    return Highlight(step.number, words)
