"""Whole games: between bots, each with what its seat sees and remembers, or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from games.engine.ascii_board import HasMine
from games.engine.bots import EVEN_TEMPER, Bot, SeenMove, Temperament, memory_of
from games.engine.moves import Move
from games.engine.notation import Seat
from games.engine.pieces import state_hash
from games.engine.progress import Event, Progress
from games.engine.rng import Rng, Seeds
from games.engine.rules import GameState, Rules
from games.engine.state import Value

S = TypeVar("S", bound=GameState)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=HasMine)


class BotPlayer(NamedTuple, Generic[M, V]):
    """The player of a seat: a bot and its temperament."""

    bot: Bot[M, V]
    manner: Temperament = EVEN_TEMPER


class PlayedTurn(NamedTuple, Generic[S, M]):
    seat: Seat
    move: M
    progress: Progress[S]


def play_bots(
    rules: Rules[S, M, V],
    players: Sequence[BotPlayer[M, V]],
    number: int,
    options: Mapping[str, Value] | None = None,
    echo: str = "",
) -> Iterator[PlayedTurn[S, M]]:
    """One game to its end: the same number, players and options give the same game. With another
    echo the deal is the same, and the bots draw other random numbers."""
    state = rules.setup(options or {}, len(players), Seeds.from_number(number, rules.rounds))
    rng = [Rng(f"{number}/{seat}{echo}".encode(), "arena") for seat in range(len(players))]
    table = TableMemory(rules, len(players))
    while waiting := rules.waiting_for(state):
        seat = waiting[0]
        bot, manner = players[seat]
        view = rules.view(state, seat)
        move = bot.choose(view, table.memory(seat), manner, rng[seat])
        progress = rules.play(state, seat, move)
        yield PlayedTurn(seat, move, progress)
        table.happened(state, progress.events)
        state = progress.after


class TableMemory(Generic[V]):
    """What each seat of a table remembers, made when it is asked for."""

    def __init__(self, rules: Rules[Any, Any, V], seats: int) -> None:
        self._rules = rules
        self._played: list[tuple[Any, Sequence[Event]]] = []
        self._known: list[list[SeenMove[V]]] = [[] for _ in range(seats)]

    def happened(self, before: Any, events: Sequence[Event]) -> None:
        self._played.append((before, events))

    def memory(self, seat: Seat) -> Sequence[SeenMove[V]]:
        known = self._known[seat]
        known += memory_of(self._rules, seat, self._played[len(known) :])
        return known


Policy = Callable[[S, Seat, Rng], M]
"""Which move a seat makes."""


class BrokenInvariantError(AssertionError):
    """Something that must always hold did not."""


def play_through(
    game: Rules[S, M, V],
    players: int,
    options: Mapping[str, Value],
    seed: int,
    policy: Policy[S, M] | None = None,
) -> Iterator[Progress[S]]:
    """One game to its end, move by move: at random, unless a policy is given."""
    state = game.setup(options, players, Seeds.from_number(seed, game.rounds))
    rng = Rng(str(seed).encode(), "policy")
    choose = policy or (lambda state, seat, rng: rng.choose(game.legal_moves(state, seat)))
    while waiting := game.waiting_for(state):
        seat = waiting[0]
        progress = game.play(state, seat, choose(state, seat, rng))
        yield progress
        state = progress.after


def check_invariants(game: Rules[S, M, V], state: S) -> None:
    """Every card in one place; pieces and state are the same; a view lists the same moves."""
    found = game.problems(state)
    for seat in game.waiting_for(state):
        if list(game.legal_moves(state, seat)) != list(game.moves_of(game.view(state, seat))):
            found.append("the view lists other moves")
    rows = game.pieces(state)
    again = game.from_pieces(*game.frame(state), rows)
    if again != state or state_hash(game.pieces(again)) != state_hash(rows):
        found.append("pieces do not give the state back")
    if found:
        raise BrokenInvariantError(f"{'; '.join(found)}\n{game.draw(game.view(state, None))}")
