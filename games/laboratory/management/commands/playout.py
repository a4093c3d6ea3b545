"""`manage.py playout`: play whole games and measure them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import OptionError
from games.kinds import KINDS
from games.laboratory.counting import Count, as_json, as_text, count_games
from games.laboratory.playing import POLICIES, RANDOM, TableSetup, cores, games


class Command(BaseCommand):
    help = "Play whole games through legal_moves and play; print what they came to."
    requires_system_checks = []  # noqa: RUF012

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(KINDS), default=next(iter(KINDS)))
        parser.add_argument("--players", metavar="N", help="5, or several: 3-10, or 4,6")
        parser.add_argument("--games", type=int, default=100, help="at each table")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--policy", choices=POLICIES, default=RANDOM, help="who chooses moves")
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="several values, with commas, make several tables",
        )
        parser.add_argument(
            "--jobs", type=int, help="processes; left out: one at random, all cores for bots"
        )
        parser.add_argument("--check", action="store_true", help="check invariants at every move")
        parser.add_argument("--json", action="store_true", help="one JSON object, nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        tables = list(tables_asked_for(options))
        if options["games"] < 0:
            raise CommandError("--games is 0 or more")
        tasks = [
            game
            for table in tables
            for game in games(table, options["games"], options["seed"], options["check"])
        ]
        began = perf_counter()
        counts = count_games(tasks, jobs_asked_for(options))
        self.tell(counts, perf_counter() - began, options["json"])

    def tell(self, counts: Mapping[TableSetup, Count], seconds: float, in_json: bool) -> None:
        whole = summary(counts.values(), seconds)
        if in_json:
            found = {"tables": [as_json(*pair) for pair in counts.items()]}
            self.stdout.write(json.dumps(whole | found))
            return
        for name, value in whole.items():
            self.stdout.write(f"{name:18} {value}")
        for pair in counts.items():
            self.stdout.write("")
            self.stdout.writelines(f"{line}\n" for line in as_text(*pair))


def summary(counts: Iterable[Count], seconds: float) -> dict[str, Any]:
    """Return the results of all tables together."""
    whole = Count()
    for count in counts:
        whole.join(count)
    totals = whole.totals()
    outcomes = totals.pop("outcomes")
    return totals | {
        "seconds": round(seconds, 3),
        "moves_per_second": round(whole.moves / seconds) if seconds else None,
        "rounds_per_second": round(whole.rounds / seconds, 1) if seconds else None,
        "outcomes": outcomes,
    }


def tables_asked_for(options: Mapping[str, Any]) -> Iterator[TableSetup]:
    """Yield a table for each number of players and each choice of options."""
    for players in players_asked_for(options["game"], options["players"]):
        for chosen in product(*(values_asked_for(text) for text in options["option"])):
            table = TableSetup(options["game"], players, chosen, options["policy"])
            try:
                table.check()
            except OptionError as error:
                raise CommandError(str(error)) from None
            yield table


def players_asked_for(game: str, text: str | int | None) -> list[int]:
    """Parse `5`, `3-10` or `4,6`; if left out, return a usual number."""
    usual = KINDS[game].rules.players
    if text is None:
        return [usual[len(usual) // 3]]
    try:
        spans = [[int(end) for end in part.split("-")] for part in str(text).split(",")]
    except ValueError:
        raise CommandError(f"--players is 5, 3-10 or 4,6, not {text}") from None
    return [number for span in spans for number in range(span[0], span[-1] + 1)]


def values_asked_for(text: str) -> list[tuple[str, str]]:
    name, given, values = text.partition("=")
    if not given:
        raise CommandError(f"--option is NAME=VALUE, not {text}")
    return [(name, value) for value in values.split(",")]


def jobs_asked_for(options: Mapping[str, Any]) -> int:
    jobs = options["jobs"]
    if jobs is None:
        return 1 if options["policy"] == RANDOM else cores()
    if jobs < 1:
        raise CommandError("--jobs is 1 or more")
    return int(jobs)
