"""What is said and written down at a table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.names import LONGEST, key
from games.tables import barriers
from games.tables.models import Message, Note, Table
from games.tables.news import NamedInChat
from games.tables.services import guests, settling
from games.tables.services.refusals import require
from games.tables.services.unit_of_work import lock, row_for_update
from games.tables.services.work import RowWork

ADDRESSED = re.compile(rf"(?<!\w)@([\w-]{{1,{LONGEST}}})(?![\w-])")
LONGEST_MESSAGE = 500
LONGEST_NOTE = 4000


def say(user: User, code: str, text: str, token: str, at: datetime) -> Table:
    """Say something to the table; from the gallery, to the gallery. Sent again, it is said once.

    Who knows the secrets of this table from elsewhere could advise by it: `has-looked`.
    """
    text = " ".join(text.split())
    require(text, "empty")
    require(len(text) <= LONGEST_MESSAGE, "too-long")
    require(not user.is_muted(at), "muted")
    with row_for_update(code, at) as work:
        seat = work.table.seats.filter(user=user).first()
        if work.table.messages.filter(token=token).exists():
            return work.table
        require(not work.table.chat_closed, "chat-closed")
        if user.is_guest:
            require(not guests.is_silent(user, work.table.seats.all()), "guest-speaks")
        message = Message(user=user, text=text, token=token)
        if seat is None:
            require(not barriers.barred(user, work.table), "has-looked")
            work.table.gallery += 1
            work.keep("gallery")
            _write(work, message)
        else:
            message.seat = seat.number
            _write(work, message)
            _heard(work, message)
    return work.table


def _write(work: RowWork, message: Message) -> None:
    message.table, message.round_number, message.at = work.table, work.table.round_number, work.at
    message.save(force_insert=True)


def _heard(work: RowWork, message: Message) -> None:
    """Somebody who sits here spoke: the table lives, and whom they name is told."""
    work.table.talk += 1
    work.keep("talk", "abandon_at", "held_abandon")
    if work.table.status == Table.Status.RUNNING:
        settling.live_on(work.table, work.at)
    if "@" in message.text:
        seats = work.table.seats.filter(user__isnull=False).exclude(user=message.user)
        users = [seat.user for seat in seats.select_related("user") if seat.user]
        if found := named(message.text, users):
            work.tell(NamedInChat(message, tuple(found)))


def named(text: str, users: Iterable[User]) -> list[User]:
    """Who is named with @Name, in whatever spelling: a name ends where its signs end."""
    keys = {key(found) for found in ADDRESSED.findall(text)}
    return [user for user in users if user.name_key in keys]


@transaction.atomic
def write_note(user: User, code: str, text: str) -> None:
    """Keep a private note; the last one written stands."""
    require(len(text) <= LONGEST_NOTE, "too-long")
    table = lock(code)
    require(table.seats.filter(user=user).exists(), "not-seated")
    Note.objects.update_or_create(table=table, user=user, defaults={"text": text})
