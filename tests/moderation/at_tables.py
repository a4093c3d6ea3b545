"""Tables for tests of what moderators do there."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from accounts.models import User
from config.clock import now
from games.moderation.services.table_actions import ActionRequest
from games.notices.models import Notice
from games.replays import log_check
from games.tables import services
from games.tables.models import LogEntry, Table
from games.tables.store import LoadedTable
from tests.tables.play import load, new_table, on_turn, play_while

REASON = "somebody asked us to"


def order(actor: User, loaded: LoadedTable, **more: Any) -> ActionRequest:
    """Return the order of a moderator who has just seen the preview."""
    changes = Table.objects.values_list("changes", flat=True).get(pk=loaded.table.pk)
    fields: dict[str, Any] = {"changes": changes, "reason": REASON, "at": now()} | more
    return ActionRequest(actor, loaded.table.code, **fields)


def told(loaded: LoadedTable) -> list[tuple[str, str]]:
    """Return what moderators mailed at this table, and to whom."""
    rows = Notice.objects.filter(table=loaded.table, kind="moderation").order_by("pk")
    return [(row.what, row.recipient.display_name) for row in rows]


def logged(loaded: LoadedTable) -> list[tuple[str, str]]:
    """Return kinds and codes of log entries, from the end back to the last move."""
    found = []
    for entry in loaded.table.log.order_by("-number"):
        if entry.kind in (LogEntry.Kind.MOVE, LogEntry.Kind.DEAL, LogEntry.Kind.FORCED):
            break
        found.append((entry.kind, entry.as_text if entry.kind != LogEntry.Kind.ABSENT else ""))
    return found[::-1]


def rows(loaded: LoadedTable) -> list[list[tuple[object, ...]]]:
    """Return every row of the current round, without primary keys."""
    current = load(loaded.table).round
    kinds = (current.cards, current.tokens, current.values, current.knowledge)
    found = [sorted(_contents(kind), key=repr) for kind in kinds]
    return [*found, [tuple(current.extra.items())]]


def _contents(kind: Any) -> Iterator[tuple[object, ...]]:
    for row in kind.all():
        fields = (f.attname for f in row._meta.concrete_fields if not f.primary_key)
        yield tuple(getattr(row, name) for name in fields)


def sound(loaded: LoadedTable) -> bool:
    return log_check.check_table(load(loaded.table).table).sound


def play(loaded: LoadedTable, text: str) -> LoadedTable:
    services.play_move(
        on_turn(loaded), loaded.table.code, text, loaded.table.version, secrets.token_hex(8), now()
    )
    return load(loaded.table)


def late_table(players: int = 3, kind: str = "classic") -> LoadedTable:
    """Play a table until its stock is empty, so that a move reveals no card."""
    return play_while(
        new_table(players, kind=kind),
        lambda loaded: bool(loaded.state.stock or loaded.state.phase != "play"),
        _dull,
    )


def _dull(loaded: LoadedTable) -> str:
    """Return a discard, which never ends a round while there is stock."""
    (number,) = loaded.rules.waiting_for(loaded.state)
    return _text(loaded, loaded.rules.absent_move(loaded.rules.view(loaded.state, number)))


def quiet_moves(loaded: LoadedTable) -> list[str]:
    """Return moves of the seat on turn that reveal nothing, one for each way to play."""
    (seat,) = loaded.rules.waiting_for(loaded.state)
    found: dict[str, str] = {}
    for move in loaded.rules.legal_moves(loaded.state, seat):
        events = loaded.rules.play(loaded.state, seat, move).events
        if all(loaded.rules.events[event.kind].quiet for event in events):
            found.setdefault(type(move).__name__ + getattr(move, "card", ""), _text(loaded, move))
    return list(found.values())


def _text(loaded: LoadedTable, move: Any) -> str:
    return str(move.written())
