"""The tables that `make run` opens on: your turn in each game, one finished, one open to join."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games import services, store
from games.engine import Lots
from games.models import Game
from games.services.lobby import Plan
from games.store import Table

HOSTS = ("Mira", "Jonas")


def tables(player: User, at: datetime) -> None:
    """Made once: whoever has tables already keeps them as they are."""
    if Game.objects.filter(seats__user=player).exists():
        return
    _your_turn(player, at)
    _duel(player, at)
    _alone(player, at)
    _lost_mines(player, at)
    _finished(player, at)
    _open_to_join(at)


def _your_turn(player: User, at: datetime) -> None:
    """Four bots, some moves into the first round; the bots answer through the worker."""
    plan = Plan("classic", 5, _("Rainy Tuesday"), bots=4, public=False)
    game = services.open_table(player, plan, "demo-turn", at)
    _play(game, player, at, moves=14)


def _duel(player: User, at: datetime) -> None:
    """The Duel against a bot, with something on the table already."""
    plan = Plan("duel", 2, _("Two Picks Deep"), bots=1, public=False)
    game = services.open_table(player, plan, "demo-duel", at)
    _play(game, player, at, moves=16)


def _alone(player: User, at: datetime) -> None:
    plan = Plan("solo", 1, _("Last Candle"), public=False)
    game = services.open_table(player, plan, "demo-solo", at)
    _play(game, player, at, moves=9)


def _lost_mines(player: User, at: datetime) -> None:
    """Five more dwarfs in the forest, on the way to the mines."""
    plan = Plan("lost_mines", 6, _("Beyond the Pines"), bots=5, public=False)
    game = services.open_table(player, plan, "demo-lost-mines", at)
    _play(game, player, at, moves=26)


def _finished(player: User, at: datetime) -> None:
    plan = Plan("classic", 4, _("The night shift"), bots=3)
    game = services.open_table(player, plan, "demo-finished", at)
    _play(game, player, at)


def _open_to_join(at: datetime) -> None:
    hosts = [User.objects.named(name).first() or User.objects.create_user(name) for name in HOSTS]
    plan = Plan("classic", 5, _("Lamps out"), bots=2)
    game = services.open_table(hosts[0], plan, "demo-open", at)
    services.join(hosts[1], game.code, at)


def _play(game: Game, player: User, at: datetime, moves: int | None = None) -> None:
    """Play on, the player's own moves too, until so many are played and he is on turn."""
    played = 0
    while True:
        table = store.current(game.pk)
        if table.game.status != Game.Status.RUNNING:
            return
        (number,) = table.rules.waiting_for(table.state)
        if moves is not None and played >= moves and table.seats[number].user_id == player.pk:
            return
        _move(table, number, player, at)
        played += 1


def _move(table: Table, number: int, player: User, at: datetime) -> None:
    """The player moves as a bot would; bots move as they always do."""
    if table.seats[number].bot:
        services.let_bot_move(table.seats[number].pk, at)
        return
    view = table.rules.view(table.state, number)
    move: Any = table.rules.choose(view, Lots(secrets.token_bytes(16), "demo"))
    text = table.rules.print_move(move)
    services.play_move(player, table.game.code, text, table.game.version, secrets.token_hex(8), at)
