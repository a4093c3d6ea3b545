"""What moderators see of a player besides their history: how and where they play, what they say."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.functional import Promise

from accounts.models import User
from games.kinds import KINDS
from games.tables import reliability
from games.tables.models import Message, Seat, Table
from games.tables.views.players import Played, played

TABLES = 40
SAID = 30


@dataclass(frozen=True, slots=True)
class At:
    """A seat of theirs: at which table, of which game, and whether that still goes on."""

    seat: Seat
    game: str | Promise

    @property
    def table(self) -> Table:
        return self.seat.table


@dataclass(frozen=True, slots=True)
class Profile:
    reliability: reliability.Reliability
    played: list[Played]
    open: list[At]
    over: list[At]
    said: list[Message]


def profile(player: User, own: Collection[int]) -> Profile:
    """What the reader may know: nothing of their own tables (`own`). Six queries."""
    seats = Seat.objects.filter(user=player).exclude(table__in=list(own)).select_related("table")
    sits = [At(seat, KINDS[seat.table.kind].title) for seat in seats.order_by("-pk")[:TABLES]]
    said = Message.objects.filter(user=player).exclude(table__in=list(own))
    return Profile(
        reliability.of(player),
        played(player),
        [at for at in sits if at.table.status in Table.OPEN],
        [at for at in sits if at.table.status not in Table.OPEN],
        list(said.select_related("table").order_by("-pk")[:SAID]),
    )
