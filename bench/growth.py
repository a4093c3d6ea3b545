"""Whether a request costs more because others play, or because its player has a long past.

    python -m bench growth [--laps 40]

Two sites on PostgreSQL, each with its own server, have the same table with the same cards. One has
100 running tables; the other has 20,000, and its player has finished 1,000. The same turns are
played on both, each request on one and then on the other.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median

from bench.browser import Browser, Cost
from bench.running import World, lacking, load, world
from bench.web import Game

FEW, MANY = (100, 10), (20_000, 1_000)
"""Running tables, and tables that the player has finished."""
LAPS, WARM = 40, 3
PAGES = {"home": "/", "open": "/tables/", "mine": "/tables/mine/"}


@dataclass(slots=True)
class SeededSite:
    """A table to play at, and an rng that is the same on every site."""

    game: Game
    chance: random.Random = field(default_factory=lambda: random.Random(2026))

    def lap(self) -> Iterator[tuple[str, Cost]]:
        turn = self.game.to_move()
        assert turn, "the table is over"
        yield "page", turn.page
        yield "move", self.game.move(turn.seat, self.chance.choice(turn.moves))
        yield "poll", self.game.poll(turn.seat)
        for name, path in PAGES.items():
            yield name, self.game.browsers[0].get(path).expect(200).cost


@contextmanager
def seeded_site(here: World, running: int, finished: int) -> Iterator[SeededSite]:
    made = here.run("bench.people", "site", str(running), str(finished))
    with here.serving() as server:
        browsers = [Browser(server, session) for session in made["sessions"]]
        yield SeededSite(Game("classic", made["code"], made["pk"], browsers))


def measure(few: SeededSite, many: SeededSite, laps: int) -> dict[str, list[tuple[Cost, Cost]]]:
    """Return the costs of every request of every lap on both sites."""
    pairs: dict[str, list[tuple[Cost, Cost]]] = defaultdict(list)
    for lap in range(-WARM, laps):
        for (name, here), (_, there) in zip(few.lap(), many.lap(), strict=True):
            if lap >= 0:
                pairs[name].append((here, there))
    return pairs


def report(laps: int) -> None:
    """Return the report; times are CPU time of the web process and PostgreSQL together."""
    with ExitStack() as stack:
        worlds = [stack.enter_context(world("postgres")) for _ in range(2)]
        few = stack.enter_context(seeded_site(worlds[0], *FEW))
        many = stack.enter_context(seeded_site(worlds[1], *MANY))
        found = measure(few, many, laps)
    (fewer, little), (more, much) = FEW, MANY
    print(
        f"growth: {fewer:,} and {more:,} tables being played, {little:,} and {much:,} "
        f"finished by the player; {laps} laps, {load()}"
    )
    for name, pairs in found.items():
        ratio = median(there.whole / here.whole for here, there in pairs)
        queries = [median(costs.queries for costs in side) for side in zip(*pairs, strict=True)]
        print(f"growth.{name}: time × {ratio:.2f}, queries {queries[0]:g} and {queries[1]:g}")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench growth", description=__doc__)
    parser.add_argument("--laps", type=int, default=LAPS)
    chosen = parser.parse_args(arguments)
    if missing := lacking("postgres"):
        print(f"growth: NOT MEASURED, this machine lacks {missing}")
    else:
        report(chosen.laps)


if __name__ == "__main__":
    main()
