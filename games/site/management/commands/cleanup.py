"""`manage.py cleanup`: remove rows after their retention period, or list what would be removed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.clock import now
from config.jobs.cleanup import Cleaning, cleanings


class Command(BaseCommand):
    help = "Remove what is older than its period (KEEP_… in the settings); one line for each kind."

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = cleanings().values()
        parser.epilog = "; ".join(f"{cleaning.name}: {cleaning.what}" for cleaning in known)
        parser.add_argument("names", nargs="*", metavar="name", help="only these; all if none")
        parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = [
            cleaning.name
            for cleaning in self.chosen(options["names"])
            if not self.clean(cleaning, options["dry_run"])
        ]
        if failed:
            raise CommandError(f"Some could not be removed; the log says why: {', '.join(failed)}")

    def chosen(self, names: list[str]) -> list[Cleaning]:
        known = cleanings()
        if unknown := set(names) - set(known):
            wrong = ", ".join(sorted(unknown))
            raise CommandError(f"No such clean-up: {wrong}. There are: {', '.join(known)}")
        return [known[name] for name in names or known]

    def clean(self, cleaning: Cleaning, dry_run: bool) -> bool:
        """Remove rows and print a line; return False if something failed."""
        at = now()
        found = cleaning.count(at)
        if dry_run:
            self.stdout.write(f"{cleaning.name}: {found} found, 0 removed (dry run)")
            return True
        tally = cleaning.run_all(at)
        self.stdout.write(f"{cleaning.name}: {found} found, {tally.done} removed")
        return not tally.failed
