"""`manage.py backup FILE`: the whole database in one file, while the site runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from config.storage import backup
from games.tables.models import LogEntry, Table


class Command(BaseCommand):
    help = "Copy the whole database into one file; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="overwrite the file")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if file.exists() and not options["replace"]:
            raise CommandError(f"{file} is there already; --replace overwrites it.")
        held = database_summary()
        try:
            backup.save(file)
        except (backup.BackupError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes; {held}")


# What the database holds, in a line: a backup and its restore tell the same.


def database_summary() -> str:
    last = LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    counted = f"{User.objects.count()} accounts, {Table.objects.count()} tables"
    entries = f"{LogEntry.objects.count()} log entries"
    return f"{counted}, {entries}, the last of {f'{last:%Y-%m-%d %H:%M} UTC' if last else 'none'}"
