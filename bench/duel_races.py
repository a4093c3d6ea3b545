"""How races for gold end in The Duel: counts games of normal bots, for `races.toml`.

    python -m bench.duel_races --games 200

Writes the table of each stage to `games/kinds/duel/bots/races.toml`. A rarely seen row stays
near its present value.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from games.engine.playout import BotPlayer, play_bots
from games.kinds.duel.bots import NormalBot, weights
from games.kinds.duel.bots.outlook import make_outlook, tools_broken
from games.kinds.duel.bots.races import Race, find_races
from games.kinds.duel.bots.weighing import LAST_CARD_HELD
from games.kinds.duel.bots.weights import CARDS_LEFT, RACE_SHARES
from games.kinds.duel.rules import DUEL_RULES
from games.laboratory.playing import cores, in_processes

FILE = Path(weights.__file__).with_name("races.toml")
HEAD = """# Written by `python -m bench.duel_races --games {games}`; do not edit.
# The part of a gold won in the end, by the number of cards left: a row for each number of cards
# that I need, a column for each that the opponent needs.
"""
SEEN_BEFORE = 25
"""The weight of the present tables, as an amount of gold seen."""
Place = tuple[int, int, int]
"""An entry of the tables: stage, cards I need, cards they need."""


class Seen(NamedTuple):
    """The state of a race after a move."""

    me: int
    race: Race
    places: tuple[tuple[Place, float], ...]


def places(view: Any, race: Race, broken: tuple[int, int]) -> Iterator[tuple[Place, float]]:
    """Yield where a race is counted and its weight: twice if the other may hold the last card."""
    left = view.stock + sum(view.hand_sizes)
    stage = min(range(len(CARDS_LEFT)), key=lambda each: abs(CARDS_LEFT[each] - left))
    near, far = race.mine + broken[0], race.theirs + broken[1]
    if near == 1 and not race.last.isdisjoint(view.hand):
        near = LAST_CARD_HELD
    near, far = min(near, len(RACE_SHARES[0]) - 1), min(far, len(RACE_SHARES[0]) - 1)
    if far > 1:
        yield (stage, near, far), 1.0
    else:
        yield (stage, near, 0), race.threat
        yield (stage, near, 1), 1.0 - race.threat


def seen_after(state: Any, me: int) -> Iterator[Seen]:
    view = DUEL_RULES.view(state, me)
    outlook = make_outlook(view)
    if outlook.them is not None:
        broken = tools_broken(outlook)
        for race in find_races(outlook, view.mine):
            yield Seen(me, race, tuple(places(view, race, broken)))


def count(games: int, jobs: int) -> dict[Place, tuple[float, float]]:
    """Return the gold taken and the gold expected, by place."""
    taken: dict[Place, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for counted in in_processes(count_game, range(1_000_000, 1_000_000 + games), jobs):
        for place, (got, expected) in counted.items():
            taken[place][0] += got
            taken[place][1] += expected
    return {place: (got, expected) for place, (got, expected) in taken.items()}


def count_game(number: int) -> dict[Place, list[float]]:
    """Return the same for one game."""
    taken: dict[Place, list[float]] = {}
    seen: list[Seen] = []
    for turn in play_bots(DUEL_RULES, [BotPlayer(NormalBot())] * 2, number):
        ended = turn.progress.ended
        if ended is not None:
            add(taken, seen, ended)
            seen = []
        elif turn.progress.turn_over:
            seen += seen_after(turn.progress.after, turn.seat)
    return taken


def add(taken: dict[Place, list[float]], seen: list[Seen], ended: Any) -> None:
    """Count who got what in a finished round."""
    owners = dict(ended.markers)
    for me, race, counted in seen:
        owner = owners.get(race.cell)
        gold = 0 if owner is None else ended.mine.tiles[race.cell].worth
        for place, part in counted:
            at = taken.setdefault(place, [0.0, 0.0])
            at[0] += part * (gold if owner == me else -gold)
            at[1] += part * race.worth


def written(counted: dict[Place, tuple[float, float]]) -> Iterator[str]:
    for stage, table in enumerate(RACE_SHARES):
        yield f"\n[[stage]]\nleft = {CARDS_LEFT[stage]}\nshares = ["
        for near, row in enumerate(table):
            shares = []
            for far, now in enumerate(row):
                got, expected = counted.get((stage, near, far), (0.0, 0.0))
                shares.append((got + SEEN_BEFORE * now) / (expected + SEEN_BEFORE))
            yield f"    [{', '.join(f'{share:.2f}' for share in shares)}],"
        yield "]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=cores())
    chosen = parser.parse_args()
    lines = list(written(count(chosen.games, chosen.jobs)))
    FILE.write_text(HEAD.format(games=chosen.games) + "\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
