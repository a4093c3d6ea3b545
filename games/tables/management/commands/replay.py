"""`manage.py replay CODE…|--all`: rebuild tables from their deal and compare."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.tables import replay
from games.tables.models import Table


class Command(BaseCommand):
    help = "Replay tables from their deal; name the first entry that differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE")
        parser.add_argument("--all", action="store_true", help="every table that was dealt")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["codes"] and not options["all"]:
            raise CommandError("Name a table, or say --all.")
        codes = options["codes"] or Table.objects.filter(round_number__gt=0).values_list(
            "code", flat=True
        )
        unsound = sum(not self._replay(code) for code in list(codes))
        if unsound:
            sys.exit(1)

    def _replay(self, code: str) -> bool:
        """Under the lock, so that no move comes in between log and rows."""
        with transaction.atomic():
            table = Table.objects.select_for_update().filter(code=code).first()
            if table is None:
                raise CommandError(f"There is no table {code}.")
            verdict = replay.replay(table)
        self.stdout.write(str(verdict))
        return verdict.sound
