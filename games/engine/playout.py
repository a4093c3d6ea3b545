"""Whole games: between bots, each with its seat's view and memory, or at random."""

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
    """A bot with its temperament, playing a seat."""

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
    """Yield the turns of one game. The same number, players and options give the same game; another
    echo gives the bots other random numbers on the same deal."""
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
    """The memories of the seats of a table, computed on demand."""

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
"""Chooses the move of a seat."""


class BrokenInvariantError(AssertionError):
    """An invariant was violated."""


def play_through(
    game: Rules[S, M, V],
    players: int,
    options: Mapping[str, Value],
    seed: int,
    policy: Policy[S, M] | None = None,
) -> Iterator[Progress[S]]:
    """Play one game to its end: at random, unless a policy is given."""
    state = game.setup(options, players, Seeds.from_number(seed, game.rounds))
    rng = Rng(str(seed).encode(), "policy")
    choose = policy or (lambda state, seat, rng: rng.choose(game.legal_moves(state, seat)))
    while waiting := game.waiting_for(state):
        seat = waiting[0]
        progress = game.play(state, seat, choose(state, seat, rng))
        yield progress
        state = progress.after


def check_invariants(game: Rules[S, M, V], state: S) -> None:
    """Check that no card is lost or doubled, pieces restore the state, and views list its moves."""
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
