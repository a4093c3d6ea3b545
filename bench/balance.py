"""The tables of docs/balance.md, and the odds shown on the page of a new table.

    python -m bench.balance classic      # by the number of players and by strength
    python -m bench.balance options      # each option of the classic game, five players
    python -m bench.balance sides        # a hard side against a normal one, next to public figures
    python -m bench.balance duel         # also solo, lost_mines
    python -m bench.balance odds         # odds.toml of every game; --only classic: of one

Each plays what `manage.py playout` plays (the table names the command), prints its table and
writes it into its marked place in docs/balance.md. `--games` sets the number of games per line; the
default keeps each command under ten minutes on two cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bench.sequential import Design
from bench.tournaments import Contest, deals, seatings, value
from config.environment import ROOT
from games.engine.bots import EASY, HARD, NORMAL, STRENGTHS
from games.kinds import GAMES, KINDS
from games.kinds.common.options import ODDS_FILE
from games.laboratory.counting import Count, Estimate, count_games, in_percent, in_units, share
from games.laboratory.playing import TableSetup, cores, games, in_processes

PAGE: Final = ROOT / "docs" / "balance.md"
ALL: Final = (("saboteurs", "all"),)


class Asked(NamedTuple):
    """The options of the command line."""

    games: int | None
    seed: int
    jobs: int

    def played(self, tables: Mapping[TableSetup, int]) -> dict[TableSetup, Count]:
        """Play this many games of each table, or as many as requested."""
        tasks = [
            game
            for table, usual in tables.items()
            for game in games(table, self.games or usual, self.seed)
        ]
        return count_games(tasks, self.jobs)

    def command(self, name: str) -> str:
        told = f" --games {self.games}" if self.games else ""
        return f"python -m bench.balance {name}{told} --seed {self.seed}"


class Sheet(NamedTuple):
    """A table: its headings and lines."""

    heads: Sequence[str]
    lines: Sequence[Sequence[str]]

    def __str__(self) -> str:
        rows = [self.heads, ["---"] * len(self.heads), *self.lines]
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def percents(count: Count, kind: str, names: Iterable[str]) -> list[str]:
    return [_cell(count, kind, name, in_percent) for name in names]


def units(count: Count, kind: str, names: Iterable[str]) -> list[str]:
    return [_cell(count, kind, name, in_units) for name in names]


def _cell(count: Count, kind: str, name: str, words: Callable[[Estimate], str]) -> str:
    found = count.figures()[kind]
    return words(found[name]) if name in found else "–"


# --- the tables -----------------------------------------------------------------------------------


def classic(asked: Asked) -> Sheet:
    """Return which side wins with this number of players, all saboteurs in play."""
    strengths = (EASY, NORMAL)
    players = GAMES["classic"].players
    tables = [
        TableSetup("classic", size, ALL, strength) for size in players for strength in strengths
    ]
    counts = asked.played(dict.fromkeys(tables, 200))
    lines = []
    for size in players:
        found = [counts[TableSetup("classic", size, ALL, strength)] for strength in strengths]
        dealt = TableSetup("classic", size, ALL, EASY).sides(0)
        saboteurs = sum(len(side.seats) for side in dealt if side.role == "saboteur")
        won = [cell for count in found for cell in percents(count, "win_rates", ["digger"])]
        lines.append([str(size), str(saboteurs), *won, str(found[0].rounds)])
    return Sheet(
        ("players", "saboteurs", *(f"diggers won, {s}" for s in strengths), "rounds each"), lines
    )


def options(asked: Asked) -> Sheet:
    """Return the effect of each option of the classic game with five normal players."""
    usual = TableSetup("classic", 5, (), NORMAL)
    others = [
        TableSetup("classic", 5, ((option.name, value),), NORMAL)
        for option in GAMES["classic"].options
        for value in option.values[1:]
    ]
    counts = asked.played(dict.fromkeys([usual, *others], 200))
    lines = []
    for table, count in counts.items():
        chosen = ", ".join(f"{name}={value}" for name, value in table.options) or "as usual"
        lines.append([chosen, *percents(count, "win_rates", ["digger"]), str(count.rounds)])
    return Sheet(("option", "diggers won", "rounds"), lines)


PUBLIC: Final = {
    (4, "digger"): "79 % (heuristic)",
    (5, "digger"): "38 % (heuristic)",
    (6, "digger"): "58 % (heuristic)",
    (4, "saboteur"): "75 % of 500 (learned)",
}
"""Published results of other programs, by number of players and side."""


def sides(asked: Asked) -> Sheet:
    """Return results of a side of hard bots against normal ones, next to public programs'."""
    lines = []
    for players in (4, 5, 6):
        for role in ("digger", "saboteur"):
            table = TableSetup("classic", players, ALL, NORMAL)
            contest = Contest(HARD, NORMAL, table, (role,), Design(1, 1))
            numbers = deals(contest, asked.seed)
            tasks = [(contest, next(numbers)) for _ in range(asked.games or 30)]
            won = share(list(in_processes(won_by_hard, tasks, asked.jobs)))
            told = PUBLIC.get((players, role), "–")
            lines.append([str(players), f"{role}s", in_percent(won), str(won.of), told])
    return Sheet(("players", "hard side", "it won", "rounds", "public programs"), lines)


def won_by_hard(task: tuple[Contest, int]) -> float:
    """Return whether the tested side won a round when hard bots play it."""
    contest, number = task
    (seating,) = seatings(contest, number)
    return value(contest, number, seating.seats, seating.stronger, "")


def duel(asked: Asked) -> Sheet:
    """Return whether it matters who begins."""
    counts = asked.played(
        {TableSetup("duel", 2, (), EASY): 400, TableSetup("duel", 2, (), NORMAL): 200}
    )
    lines = [
        [table.policy, *percents(count, "win_rates", ["green", "p1"]),
         *units(count, "points", ["green", "blue"]), str(count.games)]
        for table, count in counts.items()
    ]  # fmt: skip
    heads = ("bots", "green (begins) won", "first seat won", "green's gold", "blue's gold")
    return Sheet((*heads, "games"), lines)


def solo(asked: Asked) -> Sheet:
    """Return gold and grades by strength."""
    usual = {EASY: 400, NORMAL: 200, HARD: 20}
    tables = {TableSetup("solo", 1, (), strength): usual[strength] for strength in STRENGTHS}
    counts, grades = asked.played(tables), [f"grade {number}" for number in range(1, 5)]
    lines = [
        [table.policy, *units(count, "points", ["gold"]), *percents(count, "shares", grades),
         str(count.games)]
        for table, count in counts.items()
    ]  # fmt: skip
    return Sheet(("bot", "gold", *grades, "games"), lines)


def lost_mines(asked: Asked) -> Sheet:
    """Return how often rounds are finished, and whether any side has an advantage."""
    groups = ("loyal", "selfish", "saboteur", "blue", "yellow")
    tables = [TableSetup("lost_mines", size, (), NORMAL) for size in GAMES["lost_mines"].players]
    counts = asked.played(dict.fromkeys(tables, 100))
    lines = [
        [str(table.players), *units(count, "means", ["treasures taken"]),
         *percents(count, "shares", ["all treasures taken"]),
         *units(count, "means", ["mines found"]), *units(count, "points", groups),
         str(count.rounds)]
        for table, count in counts.items()
    ]  # fmt: skip
    heads = ("players", "treasures taken", "rounds with all taken", "mines found", *groups)
    return Sheet((*heads, "rounds"), lines)


SHEETS: Final[Mapping[str, Callable[[Asked], Sheet]]] = {
    "classic": classic,
    "options": options,
    "sides": sides,
    "duel": duel,
    "solo": solo,
    "lost_mines": lost_mines,
}


def fill_in(page: Path, name: str, asked: Asked) -> None:
    """Play, print the table, and put it into its place."""
    filled_in(
        page.read_text(encoding="utf-8"), name, ""
    )  # a missing place fails before anything is played
    put_in(page, name, f"    {asked.command(name)}\n\n{SHEETS[name](asked)}")


def put_in(page: Path, name: str, text: str) -> None:
    """Print it, and write it into the place marked with this name."""
    print(text)
    page.write_text(filled_in(page.read_text(encoding="utf-8"), name, text), encoding="utf-8")


def filled_in(page: str, name: str, text: str) -> str:
    """Return the page with the text in the place marked with this name."""
    opening, closing = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, found, rest = page.partition(opening)
    _, also_found, after = rest.partition(closing)
    if not (found and also_found):
        raise LookupError(f"docs/balance.md has no place for {name}")
    return f"{before}{opening}\n\n{text}\n\n{closing}{after}"


# --- odds on the page of a new table --------------------------------------------------------------


def odds(name: str, asked: Asked) -> Iterator[str]:
    """Return the lines of a game's odds.toml: normal bots, default rules, every player count."""
    tables = [TableSetup(name, players, (), NORMAL) for players in GAMES[name].players]
    yield f"# {asked.command('odds')} --only {name}"
    yield "# Simulated with normal bots, by the usual rules; /new/ tells it."
    for table, count in asked.played(dict.fromkeys(tables, 100)).items():
        figures = count.figures()
        won, points = figures["win_rates"] | figures["shares"], figures["points"]
        yield f"\n[{table.players}]"
        yield f"of = {max(found.of for found in (*won.values(), *points.values()))}"
        yield f"won = {_inline(won)}"
        yield f"points = {_inline(points)}"


def _inline(found: Mapping[str, Estimate]) -> str:
    inside = ", ".join(f'"{name}" = {estimate.value:.3f}' for name, estimate in found.items())
    return f"{{ {inside} }}" if inside else "{}"


def write_odds(name: str, asked: Asked, folder: Path) -> None:
    text = "\n".join(odds(name, asked)) + "\n"
    print(text)
    (folder / ODDS_FILE).write_text(text, encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=[*SHEETS, "odds"])
    parser.add_argument("--games", type=int, help="for each line; left out: as many as fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--only", choices=sorted(KINDS), help="of which game, for odds")
    parser.add_argument("--page", type=Path, default=PAGE, help="where tables are filled in")
    chosen = parser.parse_args(arguments)
    asked = Asked(chosen.games, chosen.seed, chosen.jobs)
    if chosen.table == "odds":
        for name in [chosen.only] if chosen.only else KINDS:
            write_odds(name, asked, ROOT / "games" / "kinds" / name)
        return
    fill_in(chosen.page, chosen.table, asked)


if __name__ == "__main__":
    main()
