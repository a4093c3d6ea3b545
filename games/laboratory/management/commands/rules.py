"""`manage.py rules FILE|FOLDER…`: run scenario files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.scenario import run_files
from games.kinds import GAMES


class Command(BaseCommand):
    help = "Run scenario files; a line for each failing fact, then how many passed and failed."
    requires_system_checks = []  # noqa: RUF012

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER")

    def handle(self, *args: Any, **options: Any) -> None:
        report = run_files(map(Path, options["paths"]), GAMES)
        self.stdout.write("\n".join([*report.lines, report.summary]))
        if report.failed:
            sys.exit(1)
