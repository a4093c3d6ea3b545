"""The cost of a move, a poll and a page, next to the least that a page of this site can do.

    python -m bench web [--database sqlite] [--game duel] [--moves 60]

Starts the real server, and plays as people do: open the table, choose one of the moves that the
page offers, send the form. Each of these requests is followed by a bare one of its kind, so a busy
machine hurts both alike. `docs/results/web.md` says how to read the figures.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import urlencode

from bench.browser import KEY, MARK, Answer, Browser, Cost
from bench.running import DATABASES, Server, World, lacking, load, world

GAMES = {"classic": 5, "duel": 2, "solo": 1, "lost_mines": 5}
MOVES, WARM = 60, 5
RATIOS = {
    "web.move_vs_update": ("move", "update"),
    "web.poll_vs_204": ("poll", "204"),
    "web.page_vs_plain": ("page", "plain"),
}
Costs = dict[str, list[Cost]]


class Turn(NamedTuple):
    """The player on turn, what their page cost, and the moves it offers."""

    seat: int
    page: Cost
    moves: list[str]


@dataclass(slots=True)
class Game:
    """A running table and the browsers of its players."""

    name: str
    code: str
    pk: int
    browsers: list[Browser]
    turn: int = 0
    """The player who checks first whether it is their turn."""
    keys: dict[int, str] = field(default_factory=dict)
    """The version that each page showed last."""
    marks: dict[int, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    """Which pieces each page has."""

    def to_move(self) -> Turn | None:
        """Let players open the table until one is on turn; return None if it is over."""
        for step in range(len(self.browsers)):
            seat = (self.turn + step) % len(self.browsers)
            page, moves = self.browsers[seat].look(self.code)
            self._shown(seat, page.text)
            if moves:
                self.turn = seat + 1
                return Turn(seat, page.cost, moves)
        return None

    def move(self, seat: int, text: str) -> Cost:
        form = {"move": text, "has": self._has(seat)}
        answer = self.browsers[seat].post(f"/t/{self.code}/move/", form).expect(200)
        self._shown(seat, answer.text)
        return answer.cost

    def news(self, seat: int) -> Cost:
        """Let somebody's open page fetch what another's move has changed."""
        answer = self._ask_for_news(seat).expect(200)
        self._shown(seat, answer.text)
        return answer.cost

    def poll(self, seat: int) -> Cost:
        """Poll while nothing has changed."""
        return self._ask_for_news(seat).expect(204).cost

    def _ask_for_news(self, seat: int) -> Answer:
        query = urlencode({"v": self.keys.get(seat, ""), "has": self._has(seat)})
        return self.browsers[seat].get(f"/t/{self.code}/poll/?{query}", htmx=True)

    def _has(self, seat: int) -> str:
        return " ".join(f"{name}.{mark}" for name, mark in self.marks[seat].items())

    def _shown(self, seat: int, text: str) -> None:
        self.marks[seat].update(MARK.findall(text))
        if found := KEY.search(text):
            self.keys[seat] = found[1]


def seat(here: World, server: Server, name: str, players: int) -> Game:
    (made,) = here.run("bench.people", "tables", f"{name}:{players}")
    browsers = [Browser(server, session) for session in made["sessions"]]
    return Game(name, made["code"], made["pk"], browsers)


def step(game: Game, chance: random.Random) -> Iterator[tuple[str, Cost]]:
    """Play one turn with all requests to compare; nothing if the game is over."""
    if (turn := game.to_move()) is None:
        return
    mover, browser = turn.seat, game.browsers[turn.seat]
    yield "page", turn.page
    yield "plain", browser.get("/bench/plain/").expect(200).cost
    yield "move", game.move(mover, chance.choice(turn.moves))
    yield "update", browser.post(f"/bench/update/{game.pk}/", {}).expect(200).cost
    if len(game.browsers) > 1:
        yield "news", game.news((mover + 1) % len(game.browsers))
    yield "poll", game.poll(mover)
    yield "204", browser.get("/bench/204/", htmx=True).expect(204).cost


def measure(
    here: World, server: Server, games: dict[str, int], moves: int, warm: int = WARM
) -> dict[str, Costs]:
    """Play this many turns of each game, alternating games; the first few don't count."""
    chance = random.Random(2026)
    at_play = {name: seat(here, server, name, players) for name, players in games.items()}
    costs: dict[str, Costs] = {name: defaultdict(list) for name in games}
    for number in range(-warm, moves):
        for name, players in games.items():
            found = list(step(at_play[name], chance))
            if not found:
                at_play[name] = seat(here, server, name, players)
                found = list(step(at_play[name], chance))
            if number >= 0:
                for kind, cost in found:
                    costs[name][kind].append(cost)
    return costs


# --- in words -------------------------------------------------------------------------------------


def spread(seconds: list[float]) -> str:
    """Return median, 95th and 99th percentile in milliseconds."""
    of_hundred = quantiles(seconds, n=100, method="inclusive")
    return " / ".join(f"{1000 * of_hundred[number - 1]:.1f}" for number in (50, 95, 99))


def ratio(costs: Costs, ours: str, bare: str, clock: str) -> float:
    """Return our cost relative to the bare page's: 1 would be as cheap."""
    sides = (bare, ours)
    least, most = (median(float(getattr(cost, clock)) for cost in costs[side]) for side in sides)
    return least / most


def lines(database: str, name: str, costs: Costs) -> Iterator[str]:
    for title, (ours, bare) in RATIOS.items():
        found = {clock: ratio(costs, ours, bare, clock) for clock in ("cpu", "whole", "wall")}
        also = f"{found['wall']:.3f} by the clock"
        if database == "postgres":
            also = f"{found['whole']:.3f} with PostgreSQL's work, {also}"
        yield f"{title}: {database}, {name}: {found['cpu']:.3f} ({also})"
    for kind, of_kind in costs.items():
        queries = median(cost.queries for cost in of_kind)
        sizes = [cost.size for cost in of_kind]
        yield (
            f"  {kind:6} {len(of_kind):4} × cpu {spread([cost.cpu for cost in of_kind])} ms, "
            f"clock {spread([cost.wall for cost in of_kind])} ms, {queries:g} queries, "
            f"{median(sizes):,.0f} bytes (at most {max(sizes):,})"
        )


def report(database: str, games: dict[str, int], moves: int) -> None:
    """Return the chapter of one database."""
    if missing := lacking(database):
        print(f"web: {database} NOT MEASURED, this machine lacks {missing}")
        return
    with world(database) as here, here.serving() as server:
        found = measure(here, server, games, moves)
    print(f"web: {database}, {moves} turns a game, p50 / p95 / p99, {load()}")
    for name, costs in found.items():
        print("\n".join(lines(database, f"{name} with {games[name]}", costs)), flush=True)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench web", description=__doc__)
    parser.add_argument("--database", choices=DATABASES, help="left out: both")
    parser.add_argument("--game", choices=sorted(GAMES), help="left out: all of them")
    parser.add_argument("--moves", type=int, default=MOVES)
    chosen = parser.parse_args(arguments)
    games = {chosen.game: GAMES[chosen.game]} if chosen.game else GAMES
    for database in [chosen.database] if chosen.database else DATABASES:
        report(database, games, chosen.moves)


if __name__ == "__main__":
    main()
