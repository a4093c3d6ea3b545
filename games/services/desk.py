"""What every service begins with: the lock, and the reasons to do nothing."""

from __future__ import annotations

from django.db import models

from accounts.models import User
from games import store
from games.models import Game, Seat
from games.store import Table

REASONS = (
    "not-seated already-seated table-full table-closed not-owner started-already not-running "
    "too-few-seats no-such-player already-invited yourself not-over moved-on empty too-long "
    "cannot-resign alone seat-not-offered seat-taken left-here unreliable not-yours not-given-back "
    "vacation-order vacation-past vacation-too-far vacation-too-long vacation-twice no-vacation "
    "not-together muted no-appeal paused chat-closed changed-often too-many-tables too-often"
).split()


class Refused(Exception):  # noqa: N818  (nothing went wrong: it may not be done)
    """A service did nothing; the code says why."""

    def __init__(self, code: str) -> None:
        if code not in REASONS:
            raise ValueError(f"not a reason: {code}")
        super().__init__(code)
        self.code = code


class TableMovedOn(Refused):
    """The form is older than the table: a second tab, or somebody was quicker."""

    def __init__(self) -> None:
        super().__init__("moved-on")


def lock(code: str) -> Game:
    """Lock the table before anything about it is read. Call it first in a transaction."""
    return Game.objects.select_for_update(of=("self",)).get(code=code)


def locked_table(code: str) -> Table:
    return store.load(lock(code))


def require(condition: object, code: str) -> None:
    """A referee's sentence: unless this holds, refuse."""
    if not condition:
        raise Refused(code)


def seat_of(game: Game, user: User) -> Seat:
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise Refused("not-seated")
    return seat


def touch(game: Game, *fields: str) -> None:
    """Save these fields and tell every open page that the table has changed."""
    game.changes += 1
    game.save(update_fields=["changes", *fields])


def humans(seats: models.Manager[Seat] | models.QuerySet[Seat]) -> models.QuerySet[Seat]:
    return seats.filter(user__isnull=False)
