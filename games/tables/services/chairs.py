"""The owner of a table sets its chairs before the deal: a bot of some strength, or nobody."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from games.tables import dwarfs
from games.tables.chairs import FREE, STATES
from games.tables.models import Seat, Table
from games.tables.services.lobby import require_lobby_of
from games.tables.services.refusals import require
from games.tables.services.unit_of_work import row_for_update


def set_chair(owner: User, code: str, number: int, state: str, at: datetime) -> Table:
    """A bot that sits there already stays who it is, and plays as strong as is asked.

    The last chair begins nothing: whoever taps through the strengths is not dealt a hand meanwhile.
    Refuses: not-owner, started-already, no-such-chair, chair-taken.
    """
    with row_for_update(code, at) as work:
        require_lobby_of(owner, work)
        require(state in STATES and number < work.table.size, "no-such-chair")
        seats = list(work.table.seats.select_related("user"))
        seat = next((seat for seat in seats if seat.number == number), None)
        require(seat is None or seat.bot, "chair-taken")
        if state != (seat.bot if seat else FREE):
            _set(work.table, number, state, seats, at)
            work.changed()
    return work.table


def _set(table: Table, number: int, state: str, seats: list[Seat], at: datetime) -> None:
    there = table.seats.filter(number=number)
    if state == FREE:
        there.delete()
    elif not there.update(bot=state):
        dwarf = next(dwarfs.newcomers(seats)).key
        Seat.objects.create(table=table, number=number, bot=state, dwarf=dwarf, joined_at=at)
