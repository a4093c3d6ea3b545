"""Fit the weights by which the hard bot judges positions, from rounds between bots.

    python -m bench.prospects --rounds 3000

Rounds with three to ten players are played as in the hard bot's playouts. Every few moves the facts
of that world are recorded (`games/kinds/classic/bots/search.py`), and at the end who won. Then the
weights that predict the winner best are fitted (a logistic regression, by Newton's method) and
written to `weights.toml`. It prints their mean squared error, to be compared with that of always
guessing the diggers' share of wins.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import exp, fsum
from pathlib import Path
from typing import Final, NamedTuple

from games.engine import Seeds
from games.kinds.classic.bots import search
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.bots.search import Playout, best_move
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.cards import SABOTEUR
from games.laboratory.playing import cores, in_processes

FILE: Final = Path(search.__file__).with_name("weights.toml")
HEAD: Final = """# Written by `python -m bench.prospects --rounds {rounds}`; do not edit.
# How much each fact of a world speaks for the diggers.
"""
EVERY: Final = 5
"""Facts are recorded once in this many moves, since neighbouring positions are too alike."""
STEPS: Final = 8
"""Steps of Newton's method; after a few, nothing changes any more."""
HELD: Final = 0.5
"""Keeps weights with little evidence small."""
Row = tuple[float, ...]


class Seen(NamedTuple):
    """A world during a round, and whether the diggers won in the end."""

    facts: Row
    won: bool


def seen(number: int) -> list[Seen]:
    """Return what was recorded in one round; nothing if there are no saboteurs."""
    players = CLASSIC_RULES.players[number % len(CLASSIC_RULES.players)]
    options = {"saboteurs": ("all", "all", "dealt")[number % 3]}
    state = CLASSIC_RULES.setup(options, players, Seeds.from_number(number))
    if SABOTEUR not in state.roles:
        return []
    playout = Playout(
        state._replace(round=CLASSIC_RULES.rounds), [0.0] * players, Distances(state.mine)
    )
    rows = list(_taken_down(playout, number))
    won = search.treasure_cell(playout.state) in playout.state.mine.tiles
    return [Seen(row, won) for row in rows]


def _taken_down(playout: Playout, number: int) -> Iterator[Row]:
    while playout.state.phase == "play":
        number += 1
        if number % EVERY == 0:
            yield search.facts(playout.state, playout.survey, playout.evidence)
        playout.step(best_move(playout.outlook()))


# --- fitting --------------------------------------------------------------------------------------


def fitted(rows: Sequence[Seen]) -> list[float]:
    """Return the weights that predict the winner best."""
    found = [0.0] * len(rows[0].facts)
    for _ in range(STEPS):
        slope, bend = _around(rows, found)
        found = [weight + step for weight, step in zip(found, solved(bend, slope), strict=True)]
    return found


def _around(rows: Sequence[Seen], at: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Return slope and curvature of the fit at these weights."""
    size = range(len(at))
    slope = [-HELD * weight for weight in at]
    bend = [[HELD * (a == b) for b in size] for a in size]
    for facts, won in rows:
        foretold = _foretold(at, facts)
        for a in size:
            slope[a] += (won - foretold) * facts[a]
            heavy = foretold * (1 - foretold) * facts[a]
            for b in size:
                bend[a][b] += heavy * facts[b]
    return slope, bend


def _foretold(at: Sequence[float], facts: Row) -> float:
    speaks = sum(weight * fact for weight, fact in zip(at, facts, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, speaks))))


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve by Gaussian elimination with partial pivoting."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        best_row = max(range(column, len(rows)), key=lambda r: abs(rows[r][column]))
        rows[column], rows[best_row] = rows[best_row], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for other in range(len(rows)):
            if other != column:
                factor = rows[other][column]
                pairs = zip(rows[other], rows[column], strict=True)
                rows[other] = [value - factor * taken for value, taken in pairs]
    return [row[-1] for row in rows]


def error(rows: Sequence[Seen], at: Sequence[float]) -> float:
    """Return the mean squared error of the predicted chance."""
    return fsum((_foretold(at, facts) - won) ** 2 for facts, won in rows) / len(rows)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3000)
    parser.add_argument("--jobs", type=int, default=cores())
    chosen = parser.parse_args(arguments)
    played = in_processes(seen, range(chosen.rounds), chosen.jobs)
    rows = [row for rows in played for row in rows]
    found = fitted(rows)
    blind = fsum(row.won for row in rows) / len(rows)
    print(f"{len(rows)} worlds; error {error(rows, found):.3f}, blind {blind * (1 - blind):.3f}")
    named = zip(search.WEIGHTS, found, strict=True)
    lines = (f'"{name}" = {weight:.4f}\n' for name, weight in named)
    FILE.write_text(HEAD.format(rounds=chosen.rounds) + "".join(lines))


if __name__ == "__main__":
    main()
