"""`manage.py playout`: play whole games and measure."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.kinds import KINDS
from games.mine import OptionError
from games.mine.playout import at_random, by_view, check_invariants, playout


class Command(BaseCommand):
    help = "Play whole games through legal_moves and play; print what they came to."
    requires_system_checks = []  # noqa: RUF012

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(KINDS), default="classic")
        parser.add_argument("--players", type=int, default=None)
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--policy", choices=["easy", "random"], default="random")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--check", action="store_true", help="check invariants at every move")
        parser.add_argument("--json", action="store_true", help="one JSON object, nothing else")

    def handle(self, *args: Any, **options: Any) -> None:
        kind = KINDS[options["game"]]
        game = kind.rules
        players = options["players"] or game.PLAYERS[len(game.PLAYERS) // 3]
        chosen = dict(option.split("=", 1) for option in options["option"])
        policy = by_view(game, kind.quick_move) if options["policy"] == "easy" else at_random(game)
        check = check_invariants if options["check"] else None
        began = perf_counter()
        try:
            tally = playout(
                game,
                players,
                options["games"],
                options["seed"],
                policy,
                check,
                chosen,
            )
        except OptionError as error:
            raise CommandError(str(error)) from None
        result = tally.as_json(perf_counter() - began)
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for name, value in result.items():
            self.stdout.write(f"{name:18} {value}")
