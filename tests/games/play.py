"""Tables for tests, played through the real services."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from config.clock import now
from games import services, store, tasks
from games.engine import Lots, Value
from games.models import Game, Notice, Seat
from games.services import Refused
from games.services.lobby import Plan
from games.store import Table
from tests.factories import UserFactory
from tests.positions import last_round

LOTS = Lots(b"tests", "moves")


def token() -> str:
    return secrets.token_hex(8)


def new_table(
    players: int = 3,
    bots: int = 0,
    options: Mapping[str, Value] | None = None,
    kind: str = "classic",
    **plan: Any,
) -> Table:
    """A running table of so many people and bots."""
    users = UserFactory.create_batch(players)
    wanted = Plan(kind, players + bots, "Rainy Tuesday", options or {}, bots, **plan)
    game = services.open_table(users[0], wanted, token(), now())
    for user in users[1:]:
        services.join(user, game.code, now())
    return load(game)


def load(game: Game) -> Table:
    return store.current(game.pk)


def on_turn(table: Table) -> User:
    (number,) = table.rules.waiting_for(table.state)
    user = table.seats[number].user
    assert user is not None
    return user


def any_move(table: Table) -> str:
    """Some legal move of whoever is on turn, in notation."""
    (number,) = table.rules.waiting_for(table.state)
    return table.rules.print_move(LOTS.choose(table.rules.legal_moves(table.state, number)))


def play(table: Table, text: str | None = None) -> Table:
    """Play a move as its player would, and load the table anew."""
    return load(_played(table, text or any_move(table)).game)


def _played(table: Table, text: str) -> Table:
    user, game = on_turn(table), table.game
    return services.play_move(user, game.code, text, game.version, token(), now())


def play_on(table: Table, moves: int) -> Table:
    """So many moves, or until the game is over; then load the table anew."""
    for _ in range(moves):
        if table.game.status != Game.Status.RUNNING:
            break
        table = _played(table, any_move(table))
    return load(table.game)


def finished() -> Table:
    """A classic game that was played to its end, begun in the middle of its last round."""
    players = UserFactory.create_batch(3)
    return play_on(load(last_round(*players)), 100)


# --- time passes: columns are shifted, nobody sleeps ----------------------------------------------


def seat_on_turn(table: Table) -> Seat:
    (seat,) = [seat for seat in table.seats if seat.on_turn]
    return seat


def age(table: Table, *columns: str) -> Table:
    """These times of every seat of the table lie a second back, where it has them."""
    for column in columns or ("due_at",):
        seats = Seat.objects.filter(game=table.game, **{f"{column}__isnull": False})
        seats.update(**{column: now() - timedelta(seconds=1)})
    return load(table.game)


def kinds(table: Table) -> list[str]:
    """What the log holds beside moves."""
    kinds = table.game.moves.order_by("number").values_list("kind", flat=True)
    return [kind for kind in kinds if kind not in ("deal", "move", "forced")]


def told(user: User | None, kind: str) -> list[str]:
    """What this player was told of this kind, in order."""
    found = Notice.objects.filter(recipient=user, kind=kind).order_by("pk")
    return list(found.values_list("what", flat=True))


def play_until(table: Table, user: User) -> Table:
    """The others move until it is this player's turn."""
    for _ in range(200):
        if on_turn(table) == user:
            return load(table.game)
        table = _played(table, any_move(table))
    raise AssertionError("it never became his turn")


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, match=f"^{code}$")


def let_it_pass(table: Table) -> Table:
    """The time of whoever is on turn is up, and the sweep comes by."""
    age(table, "due_at")
    assert tasks.miss_turns() == 1
    return load(table.game)


def offered(**plan: Any) -> tuple[Table, User]:
    """A table that has offered the seat of its first player on turn, and that player."""
    table = new_table(3, excused=0, **plan)
    absent = on_turn(table)
    table = play_until(let_it_pass(table), absent)
    return let_it_pass(table), absent


def bots_move(table: Table) -> Table:
    tasks.move_bots()
    return load(table.game)
