"""How often each character of The Lost Mines does what: the table behind beliefs.

    python -m bench.lost_mines_likelihoods --games 40

Normal bots without a memory, which don't need such a table, play against each other. Every card
they play is classified (`games/kinds/lost_mines/bots/beliefs.py`), and so is where they go after a
look at a mine. The shares of each class by character, and of each heading by what was seen, are
written to `games/kinds/lost_mines/bots/likelihoods.toml`, which is committed. The same games give
the same table.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from games.engine import Rng
from games.engine.bots import NORMAL, Memory, Temperament
from games.engine.playout import BotPlayer, play_bots
from games.kinds import KINDS
from games.kinds.lost_mines.bots.beliefs import ACTION_KINDS, HEADINGS, heading, observed_action
from games.kinds.lost_mines.rules.cards import CHARACTERS, MINES
from games.laboratory.playing import cores, in_processes

NAME = "lost_mines"
FILE = Path("games/kinds/lost_mines/bots/likelihoods.toml")
SMOOTH = 3
"""Added to every count, since what was never seen is not impossible."""
HEAD = """# Written by `python -m bench.lost_mines_likelihoods --games {games}`; do not edit.
# How often each character acts which way, and where players go after looking at a mine.
"""


class Forgetful:
    """The normal bot without a memory."""

    def choose(self, view: Any, memory: Memory[Any], temperament: Temperament, rng: Rng) -> Any:
        return KINDS[NAME].bots[NORMAL].choose(view, (), temperament, rng)


class Tally:
    """Counts over the games so far."""

    def __init__(self) -> None:
        self.actions: Counter[tuple[str, str]] = Counter()
        self.headings: Counter[tuple[str, str]] = Counter()
        self._looks: dict[tuple[int, Any], tuple[Any, str]] = {}

    def join(self, other: Tally) -> None:
        self.actions += other.actions
        self.headings += other.headings

    def watch(self, players: int, number: int) -> None:
        """Count one game."""
        kind = KINDS[NAME]
        seats = [BotPlayer(Forgetful())] * players
        for turn in play_bots(kind.rules, seats, number):
            self._note(kind.rules.view(turn.progress.before, None), turn.progress)

    def _note(self, before: Any, progress: Any) -> None:
        done = observed_action(before, progress.events)
        if done:
            self.actions[done.what, progress.before.characters[done.seat]] += 1
        for event in progress.events:
            if event.kind == "looked" and event.cell is not None:
                self._looks[event.seat, event.cell] = before.dwarfs[event.seat], event.what
            elif event.kind == "walked":
                self._note_headings(event.seat, event.cell)
        if progress.ended is not None:
            self._looks.clear()

    def _note_headings(self, seat: int, now: Any) -> None:
        for (other, cell), (looked_from, kind) in self._looks.items():
            if other == seat and (going := heading(looked_from, now, cell)):
                self.headings[going, kind] += 1


def watched(number: int) -> Tally:
    """Play and count one game, with three to seven players in turn."""
    tally = Tally()
    tally.watch(3 + number % 5, number)
    return tally


def shares(
    counts: Mapping[tuple[str, str], int], rows: Iterable[str], columns: Iterable[str]
) -> dict[str, dict[str, float]]:
    """Return the share of each row, by column."""
    rows, columns = tuple(rows), tuple(columns)
    totals = {column: sum(counts[row, column] + SMOOTH for row in rows) for column in columns}
    return {
        row: {
            column: round((counts[row, column] + SMOOTH) / totals[column], 4) for column in columns
        }
        for row in rows
    }


def written(name: str, table: Mapping[str, Mapping[str, float]]) -> str:
    lines = [f"\n[{name}]"]
    for row, shared in table.items():
        inside = ", ".join(f"{column} = {share}" for column, share in shared.items())
        lines.append(f"{row} = {{ {inside} }}")
    return "\n".join([*lines, ""])


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=cores())
    chosen = parser.parse_args(arguments)
    tally = Tally()
    for of_game in in_processes(watched, range(chosen.games), chosen.jobs):
        tally.join(of_game)
    actions = shares(tally.actions, ACTION_KINDS, CHARACTERS)
    headings = shares(tally.headings, HEADINGS, MINES)
    text = written("actions", actions) + written("headings", headings)
    FILE.write_text(HEAD.format(games=chosen.games) + text)


if __name__ == "__main__":
    main()
