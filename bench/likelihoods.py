"""What diggers and saboteurs do, counted in games between bots: the table behind beliefs.

    python -m bench.likelihoods --games 12

Bots of all strengths except hard play with three to ten players; every action is counted by role,
case and kind, and written to `games/kinds/classic/bots/actions.toml`. Beliefs change what bots do,
so this is repeated (`--laps`), each time in a new process that uses the mean of the earlier laps.
The same numbers give the same table.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from games.engine import Event, Seat
from games.engine.bots import EASY, NORMAL, memory_of
from games.engine.playout import BotPlayer, play_bots
from games.kinds import KINDS
from games.kinds.classic.bots import behaviour, beliefs
from games.kinds.classic.bots.behaviour import ObservedAction
from games.kinds.classic.rules.state import PLAYERS, State

CLASSIC = KINDS["classic"]
TABLE: Final = Path(beliefs.__file__).with_name("actions.toml")
STRENGTHS = (NORMAL, NORMAL, EASY)
"""The strengths of successive seats."""
Round = list[tuple[State, tuple[Event, ...]]]
ROLES = ("digger", "saboteur")
Counts = dict[tuple[str, str], Counter[str]]
"""How often each role acted, by case and kind."""
Table = Mapping[str, Mapping[str, tuple[float, float]]]
"""Percentages as in `actions.toml`."""


def rounds(players: int, number: int) -> Iterator[Round]:
    """Yield the moves of each round of one game."""
    bots = [STRENGTHS[(seat + number) % len(STRENGTHS)] for seat in range(players)]
    played: Round = []
    seats = [BotPlayer(CLASSIC.bots[strength]) for strength in bots]
    options = {"saboteurs": ("all", "dealt")[number % 2]}
    for turn in play_bots(CLASSIC.rules, seats, number, options):
        played.append((turn.progress.before, turn.progress.events))
        if turn.progress.ended:
            yield played
            played = []


def seen_by(played: Round, seat: Seat | None) -> beliefs.Beliefs:
    """Return the beliefs of a seat or a spectator after a round."""
    watcher = -1 if seat is None else seat
    steps = memory_of(CLASSIC.rules, watcher, played)
    return beliefs.infer_beliefs(CLASSIC.rules.view(played[-1][0], seat), steps[:-1])


def count(played: Round, counts: Counts) -> None:
    """Count the public actions of a round, and those that only certain seats understand."""
    roles = played[-1][0].roles
    _add(counts, roles, seen_by(played, None).actions)
    for seat in range(len(roles)):
        _add(counts, roles, seen_by(played, seat).knowing)


def _add(counts: Counts, roles: Sequence[str], done: Iterable[ObservedAction]) -> None:
    for action in done:
        counts[action.case, action.kind][roles[action.seat]] += 1


def lap(games: int, number: int) -> None:
    """Play and count one lap, and update the mean of all laps."""
    counts: Counts = defaultdict(Counter)
    for players in PLAYERS:
        for game in range(games):
            for played in rounds(players, 1000 * players + games * number + game):
                count(played, counts)
    write(mean(beliefs.ACTION_PERCENTAGES if number > 1 else {}, shares(counts), number))


def shares(counts: Counts) -> Table:
    """Return the percentage of each kind among the actions of each role in each case."""
    return {
        case: {kind: _share(counts, case, kind) for kind in behaviour.ACTION_KINDS}
        for case in behaviour.CASES
    }


def _share(counts: Counts, case: str, kind: str) -> tuple[float, float]:
    done = sum((counts[case, other] for other in behaviour.ACTION_KINDS), Counter[str]())
    digger, saboteur = (100 * counts[case, kind][role] / (done[role] or 1) for role in ROLES)
    return digger, saboteur


def mean(before: Table, now: Table, number: int) -> Table:
    """Return the mean of all laps from the mean of the laps before and the last one."""

    def mixed(case: str, kind: str) -> tuple[float, float]:
        old = before.get(case, {}).get(kind, (0.0, 0.0))
        pairs = zip(old, now[case][kind], strict=True)
        digger, saboteur = (was + (is_now - was) / number for was, is_now in pairs)
        return digger, saboteur

    return {case: {kind: mixed(case, kind) for kind in kinds} for case, kinds in now.items()}


def write(table: Table) -> None:
    """Write the table into the file, below the comment it begins with."""
    comment = [line for line in TABLE.read_text().splitlines() if line.startswith("#")]
    TABLE.write_text("\n".join([*comment, *_lines(table)]))


def _lines(table: Table) -> Iterator[str]:
    for case, kinds in table.items():
        yield f"\n[{case}]"
        for kind, (digger, saboteur) in kinds.items():
            if digger or saboteur:
                yield f"{kind} = [{digger:.2f}, {saboteur:.2f}]"
    yield ""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="a lap, for each number of players")
    parser.add_argument("--laps", type=int, default=6)
    parser.add_argument("--lap", type=int, help="this one alone, on the table of those before")
    chosen = parser.parse_args(arguments)
    if chosen.lap:
        lap(chosen.games, chosen.lap)
        return
    write({})
    again = [sys.executable, "-m", "bench.likelihoods", "--games", str(chosen.games), "--lap"]
    for number in range(1, chosen.laps + 1):
        subprocess.run([*again, str(number)], check=True)


if __name__ == "__main__":
    main()
