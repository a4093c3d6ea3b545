"""What the database holds, in a line: a backup and its restore tell the same."""

from __future__ import annotations

from accounts.models import User
from games.tables.models import LogEntry, Table


def holdings() -> str:
    last = LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    counted = f"{User.objects.count()} accounts, {Table.objects.count()} tables"
    entries = f"{LogEntry.objects.count()} log entries"
    return f"{counted}, {entries}, the last of {f'{last:%Y-%m-%d %H:%M} UTC' if last else 'none'}"
