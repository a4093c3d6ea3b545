"""Can rounds of The Lost Mines be finished, and does the split of the cards favour anybody?

    python -m bench.balance --rounds 300

Minds of one strength (unless told: easy, which looks only at its own way to the next treasure) play
rounds with every number of players; the table is what docs/balance.md shows.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from games.kinds import GAMES, KINDS
from games.mine.arena import Player, battle
from games.mine.minds import EASY, STRENGTHS

NAME = "lost_mines"
CHARACTERS = ("loyal", "selfish", "saboteur")
CLANS = ("blue", "yellow")


@dataclass(slots=True)
class Sums:
    """What the rounds with one number of players came to."""

    rounds: int = 0
    treasures: int = 0
    taken: int = 0
    turns: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    mines: int = 0
    points: Counter[str] = field(default_factory=Counter)
    """By character and by clan."""
    dealt: Counter[str] = field(default_factory=Counter)


def play(players: int, number: int, strength: str, sums: Sums) -> None:
    """One game of two rounds."""
    kind = KINDS[NAME]
    for turn in battle(kind.rules, [Player(kind.minds[strength])] * players, number):
        events = turn.progress.events
        sums.turns += any(event.kind in ("stayed", "walked") for event in events)
        if any(event.kind == "round-ended" for event in events):
            _count(turn.progress.before, events, sums)


def _count(before: Any, events: Any, sums: Sums) -> None:
    sums.rounds += 1
    sums.treasures += len(before.kinds)
    taken = sum(taker is not None for taker in before.takers)
    sums.taken += taken + any(event.kind == "took" for event in events)
    turned = any(event.kind == "turned-over" for event in events)
    sums.mines += 4 - len(before.mine.hidden) + turned
    for event in events:
        if event.kind == "round-ended":
            sums.ends[event.what] += 1
        elif event.kind == "scored":
            for group in (before.characters[event.seat], before.clans[event.seat]):
                sums.points[group] += event.amount
                sums.dealt[group] += 1


def row(players: int, sums: Sums) -> str:
    mean = {group: sums.points[group] / max(sums.dealt[group], 1) for group in sums.dealt}
    cells = [
        f"{players}",
        f"{100 * sums.taken / sums.treasures:.0f} %",
        f"{100 * sums.ends['treasures'] / sums.rounds:.0f} %",
        f"{sums.mines / sums.rounds:.1f}",
        f"{sums.turns / sums.rounds / players:.1f}",
        *(f"{mean.get(group, 0):.1f}" for group in (*CHARACTERS, *CLANS)),
    ]
    return "| " + " | ".join(cells) + " |"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--strength", choices=STRENGTHS, default=EASY)
    chosen = parser.parse_args(arguments)
    heads = ("players", "treasures taken", "rounds with all taken", "mines found", "turns each")
    print("| " + " | ".join((*heads, *CHARACTERS, *CLANS)) + " |")
    print("|---" * (len(heads) + len(CHARACTERS) + len(CLANS)) + "|")
    for players in GAMES[NAME].PLAYERS:
        sums = Sums()
        for number in range((chosen.rounds + 1) // 2):
            play(players, number, chosen.strength, sums)
        print(row(players, sums))


if __name__ == "__main__":
    main()
