"""The copy of a table that a browser keeps for when it is offline."""

from __future__ import annotations

from datetime import datetime

from django.http import JsonResponse
from django.utils.translation import gettext as _

from accounts.dates import moment
from accounts.decorators import AuthenticatedRequest, own_page
from accounts.models import User
from config.clock import now
from games.replays import pictures
from games.tables import access
from games.tables.models import Table
from games.tables.presenters import lists
from games.tables.presenters.lists import Row


@own_page
def offline_copy(request: AuthenticatedRequest, code: str) -> JsonResponse:
    """Return the copy that the service worker keeps once the table was opened (decision 124)."""
    found, reader, at = access.readable_table(request.user, code), request.user, now()
    if not found.table.round_number:  # it waits for players, and has no board
        (row,) = lists.rows([found.table], reader, at)
        return JsonResponse(_kept(row, reader, at))
    _, loaded = access.load(found, reader)
    row = Row(loaded.table, tuple(loaded.seats), reader.pk, at)
    picture = pictures.picture_of_table(loaded)
    board = {"board": picture.svg, "words": picture.words}
    return JsonResponse(_kept(row, reader, at) | board)


# --- What the copy holds: only what everybody at the table sees ---
#
# It may stay on a phone for weeks and be seen by others: no hand, no role, no chat, no
# notes. The board is the picture that a mail has too.


def _kept(row: Row, reader: User, at: datetime) -> dict[str, str | int]:
    """Describe the table in the reader's language and time zone; `turns` is for the app's badge."""
    return {
        "title": row.table.title,
        "game": str(row.kind.title),
        "state": _state(row),
        "seen": _("Seen %(moment)s") % {"moment": moment(at)},
        "turns": lists.turn_count(reader.pk),
        "theme": reader.theme,
    }


def _state(row: Row) -> str:
    """Say whose turn it was, or what the result was."""
    table = row.table
    if table.status == Table.Status.LOBBY:
        seated = {"taken": len(row.seats), "size": table.size}
        return _("%(taken)s of %(size)s seated") % seated
    if table.status == Table.Status.FINISHED and table.size > 1:
        return row.result
    if table.status != Table.Status.RUNNING or table.paused_at or not row.on_turn:
        return _("paused") if table.paused_at else str(table.get_status_display())
    if row.mine and row.mine.on_turn:
        return _("Your turn")
    return _("%(name)s is on turn") % {"name": row.on_turn[0].name}
