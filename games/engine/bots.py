"""The contract of a bot: it chooses for a seat, from what that seat sees and remembers.

A bot is never given a state. It has no clock: how hard it thinks is counted in playouts, so that
it chooses the same on every machine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.engine.ascii_board import HasMine
from games.engine.moves import M_co, Move
from games.engine.notation import Seat
from games.engine.progress import Event
from games.engine.rng import Rng
from games.engine.rules import Rules
from games.engine.tunnels import Cell

M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=HasMine)
T = TypeVar("T")

EASY, NORMAL, HARD = STRENGTHS = ("easy", "normal", "hard")
"""The strengths of bots; every game has a bot of each."""


class SeenMove(NamedTuple, Generic[V]):
    """A move that was played, as a seat saw it."""

    before: V
    """The seat's view just before the move."""
    events: tuple[Event, ...]
    """The resulting events, as far as this seat may know them."""


Memory = Sequence[SeenMove[V]]
"""All moves of this game so far, oldest first."""


class Temperament(NamedTuple):
    """A player's inclination where several moves are equally sound."""

    bold: int = 0
    """-1 waits, 1 strikes early."""
    trusting: int = 0
    """-1 suspects at once, 1 trusts others for long."""


EVEN_TEMPER: Final = Temperament()


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact in favour of a move. Each game words its own."""

    code: str
    seat: Seat | None = None
    cell: Cell | None = None
    card: str | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Suggestion(Generic[M]):
    """A move that a bot considers, and the reasons for it."""

    move: M
    reasons: tuple[Reason, ...]


class Bot(Protocol[M_co, V]):
    """Chooses a seat's moves. The same view, memory, temperament and rng give the same choice."""

    def choose(self, view: V, memory: Memory[V], manner: Temperament, rng: Rng) -> M_co: ...


MAX_SUGGESTIONS, MAX_REASONS = 3, 3


def best_of_each(moves: Iterable[T], sort: Callable[[T], object]) -> list[T]:
    """Return the best move of each sort, best first; `moves` must be sorted, best first."""
    found: dict[object, T] = {}
    for move in moves:
        found.setdefault(sort(move), move)
    return list(found.values())


def suggest(moves: Iterable[M], reasons: Callable[[M], Iterable[Reason]]) -> list[Suggestion[M]]:
    """Suggest the first few of these moves, each with its first few reasons."""
    few = islice(moves, MAX_SUGGESTIONS)
    return [Suggestion(move, tuple(islice(reasons(move), MAX_REASONS))) for move in few]


Advise = Callable[[V, Memory[V]], Sequence[Suggestion[M]]]
"""Suggests up to three moves, best first, each with at least one reason."""
Bots = Mapping[str, Bot[M, V]]
"""Bots by strength."""


def measured(module: str, name: str) -> dict[str, Any]:
    """Read the figures that a benchmark of bot games wrote to a file next to this module."""
    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))


def memory_of(
    rules: Rules[Any, Any, V], seat: Seat, played: Iterable[tuple[Any, Sequence[Event]]]
) -> tuple[SeenMove[V], ...]:
    """Return a seat's memory from the states before each move and the events."""
    return tuple(
        SeenMove(rules.view(before, seat), tuple(rules.view_event(event, seat) for event in events))
        for before, events in played
    )
