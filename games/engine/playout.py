"""Whole games: between bots, each with what its seat sees and remembers, or at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from games.engine.ascii_board import HasMine
from games.engine.bots import EVEN_TEMPER, Bot, SeenMove, Temperament, memory_of
from games.engine.moves import Move
from games.engine.notation import Seat, print_seat
from games.engine.pieces import state_hash
from games.engine.progress import Event, Outcome, Progress
from games.engine.rng import Rng, Seeds
from games.engine.rules import GameState, Rules
from games.engine.state import Value

S = TypeVar("S", bound=GameState)
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=HasMine)


class BotPlayer(NamedTuple, Generic[M, V]):
    """The player of a seat: a bot and its temperament."""

    mind: Bot[M, V]
    manner: Temperament = EVEN_TEMPER


class PlayedTurn(NamedTuple, Generic[S, M]):
    """One move of a game."""

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
        mind, manner = players[seat]
        view = rules.view(state, seat)
        move = mind.choose(view, table.memory(seat), manner, rng[seat])
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


def random_policy(game: Rules[S, M, V]) -> Policy[S, M]:
    """Any legal move, each as likely as the others."""
    return lambda state, seat, rng: rng.choose(game.legal_moves(state, seat))


def view_policy(game: Rules[S, M, V], choose: Callable[[V, Rng], M]) -> Policy[S, M]:
    """Choose from the own view, with no memory."""
    return lambda state, seat, rng: choose(game.view(state, seat), rng)


@dataclass(slots=True)
class Tally:
    """The results of some games."""

    games: int = 0
    rounds: int = 0
    moves: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)

    def add_move(self, events: Iterable[Event]) -> None:
        self.moves += 1
        for event in events:
            if event.kind == "round-ended":
                self.rounds += 1
                self.outcomes[event.what or "played"] += 1

    def add_game(self, outcome: Outcome | None) -> None:
        self.games += 1
        for winner in outcome.winners if outcome else ():
            self.wins[print_seat(winner)] += 1


def play_through(
    game: Rules[S, M, V],
    players: int,
    options: Mapping[str, Value],
    seed: int,
    policy: Policy[S, M],
) -> Iterator[Progress[S]]:
    """One game to its end, move by move."""
    state = game.setup(options, players, Seeds.from_number(seed, game.rounds))
    rng = Rng(str(seed).encode(), "policy")
    while waiting := game.waiting_for(state):
        seat = waiting[0]
        progress = game.play(state, seat, policy(state, seat, rng))
        yield progress
        state = progress.after


def play_game(
    game: Rules[S, M, V],
    turns: Iterator[Progress[S]],
    tally: Tally,
    check: Callable[[Rules[S, M, V], S], None] | None = None,
) -> None:
    """Count a game while it is played."""
    progress = None
    for progress in turns:
        if check:
            check(game, progress.before)
        tally.add_move(progress.events)
    if progress and check:
        check(game, progress.after)
    tally.add_game(game.outcome(progress.after) if progress else None)


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


def play_games(
    game: Rules[S, M, V],
    players: int,
    games: int,
    seed: int,
    policy: Policy[S, M] | None = None,
    check: Callable[[Rules[S, M, V], S], None] | None = None,
    options: Mapping[str, Value] | None = None,
) -> Tally:
    """Play games, at random unless a policy is given; the same seed gives the same games."""
    tally = Tally()
    moving = policy or random_policy(game)
    for number in range(games):
        turns = play_through(game, players, options or {}, seed * 1_000_003 + number, moving)
        play_game(game, turns, tally, check)
    return tally
