"""Plays numbered games, on all cores: the same number gives the same game anywhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from time import monotonic
from typing import Any, Final, NamedTuple, TextIO, TypeVar

from games.engine import Progress, Rng, Seat, Seeds, Value
from games.engine.bots import STRENGTHS
from games.engine.playout import BotPlayer, check_invariants, play_bots, play_through
from games.engine.progress import SeatResult, Side
from games.kinds import KINDS

T = TypeVar("T")
R = TypeVar("R")

BAR_WIDTH: Final = 40
BAR_INTERVAL: Final = 0.1
"""The seconds between two drawings of a progress bar."""


def cores() -> int:
    return os.cpu_count() or 1


def in_processes(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Iterator[R]:
    """Yield the result of each task, in the order of the tasks."""
    if min(jobs, len(tasks)) < 2:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        yield from pool.map(work, tasks)


def with_progress_bar(things: Iterable[T], total: int, stream: TextIO) -> Iterator[T]:
    """Yield the same things, while a terminal shows the progress."""
    if not stream.isatty():
        yield from things
        return
    began = drawn = monotonic()
    for done, thing in enumerate(things, 1):
        yield thing
        if monotonic() - drawn >= BAR_INTERVAL or done == total:
            drawn = monotonic()
            stream.write(f"\r{progress_bar(done, total, drawn - began)}")
            stream.flush()
    stream.write("\n")


def progress_bar(done: int, total: int, seconds: float) -> str:
    """Return a bar like `[#####     ] 50 of 100, 0:12 to go`."""
    filled = BAR_WIDTH * done // total
    minutes, rest = divmod(round(seconds * (total - done) / done), 60)
    return f"[{'#' * filled:{BAR_WIDTH}}] {done} of {total}, {minutes}:{rest:02} to go "


RANDOM, MIXED = "random", "mixed"
POLICIES: Final = (RANDOM, *STRENGTHS, MIXED)
"""Any legal move; a bot of that strength in every seat; or random strengths."""
SEED_STRIDE: Final = 1_000_003
"""The distance between seeds, so that their games don't overlap."""


class TableSetup(NamedTuple):
    """A table that is played many times."""

    game: str
    players: int
    options: tuple[tuple[str, Value], ...]
    policy: str

    def check(self) -> None:
        """Raise OptionError if this table can't be played."""
        self._dealt(0)

    def sides(self, number: int) -> Sequence[Side]:
        return KINDS[self.game].results.sides(self._dealt(number))

    def _dealt(self, number: int) -> Any:
        rules = KINDS[self.game].rules
        return rules.setup(
            dict(self.options), self.players, Seeds.from_number(number, rules.rounds)
        )

    def strengths(self, number: int) -> tuple[str, ...]:
        """Return the bot's strength for each seat; none where moves are random."""
        if self.policy == RANDOM:
            return ()
        if self.policy != MIXED:
            return (self.policy,) * self.players
        rng = Rng(str(number).encode(), "strengths")
        return tuple(rng.choose(STRENGTHS) for _ in range(self.players))


class NumberedGame(NamedTuple):
    table: TableSetup
    number: int
    checked: bool = False
    """Whether all invariants are checked after every move."""


class GameResult(NamedTuple):
    moves: int
    ends: tuple[str, ...]
    """How each round ended."""
    winners: tuple[Seat, ...]
    standings: tuple[tuple[SeatResult, ...], ...]
    """The results of each round, or of the game."""
    happened: tuple[Mapping[str, float], ...]
    amounts: tuple[Mapping[str, float], ...]


def games(table: TableSetup, count: int, seed: int, checked: bool = False) -> list[NumberedGame]:
    """Return this many games, the same for the same seed."""
    return [NumberedGame(table, seed * SEED_STRIDE + number, checked) for number in range(count)]


def play(game: NumberedGame) -> GameResult:
    kind, strengths = KINDS[game.table.game], game.table.strengths(game.number)
    turns = list(_checked(game, _progresses(game, strengths)))
    ended = [turn for turn in turns if turn.ended is not None]
    outcome = kind.rules.outcome(turns[-1].after)
    told = (event for turn in turns for event in turn.events)
    standings = (tuple(kind.results.standings(turn)) for turn in ended)
    return GameResult(
        len(turns),
        tuple(event.what or "played" for event in told if event.kind == "round-ended"),
        outcome.winners if outcome else (),
        tuple(_with_strengths(found, strengths) for found in standings if found),
        tuple(kind.results.happened(turn) for turn in ended),
        tuple(kind.results.amounts(turn) for turn in ended),
    )


def _progresses(game: NumberedGame, strengths: Sequence[str]) -> Iterator[Progress[Any]]:
    kind, table = KINDS[game.table.game], game.table
    if not strengths:
        return play_through(kind.rules, table.players, dict(table.options), game.number)
    return line_up(table, game.number, strengths)


def line_up(
    table: TableSetup, number: int, strengths: Sequence[str], echo: str = ""
) -> Iterator[Progress[Any]]:
    """Yield a game's moves with these bots; another echo gives the bots other random numbers."""
    kind = KINDS[table.game]
    players = [BotPlayer(kind.bots[strength]) for strength in strengths]
    turns = play_bots(kind.rules, players, number, dict(table.options), echo)
    return (turn.progress for turn in turns)


def _checked(game: NumberedGame, turns: Iterator[Progress[Any]]) -> Iterator[Progress[Any]]:
    rules = KINDS[game.table.game].rules
    turn = None
    for turn in turns:
        if game.checked:
            check_invariants(rules, turn.before)
        yield turn
    if game.checked and turn:
        check_invariants(rules, turn.after)


def _with_strengths(
    standings: tuple[SeatResult, ...], strengths: tuple[str, ...]
) -> tuple[SeatResult, ...]:
    """Count each role by strength too, where bots of several strengths play."""
    if len(set(strengths)) < 2:
        return standings
    return tuple(
        standing._replace(groups=(*standing.groups, f"{standing.groups[0]} {strength}"))
        for standing, strength in zip(standings, strengths, strict=True)
    )
