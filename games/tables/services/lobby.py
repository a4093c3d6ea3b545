"""Before the deal: open a table, invite, sit down, get up, begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts import addresses, blocking, never_again
from accounts.models import User
from games.kinds import GAMES
from games.mine import Value, chosen
from games.notices import limits, triggers
from games.tables import clocks, reliability, store
from games.tables.models import Invitation, LogEntry, Seat, Table
from games.tables.services import desk, handover, log
from games.tables.services.desk import require
from games.tables.store import LoadedTable

LOBBY_LASTS = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a table shall be like: all that is shown again before joining."""

    kind: str
    size: int
    title: str
    options: Mapping[str, Value] = field(default_factory=dict)
    bots: int = 0
    public: bool = True
    pace_hours: int = 72
    bank_hours: int = 0
    sleep_aware: bool = True
    vacation_ok: bool = True
    excused: int = 1
    offer_hours: int = 24
    gives_back: bool = True
    min_reliability: int = 0


KEPT = (
    "public", "pace_hours", "bank_hours", "sleep_aware", "vacation_ok", "excused", "offer_hours",
    "gives_back", "min_reliability",
)  # fmt: skip
"""What a plan and a table call by the same name: opening copies it, and so does a rematch."""


def open_table(owner: User, plan: Plan, token: str, at: datetime) -> Table:
    """A new table with its owner and bots seated. The same form sent again gives the same table."""
    try:
        with transaction.atomic():
            return _open(owner, plan, token, at)
    except IntegrityError:
        return Table.objects.get(owner=owner, token=token)


def _open(owner: User, plan: Plan, token: str, at: datetime) -> Table:
    rules = GAMES[plan.kind]
    table = Table.objects.create(
        kind=plan.kind,
        rules_version=rules.RULES_VERSION,
        options=dict(chosen(rules.OPTIONS, plan.options)),
        title=plan.title,
        owner=owner,
        token=token,
        size=plan.size,
        created_at=at,
        expires_at=at + LOBBY_LASTS,
        **{name: getattr(plan, name) for name in KEPT},
    )
    seats = [Seat(table=table, number=0, user=owner, joined_at=at)]
    seats += [Seat(table=table, number=n + 1, bot="easy", joined_at=at) for n in range(plan.bots)]
    Seat.objects.bulk_create(seats)
    _begin_when_full(table, at)
    return table


@transaction.atomic
def join(user: User, code: str, at: datetime) -> Table:
    """Take a free seat; the last one begins the game. Sitting down twice is sitting down once."""
    table = desk.lock(code)
    numbers = {seat.number: seat.user_id for seat in table.seats.all()}
    if user.pk in numbers.values():
        return table
    require(table.status == Table.Status.LOBBY, "table-closed")
    require(len(numbers) < table.size, "table-full")
    require(reliability.meets(user, table), "unreliable")
    require(not table.public or not blocking.at_odds(user, numbers.values()), "not-together")
    free = next(number for number in range(table.size) if number not in numbers)
    Seat.objects.create(table=table, number=free, user=user, joined_at=at)
    desk.touch(table)
    _begin_when_full(table, at)
    return table


@transaction.atomic
def leave(user: User, code: str, at: datetime, leave_notes: bool = False) -> Table:
    """Get up. From a lobby one just goes; at a running table the seat is offered, with his notes
    if he allows it, or a bot takes it.
    """
    table = desk.lock(code)
    seat = desk.seat_of(table, user)
    if table.status == Table.Status.LOBBY:
        _vacate(table, seat, at)
    else:
        require(table.status == Table.Status.RUNNING, "not-running")
        require(table.size > 1, "alone")
        handover.step_out(store.load(table), seat.number, at, leave_notes)
    return table


@transaction.atomic
def remove(owner: User, code: str, number: int, at: datetime) -> Table:
    """The owner takes somebody, or a bot, from the lobby."""
    table = desk.lock(code)
    require(table.owner_id == owner.pk, "not-owner")
    require(table.status == Table.Status.LOBBY, "started-already")
    seat = table.seats.filter(number=number).first()
    require(seat is not None, "not-seated")
    assert seat is not None
    require(seat.user_id != owner.pk, "yourself")
    seat.delete()
    desk.touch(table)
    return table


@transaction.atomic
def start(owner: User, code: str, at: datetime) -> Table:
    """The owner begins before the table is full, if the rules allow so few."""
    table = desk.lock(code)
    require(table.owner_id == owner.pk, "not-owner")
    if table.status == Table.Status.RUNNING:
        return table
    require(table.status == Table.Status.LOBBY, "table-closed")
    require(table.seats.count() in GAMES[table.kind].PLAYERS, "too-few-seats")
    begin(table, at)
    return table


@transaction.atomic
def invite(owner: User, code: str, name: str, at: datetime) -> Table:
    """Ask a player by name; he finds the table on his home page."""
    table = _inviting(owner, code)
    guest = User.objects.named(name).filter(is_active=True).first()
    require(guest is not None, "no-such-player")
    assert guest is not None
    require(guest.pk != owner.pk, "yourself")
    require(not table.seats.filter(user=guest).exists(), "already-seated")
    _, new = Invitation.objects.get_or_create(table=table, user=guest, defaults={"at": at})
    if new:
        triggers.invited(table, guest, owner, at)
    return table


@transaction.atomic
def invite_email(owner: User, code: str, email: str, at: datetime) -> Table:
    """Ask somebody by address. Whether the address has an account, or wants none, is never told."""
    table, address = _inviting(owner, code), email.lower()
    _, new = Invitation.objects.get_or_create(table=table, email=address, defaults={"at": at})
    if new and never_again.may_invite(address):
        _tell_address(table, owner, address, at)
    return table


def _tell_address(table: Table, owner: User, address: str, at: datetime) -> None:
    """Who has an account is told as they chose to be; a stranger by mail."""
    guest = addresses.holder(address)
    if guest is not None:
        triggers.invited(table, guest, owner, at)
    elif limits.may_mail_stranger(address, at):
        triggers.invite_by_mail(table, owner, address)


@transaction.atomic
def decline(user: User, code: str) -> Table:
    """Say no to an invitation, by name or by address; saying so again changes nothing."""
    table = desk.lock(code)
    table.invitations.filter(user=user).delete()
    if user.email:
        table.invitations.filter(email=user.email).delete()
    return table


def _inviting(owner: User, code: str) -> Table:
    table = desk.lock(code)
    require(table.owner_id == owner.pk, "not-owner")
    require(table.status == Table.Status.LOBBY, "started-already")
    return table


def expired_lobbies(at: datetime) -> QuerySet[Table]:
    """Those that never filled, the oldest first."""
    due = Table.objects.filter(status=Table.Status.LOBBY, expires_at__lte=at)
    return due.order_by("expires_at")


@transaction.atomic
def expire_lobby(code: str, at: datetime) -> bool:
    """Close a lobby whose time has passed."""
    table = desk.lock(code)
    if table.status != Table.Status.LOBBY or table.expires_at is None or table.expires_at > at:
        return False
    table.status, table.ended_at = Table.Status.EXPIRED, at
    table.remove_at = at + log.CANCELLED_LASTS
    desk.touch(table, "status", "ended_at", "remove_at")
    triggers.closed(table, at)
    return True


# --- how a table begins -------------------------------------------------------------------------


def _begin_when_full(table: Table, at: datetime) -> None:
    if table.seats.count() == table.size:
        begin(table, at)


def begin(table: Table, at: datetime) -> LoadedTable:
    """Deal. Seats close up, so that they are counted without gaps."""
    loaded = LoadedTable(table, list(table.seats.select_related("user").order_by("number")))
    for number, seat in enumerate(loaded.seats):
        seat.number, seat.excused_left = number, table.excused
        seat.bank = clocks.full(table) if table.bank_hours else None
        seat.save(update_fields=["number"])  # one by one, upwards: two never share a number
    table.status, table.started_at, table.expires_at = Table.Status.RUNNING, at, None
    store.deal(loaded, at)
    log.write(loaded, LogEntry.Kind.DEAL, loaded.rules.opening_events(loaded.state), at)
    triggers.started(loaded, at)
    log.settle(loaded, at, person=True)
    return loaded


def _vacate(table: Table, seat: Seat, at: datetime) -> None:
    """Somebody leaves a lobby; with its owner it closes."""
    seat.delete()
    if seat.user_id == table.owner_id:
        table.status, table.ended_at = Table.Status.CANCELLED, at
        table.remove_at = at + log.CANCELLED_LASTS
        triggers.closed(table, at, by=seat.user)
    desk.touch(table, "status", "ended_at", "remove_at")
