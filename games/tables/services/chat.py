"""The chat and the private notes of a table, and hiding words that moderators have removed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.translation import override

from accounts.models import User
from accounts.names import LONGEST, key
from games.kinds import KINDS
from games.tables import access
from games.tables.models import Message, Note, Table
from games.tables.refusals import require
from games.tables.services.news import NamedInChat
from games.tables.services.unit_of_work import RowWork, lock, row_for_update

ADDRESSED = re.compile(rf"(?<!\w)@([\w-]{{1,{LONGEST}}})(?![\w-])")
LONGEST_MESSAGE = 500
LONGEST_NOTE = 4000


def say(user: User, code: str, text: str, token: str, at: datetime) -> Table:
    """Send a message to the table or, from a spectator, to the spectators. Sending it again does
    nothing.

    Anybody who knows the table's secrets from elsewhere is refused: `has-looked`.
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
            require(not access.is_silent_guest(user, work.table.seats.all()), "guest-speaks")
        message = Message(user=user, text=text, token=token)
        if seat is None:
            require(not access.is_barred(user, work.table), "has-looked")
            work.table.gallery += 1
            work.keep("gallery")
            _write(work, message)
        else:
            message.seat = seat.number
            _write(work, message)
            _notify_named(work, message)
    return work.table


def _write(work: RowWork, message: Message) -> None:
    message.table, message.round_number, message.at = work.table, work.table.round_number, work.at
    message.save(force_insert=True)


def _notify_named(work: RowWork, message: Message) -> None:
    """Postpone abandonment after a player's message, and notify the players it names."""
    work.table.talk += 1
    work.keep("talk", "abandon_at", "held_abandon")
    if work.table.status == Table.Status.RUNNING:
        work.postpone_abandonment()
    if "@" in message.text:
        seats = work.table.seats.of_people().exclude(user=message.user)
        users = [seat.user for seat in seats.select_related("user") if seat.user]
        if found := named_players(message.text, users):
            work.tell(NamedInChat(message, tuple(found)))


def named_players(text: str, users: Iterable[User]) -> list[User]:
    """Return the players named with @Name, ignoring differences of spelling that don't matter."""
    keys = {key(found) for found in ADDRESSED.findall(text)}
    return [user for user in users if user.name_key in keys]


@transaction.atomic
def write_note(user: User, code: str, text: str) -> None:
    """Save a private note in place of the last one."""
    require(len(text) <= LONGEST_NOTE, "too-long")
    table = lock(code)
    require(table.seats.filter(user=user).exists(), "not-seated")
    Note.objects.update_or_create(table=table, user=user, defaults={"text": text})


# --- hiding what was said -------------------------------------------------------------------------
#
# Moderation decides who may do it, and why. The rows keep the words.

CODE_SHOWN = 4
"""Letters of a table's code in its neutral title: enough to tell two tables apart."""


def set_hidden(work: RowWork, messages: Sequence[Message], *, hidden: bool) -> None:
    """Hide these messages from everybody but staff, or show them again."""
    for message in messages:
        message.hidden_at = work.at if hidden else None
    Message.objects.bulk_update(messages, ["hidden_at"])
    if any(_is_for_seated(message, work.table) for message in messages):
        work.table.talk += 1
    if any(message.seat is None for message in messages):
        work.table.gallery += 1
    work.keep("talk", "gallery")


def _is_for_seated(message: Message, table: Table) -> bool:
    """Check whether players see it; they mustn't learn of this round's spectator chat."""
    return message.seat is not None or message.round_number < table.round_number


def retitle(work: RowWork, title: str) -> None:
    work.table.title = title
    work.changed("title")


def neutral_title(table: Table) -> str:
    """Name the game and the start of the code, in the site's language since it is stored."""
    longest = Table._meta.get_field("title").max_length or 0
    with override(settings.LANGUAGE_CODE):
        game = str(KINDS[table.kind].title)
    code = table.code[:CODE_SHOWN]
    return f"{game[: longest - len(code) - 1]} {code}"
