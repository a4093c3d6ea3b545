"""How much a saboteur could win at all: four kinds of saboteurs against normal diggers.

    python -m bench.oracle --players 4 --rounds 100

- *normal* and *hard*: our bots;
- *unhiding*: the normal bot, if it did not care what it reveals;
- *all-seeing*: they know every goal, every role and all hands, which no player may know, but not
  the order of the stock. They look ahead as the hard bot does, but in the real world, with the
  stock reshuffled each time; and they know how diggers think.

No honest bot knows as much as the last kind. If even they lose most rounds, the rules decide and
not our bots. The table goes into docs/balance.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from bench.balance import PAGE, Sheet, put_in
from bench.records import ALL, sizes
from games.engine import Rng, Seeds
from games.engine.bots import EVEN_TEMPER, HARD, NORMAL, Memory
from games.engine.playout import TableMemory
from games.engine.search import World
from games.kinds.classic.bots import BOTS
from games.kinds.classic.bots.advice import weigh
from games.kinds.classic.bots.beliefs import Beliefs, infer_beliefs
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.bots.outlook import Outlook, make_outlook
from games.kinds.classic.bots.search import (
    best_move,
    searched_move,
    treasure_cell,
    win_chance,
)
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.cards import SABOTEUR
from games.kinds.classic.rules.moves import Move
from games.kinds.classic.rules.state import ROUNDS, State, View
from games.laboratory.counting import in_percent, share
from games.laboratory.playing import SEED_STRIDE, cores, in_processes

LOOKS: Final = 160
"""The number of playouts for one choice, the same as for the hard bot."""


class Task(NamedTuple):
    """A round: the number of players, the deal, and the kind of saboteurs."""

    players: int
    number: int
    saboteurs: str


# --- kinds of saboteurs ---------------------------------------------------------------------------

Choose = Callable[[State, Memory[View], Rng], Move]


def of_strength(strength: str) -> Choose:
    def choose(state: State, memory: Memory[View], rng: Rng) -> Move:
        return BOTS[strength].choose(
            CLASSIC_RULES.view(state, state.turn), memory, EVEN_TEMPER, rng
        )

    return choose


def unhiding(state: State, memory: Memory[View], rng: Rng) -> Move:
    """Choose as if everybody already knew the roles."""
    view = CLASSIC_RULES.view(state, state.turn)
    outlook = make_outlook(view, infer_beliefs(view, memory))
    known = [1.0 if seat == state.turn else seen for seat, seen in enumerate(outlook.public)]
    return best_move(outlook._replace(public=known))


def all_seeing(state: State, memory: Memory[View], rng: Rng) -> Move:
    view = CLASSIC_RULES.view(state, state.turn)
    beliefs = infer_beliefs(view, memory)
    outlook = _knowing_all(state, make_outlook(view, beliefs))
    return searched_move(_real_worlds(state, beliefs, rng), weigh(outlook), LOOKS)


def _knowing_all(state: State, outlook: Outlook) -> Outlook:
    goals = outlook.survey.goals
    return outlook._replace(
        chances=tuple(float(goal == treasure_cell(state)) for goal in goals),
        saboteur=tuple(float(role == SABOTEUR) for role in state.roles),
    )


def _real_worlds(state: State, beliefs: Beliefs, rng: Rng) -> Iterator[World[Move]]:
    survey = Distances(state.mine)
    for world in shuffled_stocks(state, rng):
        yield World(1.0, partial(win_chance, world, survey, beliefs.public, False))


def shuffled_stocks(state: State, rng: Rng) -> Iterator[State]:
    """Yield the real world repeatedly, each time with a different order of the stock."""
    while True:
        yield state._replace(stock=tuple(rng.shuffled(state.stock)), round=ROUNDS)


KINDS: Final[Mapping[str, Choose]] = {
    NORMAL: of_strength(NORMAL),
    "unhiding": unhiding,
    HARD: of_strength(HARD),
    "all-seeing": all_seeing,
}


# --- rounds ---------------------------------------------------------------------------------------


def won(task: Task) -> float:
    """Return whether saboteurs won the first round of a deal against normal diggers."""
    state = CLASSIC_RULES.setup(ALL, task.players, Seeds.from_number(task.number, ROUNDS))
    generators = [Rng(f"{task.number}/{seat}".encode(), "oracle") for seat in range(task.players)]
    memories = TableMemory(CLASSIC_RULES, task.players)
    while True:
        kind = task.saboteurs if state.roles[state.turn] == SABOTEUR else NORMAL
        move = KINDS[kind](state, memories.memory(state.turn), generators[state.turn])
        progress = CLASSIC_RULES.play(state, state.turn, move)
        if progress.ended:
            return float(treasure_cell(state) not in progress.ended.mine.tiles)
        memories.happened(state, progress.events)
        state = progress.after


def sheet(players: Sequence[int], rounds: int, seed: int, jobs: int) -> Sheet:
    """Return what each kind of saboteurs won, by number of players."""
    lines = []
    for size in players:
        numbers = [seed * SEED_STRIDE + number for number in range(rounds)]
        shares = [
            share(list(in_processes(won, [Task(size, n, kind) for n in numbers], jobs)))
            for kind in KINDS
        ]
        lines.append([str(size), *map(in_percent, shares), str(rounds)])
    return Sheet(("players", *(f"{kind} saboteurs won" for kind in KINDS), "rounds each"), lines)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="4", help="4, or several: 4-8")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=cores())
    chosen = parser.parse_args(arguments)
    found = sheet(sizes(chosen.players), chosen.rounds, chosen.seed, chosen.jobs)
    command = f"python -m bench.oracle --players {chosen.players} --rounds {chosen.rounds}"
    put_in(PAGE, "oracle", f"    {command} --seed {chosen.seed}\n\n{found}")


if __name__ == "__main__":
    main()
