"""Where pictures are found: at the table, or by an address that is as good as a key."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.tables.models import Table

SALT: Final = "tables.pictures"


def shared(table: Table) -> str:
    """Where everybody who has it sees the board as it is now, and never what comes after."""
    token = signing.Signer(salt=SALT).sign(f"{table.code}.{table.version}")
    return settings.SITE_URL + reverse("picture", args=[token])


def read(token: str) -> tuple[str, int] | None:
    """Of which table, and which version of it, if we have signed that."""
    try:
        code, version = signing.Signer(salt=SALT).unsign(token).split(".")
    except signing.BadSignature:
        return None
    return code, int(version)


def to_show(table: Table) -> str:
    """For who sits there: to look at while it is played, to give to others when it is over."""
    if table.status == Table.Status.FINISHED:
        return shared(table)
    return reverse("table-board-png", args=[table.code])
