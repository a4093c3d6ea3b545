"""Whole games between minds, each with what its seat sees and remembers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from games.mine.events import Event
from games.mine.minds import STEADY, Manner, Mind, Step, recall
from games.mine.moves import Move
from games.mine.notation import Seat
from games.mine.options import Value
from games.mine.progress import Progress
from games.mine.rules import Rules
from games.mine.seeds import Lots, Seeds

S = TypeVar("S")
M = TypeVar("M", bound=Move)
V = TypeVar("V")


class Player(NamedTuple, Generic[M, V]):
    """Who plays a seat."""

    mind: Mind[M, V]
    manner: Manner = STEADY


class Turn(NamedTuple, Generic[S, M]):
    """One move of a game."""

    seat: Seat
    move: M
    progress: Progress[S]


def battle(
    rules: Rules[S, M, V],
    players: Sequence[Player[M, V]],
    number: int,
    options: Mapping[str, Value] | None = None,
    echo: str = "",
) -> Iterator[Turn[S, M]]:
    """One game to its end: the same number, players and options give the same game. With another
    echo the deal is the same, and the minds draw other lots."""
    state = rules.setup(options or {}, len(players), Seeds.from_number(number, rules.ROUNDS))
    lots = [Lots(f"{number}/{seat}{echo}".encode(), "arena") for seat in range(len(players))]
    table = Remembering(rules, len(players))
    while waiting := rules.waiting_for(state):
        seat = waiting[0]
        mind, manner = players[seat]
        view = rules.view(state, seat)
        move = mind.choose(view, table.memory(seat), manner, lots[seat])
        progress = rules.play(state, seat, move)
        yield Turn(seat, move, progress)
        table.happened(state, progress.events)
        state = progress.after


class Remembering(Generic[V]):
    """What each seat of a table remembers, made when it is asked for."""

    def __init__(self, rules: Rules[Any, Any, V], seats: int) -> None:
        self._rules = rules
        self._played: list[tuple[Any, Sequence[Event]]] = []
        self._known: list[list[Step[V]]] = [[] for _ in range(seats)]

    def happened(self, before: Any, events: Sequence[Event]) -> None:
        self._played.append((before, events))

    def memory(self, seat: Seat) -> Sequence[Step[V]]:
        known = self._known[seat]
        known += recall(self._rules, seat, self._played[len(known) :])
        return known
