"""What is said and written down at a table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.names import LONGEST, key
from games.notices import triggers
from games.tables.models import Message, Note, Table
from games.tables.services import desk, log
from games.tables.services.desk import require

ADDRESSED = re.compile(rf"(?<!\w)@([\w-]{{1,{LONGEST}}})(?![\w-])")
LONGEST_MESSAGE = 500
LONGEST_NOTE = 4000


@transaction.atomic
def say(user: User, code: str, text: str, token: str, at: datetime) -> Table:
    """Say something to the table; from the gallery, to the gallery. Sent again, it is said once."""
    text = " ".join(text.split())
    require(text, "empty")
    require(len(text) <= LONGEST_MESSAGE, "too-long")
    require(not user.is_muted(at), "muted")
    table = desk.lock(code)
    seat = table.seats.filter(user=user).first()
    if table.messages.filter(token=token).exists():
        return table
    require(not table.chat_closed, "chat-closed")
    message = Message.objects.create(
        table=table,
        user=user,
        seat=seat.number if seat else None,
        round_number=table.round_number,
        text=text,
        token=token,
        at=at,
    )
    counter = "talk" if seat else "gallery"
    setattr(table, counter, getattr(table, counter) + 1)
    if seat:
        _heard(table, message, at)
    table.save(update_fields=[counter, "abandon_at", "held_abandon"])
    return table


def _heard(table: Table, message: Message, at: datetime) -> None:
    """Somebody who sits here spoke: the table lives, and whom he names is told."""
    if table.status == Table.Status.RUNNING:
        log.live_on(table, at)
    if "@" in message.text:
        seats = table.seats.filter(user__isnull=False).exclude(user=message.user)
        users = [seat.user for seat in seats.select_related("user") if seat.user]
        triggers.addressed(table, message, named(message.text, users), at)


def named(text: str, users: Iterable[User]) -> list[User]:
    """Who is addressed with @Name, in whatever spelling: a name ends where its signs end."""
    keys = {key(found) for found in ADDRESSED.findall(text)}
    return [user for user in users if user.name_key in keys]


@transaction.atomic
def write_note(user: User, code: str, text: str) -> None:
    """Keep a private note; the last one written stands."""
    require(len(text) <= LONGEST_NOTE, "too-long")
    table = desk.lock(code)
    desk.seat_of(table, user)
    Note.objects.update_or_create(table=table, user=user, defaults={"text": text})
