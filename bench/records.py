"""Rounds of the classic game between bots, written down move by move.

    python -m bench.records --rounds 100 --players 4-8 --diggers hard --saboteurs hard

Each round becomes a text in `--to`: roles, every move in notation with the hand it was chosen from,
the distance to the treasure, and the mine once a lap. Moves that look silly
(`bench/classic_oddities.py`) are marked and counted at the end: read those first.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bench.classic_oddities import Moment, oddities
from config.environment import ROOT
from games.engine import Seeds, print_seat
from games.engine.ascii_board import draw
from games.engine.bots import HARD, STRENGTHS
from games.engine.playout import BotPlayer, PlayedTurn, play_bots
from games.kinds.classic.bots import BOTS
from games.kinds.classic.bots.beliefs import missing_cards
from games.kinds.classic.bots.distances import Distances
from games.kinds.classic.bots.search import treasure_cell
from games.kinds.classic.rules import CLASSIC_RULES
from games.kinds.classic.rules.cards import DIGGER
from games.kinds.classic.rules.moves import Move
from games.kinds.classic.rules.state import State
from games.laboratory.playing import SEED_STRIDE, cores, in_processes

FOLDER: Final = ROOT / "var" / "records"
ALL: Final = {"saboteurs": "all"}


class Asked(NamedTuple):
    """One round: the number of players, the deal, and the bots of both sides."""

    players: int
    number: int
    diggers: str
    saboteurs: str

    @property
    def name(self) -> str:
        return f"{self.players}-players-{self.number}"


class Record(NamedTuple):
    """A round as text."""

    asked: Asked
    text: str
    found: tuple[str, ...]
    """Every oddity found."""
    won: bool
    """Whether the diggers won."""


def turns(asked: Asked) -> Iterator[PlayedTurn[State, Move]]:
    """Yield the first round of that deal, with all saboteurs in play."""
    dealt = CLASSIC_RULES.setup(
        ALL, asked.players, Seeds.from_number(asked.number, CLASSIC_RULES.rounds)
    )
    strengths = [asked.diggers if role == DIGGER else asked.saboteurs for role in dealt.roles]
    seats = [BotPlayer(BOTS[strength]) for strength in strengths]
    for turn in play_bots(CLASSIC_RULES, seats, asked.number, ALL):
        yield turn
        if turn.progress.ended:
            return


def record(asked: Asked) -> Record:
    """Play a round and write it down."""
    lines: list[str] = []
    found: list[str] = []
    past: list[PlayedTurn[State, Move]] = []
    for turn in turns(asked):
        if not past:
            lines += _heading(asked, turn.progress.before)
        odd = list(oddities(Moment(turn, tuple(past))))
        past.append(turn)
        found += odd
        lines += _told(turn, len(past), odd)
    last = past[-1].progress.ended or past[-1].progress.after
    won = treasure_cell(last) in last.mine.tiles
    lines += ["", draw(last), "", f"the {'diggers' if won else 'saboteurs'} won"]
    return Record(asked, "\n".join(lines) + "\n", tuple(found), won)


def _heading(asked: Asked, dealt: State) -> Iterator[str]:
    sides = f"diggers {asked.diggers}, saboteurs {asked.saboteurs}"
    yield f"{asked.players} players, deal {asked.number}: {sides}"
    yield " ".join(f"{print_seat(seat)} {role}" for seat, role in enumerate(dealt.roles))
    yield " ".join(f"{cell[0]},{cell[1]} {name}" for cell, name in dealt.goals)
    yield ""


def _told(turn: PlayedTurn[State, Move], count: int, odd: list[str]) -> Iterator[str]:
    before, after = turn.progress.before, turn.progress.ended or turn.progress.after
    way = missing_cards(Distances(after.mine), treasure_cell(before))
    mark = "".join(f"  <-- {name}" for name in odd)
    role, broken = before.roles[turn.seat][0], ",".join(before.broken[turn.seat])
    who = f"{print_seat(turn.seat)} {role}{f' [{broken}]' if broken else ''}"
    hand = " ".join(before.hands[turn.seat])
    yield f"{count:3} {who:12} {turn.move.written():32} way {way:2}  ({hand}){mark}"
    if count % before.seats == 0:
        yield f"\n{draw(after)}\nstock {len(after.stock)}\n"


def sizes(players: str) -> range:
    """Read a number of players such as `5`, or a range such as `4-8`."""
    least, _, most = players.partition("-")
    return range(int(least), int(most or least) + 1)


def asked_for(players: range, rounds: int, seed: int, sides: tuple[str, str]) -> list[Asked]:
    """Yield this many rounds, spread over all numbers of players."""
    numbers = range(rounds)
    return [Asked(players[n % len(players)], seed * SEED_STRIDE + n, *sides) for n in numbers]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--players", default="4-8", help="5, or several: 4-8")
    parser.add_argument("--diggers", choices=STRENGTHS, default=HARD)
    parser.add_argument("--saboteurs", choices=STRENGTHS, default=HARD)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--to", type=Path, default=FOLDER)
    chosen = parser.parse_args(arguments)
    sides = chosen.diggers, chosen.saboteurs
    tasks = asked_for(sizes(chosen.players), chosen.rounds, chosen.seed, sides)
    chosen.to.mkdir(parents=True, exist_ok=True)
    odd: Counter[str] = Counter()
    for found in in_processes(record, tasks, chosen.jobs):
        (chosen.to / f"{found.asked.name}.txt").write_text(found.text, encoding="utf-8")
        odd.update(found.found)
    print(f"{len(tasks)} rounds in {chosen.to}")
    for name, count in odd.most_common():
        print(f"{count:5}  {name}")


if __name__ == "__main__":
    main()
