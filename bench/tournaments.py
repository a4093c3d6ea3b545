"""Whether hard is better than normal, and normal better than easy, in every game and role.

    python -m bench tournaments                 # all contests; writes docs/results/tournaments.md
    python -m bench tournaments --only "duel"   # some of them, and writes nothing

Each contest is about one role. On a deal, the seats of that role are played by the stronger bot,
then by the weaker one; the other seats are the same both times. So the two games of a pair differ
by the bot, not by the luck of the deal. A cheap weaker bot plays each deal several times with other
seeds, and its mean counts: that halves the luck in a pair, so that fewer games of the expensive bot
are needed. Only tested seats have the expensive bot.

- Classic: a round with five players, two of them saboteurs. A whole side is tested against
  normal bots on the other. What counts: whether it won the round.
- The Lost Mines: a round with four players. One seat with that character is tested among
  normal bots. What counts: its points. They vary most, so these contests may take most pairs
  (decision 131).
- The Duel: a whole game against the weaker bot, from both seats. What counts: whether it was won.
- Solo: a whole game. What counts: gold.

Pairs are played in batches until a sequential test decides (bench/sequential.py), or until the time
is over. Time is CPU time: `--minutes` on each of `--jobs` cores. It only limits the number of pairs
and doesn't affect how they are played.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from math import fsum
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Final, NamedTuple

from bench.sequential import Answer, Design, answer, evidence
from config.environment import ROOT
from games.engine import Seat
from games.engine.bots import EASY, HARD, NORMAL
from games.kinds import KINDS
from games.laboratory.playing import (
    SEED_STRIDE,
    TableSetup,
    cores,
    in_processes,
    line_up,
    with_progress_bar,
)

RESULTS: Final = ROOT / "docs" / "results" / "tournaments.md"
MINUTES: Final = 30
"""CPU minutes of each core, for all contests together."""


class Contest(NamedTuple):
    """The question whether one bot is better than another in these roles."""

    stronger: str
    weaker: str
    table: TableSetup
    """Its policy plays the other seats."""
    roles: tuple[str, ...]
    """Each of them is tested on every deal."""
    design: Design
    replays: int = 1
    """How often the weaker bot plays a deal."""

    @property
    def name(self) -> str:
        return f"{self.table.game} {'/'.join(self.roles)}: {self.stronger} > {self.weaker}"


def _contests(stronger: str, weaker: str, pairs: Sequence[int], replays: int) -> Iterator[Contest]:
    """Return the contests of all roles, with each game's number of pairs per batch."""
    classic, mines, duel, solo = pairs
    round_of_five = TableSetup("classic", 5, (("saboteurs", "all"),), NORMAL)
    for role in ("digger", "saboteur"):
        yield Contest(stronger, weaker, round_of_five, (role,), Design(classic, 1), replays)
    round_of_four = TableSetup("lost_mines", 4, (), NORMAL)
    for role in ("loyal", "selfish", "saboteur"):
        yield Contest(stronger, weaker, round_of_four, (role,), Design(mines, 3), replays)
    between_two = TableSetup("duel", 2, (), weaker)
    yield Contest(stronger, weaker, between_two, ("p1", "p2"), Design(duel, 0.5))
    yield Contest(
        stronger, weaker, TableSetup("solo", 1, (), weaker), ("p1",), Design(solo, 5), replays
    )


CONTESTS: Final = (
    *_contests(HARD, NORMAL, (25, 40, 6, 6), replays=8),
    *_contests(NORMAL, EASY, (40, 120, 20, 20), replays=1),
)


# --- a pair ---------------------------------------------------------------------------------------


class Seating(NamedTuple):
    """Return the seating of the two games of a pair, and the seats compared."""

    seats: tuple[Seat, ...]
    stronger: tuple[str, ...]
    weaker: tuple[str, ...]


class Pair(NamedTuple):
    """How the stronger and the weaker bot did on a deal."""

    stronger: float
    weaker: float
    seconds: float

    @property
    def difference(self) -> float:
        return self.stronger - self.weaker


def deals(contest: Contest, seed: int) -> Iterator[int]:
    """Yield numbers of deals in which somebody has each tested role."""
    for number in count(seed * SEED_STRIDE):
        if set(contest.roles) <= {side.role for side in contest.table.sides(number)}:
            yield number


def seatings(contest: Contest, number: int) -> Iterator[Seating]:
    """Yield one side for each role; of several, one chosen by the number of the deal."""
    sides = contest.table.sides(number)
    for role in contest.roles:
        fitting = [side.seats for side in sides if side.role == role]
        seats = fitting[number % len(fitting)]
        yield Seating(
            seats,
            _seated(contest, seats, contest.stronger),
            _seated(contest, seats, contest.weaker),
        )


def _seated(contest: Contest, seats: Sequence[Seat], strength: str) -> tuple[str, ...]:
    others = contest.table.policy
    return tuple(strength if s in seats else others for s in range(contest.table.players))


def play_pair(task: tuple[Contest, int]) -> Pair:
    """Play both games of a pair, for every tested role."""
    contest, number = task
    began, seatings_now = process_time(), list(seatings(contest, number))
    echoes = ["", *(f"/{echo}" for echo in range(1, contest.replays))]
    stronger = mean(value(contest, number, s.seats, s.stronger, "") for s in seatings_now)
    weaker = mean(
        value(contest, number, s.seats, s.weaker, echo) for s in seatings_now for echo in echoes
    )
    return Pair(stronger, weaker, process_time() - began)


def value(
    contest: Contest, number: int, seats: Sequence[Seat], strengths: Sequence[str], echo: str
) -> float:
    """Return the result of these seats, for the first round or the game, as the game counts."""
    results = KINDS[contest.table.game].results
    for turn in line_up(contest.table, number, strengths, echo):
        if standings := results.standings(turn):
            return mean(standings[seat].value for seat in seats)
    raise LookupError(f"{contest.name}, deal {number}: the game has no result")


# --- all contests ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Score:
    """The results of a contest so far."""

    contest: Contest
    numbers: Iterator[int]
    pairs: list[Pair] = field(default_factory=list)
    answer: Answer = Answer.OPEN

    def due(self) -> int:
        """Return how many pairs to play next: one to measure its cost, then whole batches."""
        design = self.contest.design
        if self.answer is not Answer.OPEN or len(self.pairs) >= design.most:
            return 0
        return design.batch - len(self.pairs) % design.batch if self.pairs else 1

    def add(self, pairs: Sequence[Pair]) -> None:
        self.pairs += pairs
        if len(self.pairs) % self.contest.design.batch == 0:
            self.answer = answer([pair.difference for pair in self.pairs], self.contest.design)

    @property
    def seconds(self) -> float:
        return fsum(pair.seconds for pair in self.pairs)

    @property
    def next_seconds(self) -> float:
        """Return what the next pairs will cost, estimated from earlier ones."""
        return self.due() * self.seconds / max(len(self.pairs), 1)


def run(contests: Sequence[Contest], seed: int, jobs: int, minutes: float) -> list[Score]:
    """Play batches of all undecided contests in turn, cheap ones first, while time lasts."""
    scores = [Score(contest, deals(contest, seed)) for contest in contests]
    while lap := affordable(scores, 60 * minutes * jobs):
        numbers = [(score, list(islice(score.numbers, score.due()))) for score in lap]
        tasks = [(score.contest, number) for score, drawn in numbers for number in drawn]
        working = in_processes(play_pair, tasks, jobs)
        played = iter(list(with_progress_bar(working, len(tasks), sys.stderr)))
        for score, drawn in numbers:
            score.add(list(islice(played, len(drawn))))
    return scores


def affordable(scores: Sequence[Score], seconds: float) -> list[Score]:
    """Return the undecided contests whose next pairs fit into the time left."""
    left = seconds - fsum(score.seconds for score in scores)
    found = []
    for score in sorted((s for s in scores if s.due()), key=lambda score: score.next_seconds):
        left -= score.next_seconds
        if left > 0:
            found.append(score)
    return found


# --- report ---------------------------------------------------------------------------------------

HEADS: Final = ("game", "role", "contest", "pairs", "stronger", "weaker", "evidence", "shown",
                "processor time")  # fmt: skip
WORDS: Final = {Answer.BETTER: "yes", Answer.WORSE: "**the other way**", Answer.OPEN: "**no**"}


def row(score: Score) -> str:
    contest, pairs = score.contest, score.pairs
    swing = contest.design.swing
    height = evidence([pair.difference for pair in pairs], swing) if pairs else 0.0
    stronger, weaker = (mean(side) if side else 0.0 for side in _sides(pairs))
    in_words = f"{stronger:.2f}", f"{weaker:.2f}"
    cells = [contest.table.game, "/".join(contest.roles), f"{contest.stronger} > {contest.weaker}",
             str(len(pairs)), *in_words, f"{height:+.1f}", WORDS[score.answer],
             f"{score.seconds:.0f} s"]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _sides(pairs: Sequence[Pair]) -> tuple[list[float], list[float]]:
    return [pair.stronger for pair in pairs], [pair.weaker for pair in pairs]


def table(scores: Sequence[Score]) -> str:
    rule = "|---" * len(HEADS) + "|"
    return "\n".join([f"| {' | '.join(HEADS)} |", rule, *map(row, scores)])


def report(scores: Sequence[Score], command: str) -> str:
    spent = fsum(score.seconds for score in scores) / 60
    return f"""# Tournaments between bots

    {command}

Is hard better than normal, and normal better than easy? Pairs of games on the same deals, stopped
by a sequential test: `bench/tournaments.py` says what is played, `bench/sequential.py` when it is
sure. *Stronger* and *weaker* are what the two bots came to on the same seats and deals: the share
of rounds or games won, points of a round (The Lost Mines), gold of a game (solo). *Evidence* of
2.2 or more, at a look, shows the order with 95 % confidence. In all {spent:.0f} minutes of
processor time.

{table(scores)}
"""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of each core, in all")
    parser.add_argument("--only", help="contests whose name has this: 'classic digger', 'hard'")
    parser.add_argument("--to", type=Path, default=RESULTS, help="where the report goes")
    chosen = parser.parse_args(arguments)
    asked = [contest for contest in CONTESTS if (chosen.only or "") in contest.name]
    if not asked:
        parser.error("no such contest; there are: " + ", ".join(c.name for c in CONTESTS))
    scores = run(asked, chosen.seed, chosen.jobs, chosen.minutes)
    print(table(scores))
    if not chosen.only:
        command = f"python -m bench tournaments --seed {chosen.seed} --minutes {chosen.minutes:g}"
        chosen.to.write_text(report(scores, command))
    if any(score.answer is not Answer.BETTER for score in scores):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
