"""Whole games played through `legal_moves` and `play`, for measuring and for checking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.mine.notation import Seat, print_seat
from games.mine.options import Value
from games.mine.pieces import digest
from games.mine.rules import Rules
from games.mine.seeds import Lots, Seeds

AnyGame = Rules[Any, Any, Any]
Policy = Callable[[AnyGame, Any, Seat, Lots], Any]
Check = Callable[[AnyGame, Any], None]


class BrokenInvariantError(AssertionError):
    """Something that must always hold did not."""


def random_policy(game: AnyGame, state: Any, seat: Seat, lots: Lots) -> Any:
    """Any legal move, each as likely as the others."""
    return lots.choose(game.legal_moves(state, seat))


def easy_policy(game: AnyGame, state: Any, seat: Seat, lots: Lots) -> Any:
    """What the easy bot would do, from its own view."""
    return game.choose(game.view(state, seat), lots)


POLICIES: Mapping[str, Policy] = {"random": random_policy, "easy": easy_policy}


@dataclass(slots=True)
class Tally:
    """What some games came to."""

    games: int = 0
    rounds: int = 0
    moves: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)

    def as_json(self, seconds: float) -> dict[str, Any]:
        return {
            "games": self.games,
            "rounds": self.rounds,
            "moves": self.moves,
            "seconds": round(seconds, 3),
            "moves_per_second": round(self.moves / seconds) if seconds else None,
            "rounds_per_second": round(self.rounds / seconds, 1) if seconds else None,
            "outcomes": {
                "rounds": dict(sorted(self.outcomes.items())),
                "games": dict(sorted(self.wins.items())),
            },
        }


def play_game(
    game: AnyGame,
    players: int,
    options: Mapping[str, Value],
    seed: int,
    policy: Policy,
    tally: Tally,
    check: Check | None = None,
) -> Any:
    """One game to its end; the last state."""
    state = game.setup(options, players, Seeds.from_number(seed, game.ROUNDS))
    lots = Lots(str(seed).encode(), "policy")
    while waiting := game.waiting_for(state):
        if check:
            check(game, state)
        seat = waiting[0]
        progress = game.play(state, seat, policy(game, state, seat, lots))
        state = progress.after
        tally.moves += 1
        for event in progress.events:
            if event.kind == "round-ended":
                tally.rounds += 1
                tally.outcomes[event.what or "played"] += 1
    if check:
        check(game, state)
    _count(game, state, tally)
    return state


def _count(game: AnyGame, state: Any, tally: Tally) -> None:
    tally.games += 1
    outcome = game.outcome(state)
    for winner in outcome.winners if outcome else ():
        tally.wins[print_seat(winner)] += 1


def check_invariants(game: AnyGame, state: Any) -> None:
    """Every card in one place; pieces and state are the same; a view lists the same moves."""
    found = game.problems(state)
    for seat in game.waiting_for(state):
        if list(game.legal_moves(state, seat)) != list(game.moves_of(game.view(state, seat))):
            found.append("the view lists other moves")
    rows = game.pieces(state)
    again = game.from_pieces(*game.frame(state), rows)
    if again != state or digest(game.pieces(again)) != digest(rows):
        found.append("pieces do not give the state back")
    if found:
        raise BrokenInvariantError(f"{'; '.join(found)}\n{game.draw(state)}")


def playout(
    game: AnyGame,
    players: int,
    games: int,
    seed: int,
    policy: str = "random",
    check: bool = False,
    options: Mapping[str, Value] | None = None,
) -> Tally:
    """So many games; the same seed gives the same games."""
    tally = Tally()
    for number in range(games):
        play_game(
            game,
            players,
            options or {},
            seed * 1_000_003 + number,
            POLICIES[policy],
            tally,
            check_invariants if check else None,
        )
    return tally
