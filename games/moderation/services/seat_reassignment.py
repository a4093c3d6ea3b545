"""Hand on the seats of a banned or suspended player at once, if the decision says so.

The decision only notes that this is to be done (`Sanction.seats_due`). A sweep then does it, each
table in a transaction of its own: one that is locked or fails delays no other, and after a crash
the next run continues. A table where nobody else sits keeps nobody waiting and is left to its
clocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from config.jobs.sweeps import MAX_STEPS, SweepStep
from games.moderation.models import Sanction
from games.moderation.permissions import Action
from games.moderation.services import audit, table_actions
from games.tables.models import Seat, Table
from games.tables.services import lobby
from games.tables.services.unit_of_work import table_in_transaction

GRACE = timedelta(minutes=2)
"""The time for which the sweep repeats: a request that was under way may still take a seat."""


class SeatOutcome(StrEnum):
    OFFER = "offer"
    BOT = "bot"
    LEAVES_LOBBY = "leaves-lobby"
    CLOSES_LOBBY = "closes-lobby"
    CLOCK = "clock"
    """Nobody else sits there, so its clock runs."""


def preview_seats(user: User) -> list[tuple[Table, SeatOutcome]]:
    """Return what happens to their seat at each open table when it is handed on: one query."""
    seats = _seats(user.pk).select_related("table").annotate(together=_others())
    return [(seat.table, _outcome(seat.table, user, seat.together)) for seat in seats]


def _outcome(table: Table, user: User, together: bool) -> SeatOutcome:
    if table.status == Table.Status.LOBBY:
        return SeatOutcome.CLOSES_LOBBY if table.owner_id == user.pk else SeatOutcome.LEAVES_LOBBY
    if not together:
        return SeatOutcome.CLOCK
    return SeatOutcome.OFFER if table.offer_hours else SeatOutcome.BOT


def running_tables(user: User) -> int:
    return _seats(user.pk).filter(table__status=Table.Status.RUNNING).count()


def _seats(user: int) -> QuerySet[Seat]:
    return Seat.objects.at_open_tables().filter(user=user).order_by("table")


def _others() -> Exists:
    there = Seat.objects.of_people().filter(table=OuterRef("table"))
    return Exists(there.exclude(pk=OuterRef("pk")))


def due_sanctions(at: datetime) -> QuerySet[Sanction]:
    """Return decisions whose seats wait to be handed on, by an index."""
    return Sanction.objects.filter(seats_due__lte=at).order_by("seats_due")


def reassignment_steps(at: datetime) -> Iterator[SweepStep]:
    """Yield a step for each table of each decision, and one that checks whether all is done."""
    for pk, user in list(due_sanctions(at).values_list("pk", "user")[:MAX_STEPS]):
        for code in list(_seats(user).values_list("table__code", flat=True)):
            yield partial(reassign_seat, pk, code, at)
        yield partial(finish_reassignment, pk, at)


@transaction.atomic
def reassign_seat(number: int, code: str, at: datetime) -> bool:
    """Hand on the seat at this table; return False if there is none or the decision was lifted."""
    with table_in_transaction(code, at) as work:
        sanction = _holding(number, at)
        seat = work.loaded.seat_of(sanction.user) if sanction else None
        if sanction is None or seat is None or work.table.status not in Table.OPEN:
            return False
        together = any(other.user_id for other in work.seats if other is not seat)
        fate = _outcome(work.table, sanction.user, together)
        if fate == SeatOutcome.CLOCK:
            return False
        before = table_actions.table_facts(work.loaded)
        details = {"sanction": sanction.pk, "seat": seat.number, "to": fate.value}
        if work.table.status == Table.Status.LOBBY:
            lobby.vacate(work, seat)
        else:  # one mail, that of the decision, tells the player of all their seats
            table_actions.vacate_seat(work, seat, "offer", tell_them=False)
    after = table_actions.table_facts(work.loaded) | details
    audit.write_follow_up(
        sanction.by, Action.TABLE_REMOVE, f"with decision {sanction.pk}", at,
        target=sanction.user, table_code=code, before=before, after=after,
    )  # fmt: skip
    return True


def _holding(number: int, at: datetime) -> Sanction | None:
    rows = Sanction.objects.filter(pk=number, seats_due__isnull=False)
    found = rows.select_related("user", "by").first()
    return found if found is not None and found.runs(at) else None


@transaction.atomic
def finish_reassignment(number: int, at: datetime) -> bool:
    """Note that all is done, unless a seat waits. Return False, as it is no work by itself."""
    found = Sanction.objects.select_for_update(of=("self",)).select_related("user")
    sanction = found.filter(pk=number, seats_due__isnull=False).first()
    if sanction is None or sanction.seats_due is None:
        return False
    early = at < sanction.seats_due + GRACE
    waiting = _seats(sanction.user_id).filter(Q(table__status=Table.Status.LOBBY) | _others())
    if sanction.runs(at) and (early or waiting.exists()):
        return False
    sanction.seats_due = None
    sanction.save(update_fields=["seats_due"])
    return False
