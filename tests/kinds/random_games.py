"""Tables for tests: every player count, every option, and random games on them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engine import Event, Progress, Rng, Rules, Seeds
from games.engine.state import Value
from games.kinds import GAMES, KINDS

AnyGame = Rules[Any, Any, Any]
EVERY = bool(os.environ.get("EVERY_TABLE"))  # `make soak` plays them all
SAMPLE = 23 if EVERY else 46
"""One in this many moves is checked closely."""


@dataclass(frozen=True)
class GameSetup:
    """A game with a number of players and options."""

    name: str
    players: int
    options: tuple[tuple[str, Value], ...]

    @property
    def game(self) -> AnyGame:
        return GAMES[self.name]

    @property
    def lookers(self) -> list[int | None]:
        """A spectator, and every seat."""
        return [None, *range(self.players)]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options) or "defaults"
        return f"{self.name}-{self.players}-{chosen}"


def option_sets(game: AnyGame) -> Iterator[Mapping[str, Value]]:
    """Return the defaults, every other value on its own, and all last values at once."""
    yield {}
    for option in game.options:
        for value in option.values[1:]:
            yield {option.name: value}
    if len(game.options) > 1:
        yield {option.name: option.values[-1] for option in game.options}


def tables(game: str, every: bool) -> Iterator[GameSetup]:
    """Every number of players; every option set, with a number of players in turn or with each."""
    players = GAMES[game].players
    for index, options in enumerate(option_sets(GAMES[game])):
        usual = every or not options
        for count in players if usual else [players[(3 * index) % len(players)]]:
            yield GameSetup(game, count, tuple(options.items()))


TABLES = [table for name in GAMES for table in tables(name, EVERY)]


def seeds(table: GameSetup, number: int) -> Seeds:
    return Seeds.from_number(hash_number(f"{table}/{number}"), table.game.rounds)


def hash_number(text: str) -> int:
    """Return a number for a text, the same in every process."""
    return Rng(text.encode(), "number").below(2**31)


@dataclass(frozen=True)
class RandomTurn:
    """One move of a random game."""

    seat: int
    move: Any
    progress: Progress[Any]

    @property
    def events(self) -> tuple[Event, ...]:
        return self.progress.events


def random_turns(table: GameSetup, number: int, clever: bool = False) -> Iterator[RandomTurn]:
    """A whole game of random moves. With `clever`, three of four are a bot's, so that goals are
    reached and both sides win."""
    game = table.game
    state = game.setup(dict(table.options), table.players, seeds(table, number))
    for seat, move in chosen_moves(table, number, clever):
        progress = game.play(state, seat, move)
        yield RandomTurn(seat, move, progress)
        state = progress.after


@cache
def chosen_moves(table: GameSetup, number: int, clever: bool) -> list[tuple[int, Any]]:
    """Once a process: to list what may be done is most of the work, and many tests look at the same
    games."""
    game, chosen = table.game, []
    state = game.setup(dict(table.options), table.players, seeds(table, number))
    rng = Rng(f"{table}/{number}".encode(), "random-turns")
    while waiting := game.waiting_for(state):
        seat = waiting[0]
        if clever and rng.below(4):
            move = KINDS[game.name].quick_move(game.view(state, seat), rng)
        else:
            move = rng.choose(game.legal_moves(state, seat))
        chosen.append((seat, move))
        state = game.play(state, seat, move).after
    return chosen


def sampled(table: GameSetup) -> Iterator[tuple[RandomTurn, Rng]]:
    """Some moves of two games, all that turned goals over or ended a round among them."""
    for number in range(2):
        rng = Rng(f"{table}/{number}".encode(), "sampled")
        for turn in random_turns(table, number, clever=number == 1):
            interesting = {"round-ended", "turned-over"} & {e.kind for e in turn.events}
            if interesting or not rng.below(SAMPLE):
                yield turn, rng
