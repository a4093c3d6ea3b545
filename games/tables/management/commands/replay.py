"""`manage.py replay CODE|FILE…|--all`: rebuild tables from their deal and compare."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.replays import log_check, records
from games.replays.log_check import Verdict
from games.tables.models import Table


class Command(BaseCommand):
    help = "Replay tables, or records in files, from their deal; name the first entry that differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE|FILE")
        parser.add_argument("--all", action="store_true", help="every table that was dealt")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["codes"] and not options["all"]:
            raise CommandError("Name a table or a file, or say --all.")
        codes = options["codes"] or Table.objects.filter(round_number__gt=0).values_list(
            "code", flat=True
        )
        unsound = sum(not self._replay(code) for code in list(codes))
        if unsound:
            sys.exit(1)

    def _replay(self, name: str) -> bool:
        verdict = (
            records.check(records.read_file(name), name)
            if Path(name).is_file()
            else _of_table(name)
        )
        self.stdout.write(str(verdict))
        return verdict.sound


def _of_table(code: str) -> Verdict:
    """Replay it under the lock, so that no move comes between reading the log and the rows."""
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(code=code).first()
        if table is None:
            raise CommandError(f"There is no table {code}, and no such file.")
        return log_check.check_table(table)
