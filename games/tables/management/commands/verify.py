"""`manage.py verify CODE`: recompute the deals of the rounds that are over."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.kinds.kind import UnknownRules
from games.mine import Pieces
from games.tables import replay
from games.tables.models import Table

WORDS = {True: "fair", False: "NOT what was committed to", None: "still secret"}


class Command(BaseCommand):
    help = "Check each round's deal against its commitment; --deal prints what was dealt."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code")
        parser.add_argument("--deal", action="store_true", help="print the deals that are over")

    def handle(self, *args: Any, **options: Any) -> None:
        table = Table.objects.filter(code=options["code"]).first()
        if table is None:
            raise CommandError(f"There is no table {options['code']}.")
        try:
            checks = list(replay.deal_checks(table))
        except UnknownRules:
            raise CommandError("Only a newer release has the rules of this table.") from None
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
