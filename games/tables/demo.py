"""The tables that `make run` opens on: your turn in each game, one finished, one open to join."""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import Rng
from games.engine.bots import EASY, HARD, NORMAL
from games.tables import services, store
from games.tables.models import Table
from games.tables.services import bot_moves
from games.tables.services.lobby import TablePlan
from games.tables.store import LoadedTable, saving

HOSTS = ("Mira", "Jonas")
MIXED = (EASY, NORMAL, HARD, NORMAL, EASY)


def tables(player: User, at: datetime) -> None:
    """Make the demo tables, unless the player has any."""
    if Table.objects.filter(seats__user=player).exists():
        return
    full, duel = partial(TablePlan, strengths=MIXED), partial(TablePlan, strengths=(NORMAL,))
    plans = (
        ("turn", 14, full("classic", 5, _("Rainy Tuesday"), bots=4, public=False)),
        ("duel", 16, duel("duel", 2, _("Two Picks Deep"), bots=1, public=False)),
        ("solo", 9, TablePlan("solo", 1, _("Last Candle"), public=False)),
        ("lost-mines", 26, full("lost_mines", 6, _("Beyond the Pines"), bots=5, public=False)),
        ("finished", None, full("classic", 4, _("The night shift"), bots=3)),
    )
    for name, moves, plan in plans:
        play(services.open_table(player, plan, f"demo-{name}", at), player, at, moves)
    _open_to_join(at)


def _open_to_join(at: datetime) -> None:
    hosts = [User.objects.named(name).first() or User.objects.create_user(name) for name in HOSTS]
    plan = TablePlan("classic", 5, _("Lamps out"), bots=2, strengths=(NORMAL, HARD))
    table = services.open_table(hosts[0], plan, "demo-open", at)
    services.join(hosts[1], table.code, at)


def play(table: Table, player: User, at: datetime, moves: int | None = None) -> None:
    """Play for everybody until this many moves are played and this player is on turn."""
    played = 0
    while True:
        loaded = store.current(table.pk)
        if loaded.table.status != Table.Status.RUNNING:
            return
        (number,) = loaded.rules.waiting_for(loaded.state)
        if moves is not None and played >= moves and loaded.seats[number].user_id == player.pk:
            return
        _move(loaded, number, at)
        played += 1


def _move(loaded: LoadedTable, number: int, at: datetime) -> None:
    """Play a quick move for a person or a bot, without waiting for a hard bot to think."""
    seat, version = loaded.seats[number], loaded.table.version
    view = loaded.rules.view(loaded.state, number)
    move: Any = loaded.kind.quick_move(view, Rng(saving.random_bytes(16), "demo"))
    if seat.user is None:
        bot_moves.bot_plays(seat, move, version, at)
        return
    text = move.written()
    services.play_move(seat.user, loaded.table.code, text, version, secrets.token_hex(8), at)
