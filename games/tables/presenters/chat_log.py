"""The chat of a table, as far as the reader may read it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from accounts import relations
from config.storage.prepared_statements import Placeholder, PreparedQuery
from games.tables.access import Counts, Reader
from games.tables.models import Message, Table

SHOWN_MESSAGES = 50
NEVER = 2**15
"""More rounds than any table has."""


def _latest() -> QuerySet[Message]:
    """Select messages for the reader: from the gallery, only those of rounds before `since`."""
    said = Message.objects.select_related("user").filter(table=Placeholder("table"))
    heard = said.exclude(relations.muted_by(Placeholder("reader")))
    before = heard.exclude(seat__isnull=True, round_number__gte=Placeholder("since"))
    return before.order_by("-id")[:SHOWN_MESSAGES]


LATEST = PreparedQuery(_latest)


class ChatLine(NamedTuple):
    """A chat message: its author, its time, and whether it is from the gallery."""

    name: str
    at: datetime
    text: str
    """Empty if it is hidden."""
    watching: bool
    hidden: bool
    """Whether moderators have hidden it; the page says so in its place."""
    own: bool = False
    """Whether the reader wrote it."""
    key: str = ""
    """Its key in a report; empty if there is nothing to report, or nobody who could."""
    profile: str = ""
    """The author's name, if they have a profile, where they can be muted."""


def hears_gallery(reader: Reader, seat: object) -> bool:
    """Check whether the reader gets gallery messages: spectators must be signed in for them."""
    return seat is None and reader.is_authenticated


def messages(table: Table, gallery: bool, reader: int | None = None) -> list[ChatLine]:
    """Return the latest messages, oldest first, without authors whom the reader has muted."""
    return [_chat_line(row, reader) for row in readable_messages(table, gallery, reader)]


def _chat_line(row: Message, reader: int | None) -> ChatLine:
    own, hidden = row.user_id == reader, row.hidden_at is not None
    said = ChatLine(row.user.display_name, row.at, row.shown_text, row.seat is None, hidden, own)
    if own or reader is None:
        return said
    return said._replace(key="" if hidden else key_of(row), profile=row.user.name or "")


def key_of(message: Message) -> str:
    """Return its name in a form; its number would reveal how much others have said."""
    return salted_hmac("games.report", str(message.pk)).hexdigest()[:16]


def readable_messages(table: Table, gallery: bool, reader: int | None = None) -> list[Message]:
    """Return the latest rows; only the gallery gets its messages of the current round.

    Rows include hidden text; show players `shown_text` instead.
    """
    if not (table.talk or table.gallery):
        return []
    # A round may have begun since the table was read: players mustn't read its gallery either.
    deaf = not gallery and table.status == Table.Status.RUNNING
    since = table.round_number if deaf else NEVER
    return LATEST.objects(table=table.pk, reader=reader or 0, since=since)[::-1]


def chat_key(table: Table | Counts, gallery: bool) -> str:
    """Return a key of what a page shows; for a player it ignores what spectators said."""
    deaf = not gallery and table.status == Table.Status.RUNNING
    return f"{table.changes}.{table.talk}.{0 if deaf else table.gallery}"
