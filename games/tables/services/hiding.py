"""Words that are taken from a table, and given back. Who may do so, and why, moderation knows.

The rows keep what was said; open pages learn of the change as they learn of new words.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.utils.translation import override

from games.kinds import KINDS
from games.tables.models import Message, Table
from games.tables.services.work import RowWork

CODE_SHOWN = 4
"""So much of a table's code stands in its neutral title: enough to tell two tables apart."""


def hide(work: RowWork, messages: Sequence[Message]) -> None:
    """Nobody but staff reads these from now on."""
    _set_hidden(work, messages, work.at)


def show_again(work: RowWork, messages: Sequence[Message]) -> None:
    _set_hidden(work, messages, None)


def _set_hidden(work: RowWork, messages: Sequence[Message], at: datetime | None) -> None:
    for message in messages:
        message.hidden_at = at
    Message.objects.bulk_update(messages, ["hidden_at"])
    if any(_is_for_seated(message, work.table) for message in messages):
        work.table.talk += 1
    if any(message.seat is None for message in messages):
        work.table.gallery += 1
    work.keep("talk", "gallery")


def _is_for_seated(message: Message, table: Table) -> bool:
    """Do the seated see it? Of this round's gallery they must not even learn that it changed."""
    return message.seat is not None or message.round_number < table.round_number


def retitle(work: RowWork, title: str) -> None:
    """The table has another title on every page, in every list and in every mail."""
    work.table.title = title
    work.changed("title")


def neutral_title(table: Table) -> str:
    """The name of its game, and the beginning of its code. Stored, so in the site's language."""
    longest = Table._meta.get_field("title").max_length or 0
    with override(settings.LANGUAGE_CODE):
        game = str(KINDS[table.kind].title)
    code = table.code[:CODE_SHOWN]
    return f"{game[: longest - len(code) - 1]} {code}"
