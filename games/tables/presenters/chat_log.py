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
    """What the reader hears: of the gallery only what was said in rounds before `since`."""
    said = Message.objects.select_related("user").filter(table=Placeholder("table"))
    heard = said.exclude(relations.muted_by(Placeholder("reader")))
    before = heard.exclude(seat__isnull=True, round_number__gte=Placeholder("since"))
    return before.order_by("-id")[:SHOWN_MESSAGES]


LATEST = PreparedQuery(_latest)


class ChatLine(NamedTuple):
    """Something said: by whom, when, and whether from the gallery."""

    name: str
    at: datetime
    text: str
    """Empty if it is hidden."""
    watching: bool
    hidden: bool
    """Moderators have taken it away: the page says so in its place."""
    own: bool = False
    """By the reader themselves."""
    key: str = ""
    """Names it in a report; empty where there is nothing to report, or nobody who could."""
    profile: str = ""
    """The name of whoever said it, if they have a page: there they are muted."""


def hears_gallery(reader: Reader, seat: object) -> bool:
    """Signed-in spectators do: a player must not hear the gallery by signing out."""
    return seat is None and reader.is_authenticated


def messages(table: Table, gallery: bool, reader: int | None = None) -> list[ChatLine]:
    """The latest, the oldest first, without those whom the reader has muted."""
    return [_chat_line(row, reader) for row in readable_messages(table, gallery, reader)]


def _chat_line(row: Message, reader: int | None) -> ChatLine:
    own, hidden = row.user_id == reader, row.hidden_at is not None
    said = ChatLine(row.user.display_name, row.at, row.shown_text, row.seat is None, hidden, own)
    if own or reader is None:
        return said
    return said._replace(key="" if hidden else key_of(row), profile=row.user.name or "")


def key_of(message: Message) -> str:
    """Names a message in a form. Its number would tell how much others have said."""
    return salted_hmac("games.report", str(message.pk)).hexdigest()[:16]


def readable_messages(table: Table, gallery: bool, reader: int | None = None) -> list[Message]:
    """The latest rows; of the round now played only the gallery hears the gallery.

    Rows hold what is hidden, too: players are shown `shown_text`.
    """
    if not (table.talk or table.gallery):
        return []
    # A round may have begun since the table was read: its gallery is not for the seated either.
    deaf = not gallery and table.status == Table.Status.RUNNING
    since = table.round_number if deaf else NEVER
    return LATEST.objects(table=table.pk, reader=reader or 0, since=since)[::-1]


def chat_key(table: Table | Counts, gallery: bool) -> str:
    """What a page has seen of a table; for a player it depends on nothing that spectators said."""
    deaf = not gallery and table.status == Table.Status.RUNNING
    return f"{table.changes}.{table.talk}.{0 if deaf else table.gallery}"
