"""Tables for tests of what moderators do there."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

from accounts.models import User
from config.clock import now
from games import record, services
from games.models import Game, Move, Notice
from games.moderation.tables import Order
from games.store import Table
from tests.games.play import load, new_table, on_turn

REASON = "somebody asked us to"


def order(actor: User, table: Table, **more: Any) -> Order:
    """As from a preview that was just made."""
    changes = Game.objects.values_list("changes", flat=True).get(pk=table.game.pk)
    fields: dict[str, Any] = {"changes": changes, "reason": REASON, "at": now()} | more
    return Order(actor, table.game.code, **fields)


def told(table: Table) -> list[tuple[str, str]]:
    """Whom moderators told what at this table, by mail."""
    rows = Notice.objects.filter(game=table.game, kind="moderation").order_by("pk")
    return [(row.what, row.recipient.display_name) for row in rows]


def logged(table: Table) -> list[tuple[str, str]]:
    """Kinds and codes of the log, from its end, back to the last that was played."""
    found = []
    for entry in table.game.moves.order_by("-number"):
        if entry.kind in (Move.Kind.MOVE, Move.Kind.DEAL, Move.Kind.FORCED):
            break
        found.append((entry.kind, entry.text if entry.kind != Move.Kind.ABSENT else ""))
    return found[::-1]


def rows(table: Table) -> list[list[tuple[object, ...]]]:
    """Every row of the round that is played, without its primary key."""
    current = load(table.game).round
    kinds = (current.cards, current.tokens, current.values, current.knowledge)
    found = [sorted(_contents(kind), key=repr) for kind in kinds]
    return [*found, [tuple(current.extra.items())]]


def _contents(kind: Any) -> Iterator[tuple[object, ...]]:
    for row in kind.all():
        fields = (f.attname for f in row._meta.concrete_fields if not f.primary_key)
        yield tuple(getattr(row, name) for name in fields)


def sound(table: Table) -> bool:
    return record.replay(load(table.game).game).sound


def play(table: Table, text: str) -> Table:
    services.play_move(
        on_turn(table), table.game.code, text, table.game.version, secrets.token_hex(8), now()
    )
    return load(table.game)


def late_table(players: int = 3, kind: str = "classic") -> Table:
    """A table whose stock is empty, so that a move shows nobody a card. Played, not made up."""
    table = new_table(players, kind=kind)
    while table.state.stock or table.state.phase != "play":
        table = play(table, table.rules.print_move(_dull(table)))
    return table


def _dull(table: Table) -> Any:
    """A discard: it never ends a round before the stock is gone."""
    (number,) = table.rules.waiting_for(table.state)
    return table.rules.absent_move(table.rules.view(table.state, number))


def quiet_moves(table: Table) -> list[str]:
    """Moves of the seat on turn that show nothing, in notation; one for each way to play."""
    (seat,) = table.rules.waiting_for(table.state)
    found: dict[str, str] = {}
    for move in table.rules.legal_moves(table.state, seat):
        events = table.rules.play(table.state, seat, move).events
        if all(table.rules.EVENTS[event.kind].quiet for event in events):
            found.setdefault(type(move).__name__ + getattr(move, "card", ""), _text(table, move))
    return list(found.values())


def _text(table: Table, move: Any) -> str:
    return str(table.rules.print_move(move))
