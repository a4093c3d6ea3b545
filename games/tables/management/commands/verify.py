"""`manage.py verify CODE|FILE`: recompute the deals of the rounds that are over."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import Pieces
from games.kinds.kind import UnknownRules
from games.replays import log_check, records
from games.replays.log_check import DealCheck
from games.tables.models import Table

WORDS = {True: "fair", False: "NOT what was committed to", None: "still secret"}


class Command(BaseCommand):
    help = "Check each round's deal against its commitment; --deal prints what was dealt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", metavar="CODE|FILE")
        parser.add_argument("--deal", action="store_true", help="print the deals that are over")

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["code"]
        checks = (
            list(records.deal_checks(records.read_file(name)))
            if Path(name).is_file()
            else _of_table(name)
        )
        for check in checks:
            self.stdout.write(f"{check.title}: {check.commitment}: {WORDS[check.fair]}")
            if options["deal"] and check.pieces is not None:
                self._print_deal(check.pieces)
        if any(check.fair is False for check in checks):
            sys.exit(1)

    def _print_deal(self, pieces: Pieces) -> None:
        for value in pieces.values:
            self.stdout.write(f"  p{value.seat + 1} {value.name}: {value.value}")
        for card in pieces.cards:
            owner = "" if card.owner is None else f" p{card.owner + 1}"
            cell = "" if card.cell is None else f" {card.cell[0]},{card.cell[1]}"
            self.stdout.write(f"  {card.zone}{owner}{cell}: {card.card}")


def _of_table(code: str) -> list[DealCheck]:
    table = Table.objects.filter(code=code).first()
    if table is None:
        raise CommandError(f"There is no table {code}, and no such file.")
    try:
        return list(log_check.deal_checks(table))
    except UnknownRules:
        raise CommandError("Only a newer release has the rules of this table.") from None
