"""Whole games played through `legal_moves` and `play`, for measuring and for checking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from games.mine.events import Event
from games.mine.moves import Move
from games.mine.notation import Seat, print_seat
from games.mine.options import Value
from games.mine.pieces import state_hash
from games.mine.progress import Outcome, Progress
from games.mine.rules import Rules
from games.mine.seeds import Lots, Seeds

S = TypeVar("S")
M = TypeVar("M", bound=Move)
V = TypeVar("V")
Policy = Callable[[S, Seat, Lots], M]
"""Which move a seat makes."""


class BrokenInvariantError(AssertionError):
    """Something that must always hold did not."""


def at_random(game: Rules[S, M, V]) -> Policy[S, M]:
    """Any legal move, each as likely as the others."""
    return lambda state, seat, lots: lots.choose(game.legal_moves(state, seat))


def by_view(game: Rules[S, M, V], choose: Callable[[V, Lots], M]) -> Policy[S, M]:
    """What somebody would do who looks at their own view and remembers nothing."""
    return lambda state, seat, lots: choose(game.view(state, seat), lots)


@dataclass(slots=True)
class Tally:
    """What some games came to."""

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


def progresses(
    game: Rules[S, M, V],
    players: int,
    options: Mapping[str, Value],
    seed: int,
    policy: Policy[S, M],
) -> Iterator[Progress[S]]:
    """One game to its end, move by move."""
    state = game.setup(options, players, Seeds.from_number(seed, game.ROUNDS))
    lots = Lots(str(seed).encode(), "policy")
    while waiting := game.waiting_for(state):
        seat = waiting[0]
        progress = game.play(state, seat, policy(state, seat, lots))
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


def playout(
    game: Rules[S, M, V],
    players: int,
    games: int,
    seed: int,
    policy: Policy[S, M] | None = None,
    check: Callable[[Rules[S, M, V], S], None] | None = None,
    options: Mapping[str, Value] | None = None,
) -> Tally:
    """So many games, at random unless a policy is given; the same seed gives the same games."""
    tally = Tally()
    moving = policy or at_random(game)
    for number in range(games):
        turns = progresses(game, players, options or {}, seed * 1_000_003 + number, moving)
        play_game(game, turns, tally, check)
    return tally
