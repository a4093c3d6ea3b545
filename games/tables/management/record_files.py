"""Records that a command is given as files."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandError

from games.tables import records
from games.tables.records import LARGEST, BadRecord, Record


def is_file(name: str) -> bool:
    return Path(name).is_file()


def read(name: str) -> Record:
    """The record in this file, its options known to be possible."""
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            record = records.read(file.read(LARGEST + 1))
        record.deal()
    except BadRecord as bad:
        raise CommandError(f"{name} is no record that can be replayed: {bad}") from None
    return record
