"""The results of many games, as figures with 95 % intervals."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan, cos, fsum, inf, isinf, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, Final, NamedTuple

from games.engine import print_seat
from games.engine.progress import SeatResult
from games.laboratory.playing import (
    GameResult,
    NumberedGame,
    TableSetup,
    in_processes,
    play,
    with_progress_bar,
)

CONFIDENCE: Final = 0.95
NORMAL: Final = NormalDist()


class Estimate(NamedTuple):
    """A figure with its 95 % interval, and the number of values it comes from."""

    value: float
    low: float
    high: float
    of: int


def share(values: Sequence[float]) -> Estimate:
    """Return the share of successes, with Wilson's interval. Values below 1 count in part."""
    n = len(values)
    if not n:
        return Estimate(0.0, 0.0, 1.0, 0)
    p, z = fsum(values) / n, NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    middle = p + z * z / (2 * n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)
    return Estimate(p, max(0.0, low), min(1.0, high), n)


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean, with Student's interval."""
    n = len(values)
    if not n:
        return Estimate(0.0, -inf, inf, 0)
    middle = fmean(values)
    reach = student(CONFIDENCE, n - 1) * stdev(values) / sqrt(n) if n > 1 else inf
    return Estimate(middle, middle - reach, middle + reach, n)


def within(t: float, freedom: int) -> float:
    """Return how likely Student's t is between -t and t. (Abramowitz and Stegun 26.7.3, 26.7.4)"""
    angle, odd = atan(t / sqrt(freedom)), freedom % 2
    term, total = (cos(angle) if odd else 1.0), 0.0
    for step in range(freedom // 2):
        total += term
        term *= cos(angle) ** 2 * (2 * step + 1 + odd) / (2 * step + 2 + odd)
    total *= sin(angle)
    return (angle + total) * 2 / pi if odd else total


def student(likely: float, freedom: int) -> float:
    """Return the t that Student's distribution stays within with this probability."""
    low, high = 0.0, 2.0
    while within(high, freedom) < likely:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if within(middle, freedom) > likely else (middle, high)
    return high


Sample = defaultdict[str, list[float]]


@dataclass(slots=True)
class Count:
    """The counts of one table setup, or of all of them."""

    games: int = 0
    moves: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    won: Sample = field(default_factory=lambda: defaultdict(list))
    points: Sample = field(default_factory=lambda: defaultdict(list))
    happened: Sample = field(default_factory=lambda: defaultdict(list))
    amounts: Sample = field(default_factory=lambda: defaultdict(list))

    def add(self, played: GameResult) -> None:
        self.games += 1
        self.moves += played.moves
        self.ends.update(played.ends)
        self.winners.update(print_seat(seat) for seat in played.winners)
        for standings in played.standings:
            self._add_standings(standings)
        _add_all(self.happened, played.happened)
        _add_all(self.amounts, played.amounts)

    def _add_standings(self, standings: Sequence[SeatResult]) -> None:
        """Count each group once: a group that wins together has won once, whatever its size."""
        _add_all(self.won, [_by_group((s.groups, s.won) for s in standings)])
        _add_all(self.points, [_by_group((s.groups, s.points) for s in standings)])

    def join(self, other: Count) -> None:
        """Add what can be added up across tables: no figures by role."""
        self.games += other.games
        self.moves += other.moves
        self.ends += other.ends
        self.winners += other.winners

    @property
    def rounds(self) -> int:
        return self.ends.total()

    def totals(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "rounds": self.rounds,
            "moves": self.moves,
            "outcomes": {
                "rounds": dict(sorted(self.ends.items())),
                "games": dict(sorted(self.winners.items())),
            },
        }

    def figures(self) -> dict[str, dict[str, Estimate]]:
        """Return each figure with its interval, by what it is a figure of."""
        return {
            "win_rates": {group: share(values) for group, values in sorted(self.won.items())},
            "points": {group: mean(values) for group, values in sorted(self.points.items())},
            "shares": {name: share(values) for name, values in self.happened.items()},
            "means": {name: mean(values) for name, values in self.amounts.items()},
        }


def _by_group(values: Iterable[tuple[tuple[str, ...], float | None]]) -> dict[str, float]:
    """Return the mean of each group over its members that have a value."""
    found: Sample = defaultdict(list)
    for groups, value in values:
        for group in groups if value is not None else ():
            found[group].append(value or 0.0)
    return {group: fsum(of_group) / len(of_group) for group, of_group in found.items()}


def _add_all(sample: Sample, found: Iterable[Mapping[str, float]]) -> None:
    for figures in found:
        for name, value in figures.items():
            sample[name].append(value)


def as_json(table: TableSetup, count: Count) -> dict[str, Any]:
    head = {"players": table.players, "policy": table.policy, "options": dict(table.options)}
    figures = {
        kind: {name: _written(estimate) for name, estimate in found.items()}
        for kind, found in count.figures().items()
    }
    return head | count.totals() | figures


def _written(estimate: Estimate) -> dict[str, float | int | None]:
    """Return an estimate for JSON, which has no infinity: an open end becomes None."""
    value, low, high = (None if isinf(number) else round(number, 4) for number in estimate[:3])
    return {"value": value, "low": low, "high": high, "of": estimate.of}


def as_text(table: TableSetup, count: Count) -> Iterator[str]:
    """Yield a heading, then a line for each figure."""
    chosen = "".join(f", {name}={value}" for name, value in table.options)
    yield f"{table.game}, {table.players} players, {table.policy}{chosen}: {count.rounds} rounds"
    figures = count.figures()
    for kind in ("win_rates", "shares"):
        yield from (
            _line(name, in_percent(found), found.of) for name, found in figures[kind].items()
        )
    for kind in ("points", "means"):
        yield from (_line(name, in_units(found), found.of) for name, found in figures[kind].items())


def _line(name: str, figure: str, of: int) -> str:
    return f"  {name:22} {figure:26} of {of}"


def in_percent(estimate: Estimate) -> str:
    """Return a share like `46.2 % (42.2 to 50.2)`."""
    value, low, high = (100 * number for number in estimate[:3])
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def in_units(estimate: Estimate) -> str:
    """Return a mean like `2.41 (2.33 to 2.49)`."""
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def count_games(tasks: Sequence[NumberedGame], jobs: int) -> dict[TableSetup, Count]:
    """Count the games of each table, in the order of first mention; show progress in a terminal."""
    counts: dict[TableSetup, Count] = {}
    played = with_progress_bar(in_processes(play, tasks, jobs), len(tasks), sys.stderr)
    for game, found in zip(tasks, played, strict=True):
        counts.setdefault(game.table, Count()).add(found)
    return counts
