"""`manage.py restore FILE`: restore a backup. Stop web, workers and beat first."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from games.site.management.commands import backup


class Command(BaseCommand):
    help = "Put a backup in the place of the database, then migrate. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="lose what is there now")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.introspection.table_names() and not options["replace"]:
            raise CommandError("The database is not empty; --replace loses all that is in it.")
        try:
            self.refuse_what_is_newer(backup.migrations(options["file"]))
            backup.load(options["file"])
        except (backup.BackupError, OSError) as error:
            raise CommandError(f"{error}\nNothing was changed. Is the site stopped?") from error
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        self.stdout.write(f"Restored: {backup.database_summary()}")

    def refuse_what_is_newer(self, applied: set[tuple[str, str]]) -> None:
        known = set(MigrationLoader(None).disk_migrations)
        if unknown := sorted(applied - known):
            named = ", ".join(f"{app} {name}" for app, name in unknown)
            raise CommandError(f"A newer release made this backup, install that one: {named}")
