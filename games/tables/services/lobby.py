"""Before the deal: open a table, invite, join, leave, set bots, start; and the rematch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from itertools import repeat
from typing import Any

from django.db import IntegrityError, transaction

from accounts.mail import addresses
from accounts.models import User
from games.engine import Value, chosen_options
from games.engine.bots import EASY
from games.kinds import GAMES
from games.tables import access, bot_players, clocks, rate_limits, store
from games.tables.models import Invitation, LogEntry, Seat, Table
from games.tables.refusals import Refused, require
from games.tables.seat_plan import FREE, SEAT_STATES
from games.tables.services import handover
from games.tables.services.news import Invited, StrangerInvited, TableOver, TableStarted
from games.tables.services.unit_of_work import (
    RowWork,
    TableWork,
    lock,
    row_for_update,
    table_for_update,
    work_on,
)
from games.tables.store import LoadedTable

LOBBY_LIFETIME = timedelta(days=14)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """Settings that a plan and a table share: opening copies them, and so does a rematch."""

    public: bool = True
    pace_hours: int = 72
    pace_minutes: int = 0
    bank_hours: int = 0
    sleep_aware: bool = True
    vacation_ok: bool = True
    excused: int = 1
    offer_hours: int = 24
    gives_back: bool = True
    min_reliability: int = 0


SETTINGS = tuple(column.name for column in fields(TableSettings))


@dataclass(frozen=True, slots=True)
class TablePlan(TableSettings):
    """The settings of a new table, all of which are shown before joining."""

    kind: str
    size: int
    title: str
    options: Mapping[str, Value] = field(default_factory=dict)
    bots: int = 0
    strengths: tuple[str, ...] = (EASY,)
    """The strength of each bot; the last one is used for all that follow."""
    places: tuple[int, ...] = ()
    """The seat of each bot; by default those next to the owner."""
    dwarfs: tuple[str, ...] = ()
    """Keys of the dwarfs that play as bots; further ones are drawn at random."""


def open_table(owner: User, plan: TablePlan, token: str, at: datetime) -> Table:
    """Open a table with its owner and bots. The same form sent again gives the same table."""
    try:
        with transaction.atomic():
            return _open(owner, plan, token, at)
    except IntegrityError:
        return Table.objects.get(owner=owner, token=token)


def remember_strength(owner: User, plan: TablePlan) -> None:
    """Offer the chosen strength of bots first next time."""
    chosen = plan.strengths[0]
    if plan.bots and owner.bot_strength != chosen:
        User.objects.filter(pk=owner.pk).update(bot_strength=chosen)


def _open(owner: User, plan: TablePlan, token: str, at: datetime) -> Table:
    rules = GAMES[plan.kind]
    table = Table.objects.create(
        kind=plan.kind,
        rules_version=rules.version,
        options=dict(chosen_options(rules.options, plan.options)),
        title=plan.title,
        owner=owner,
        token=token,
        size=plan.size,
        created_at=at,
        expires_at=at + LOBBY_LIFETIME,
        **{name: getattr(plan, name) for name in SETTINGS},
    )
    access.require_guest_may_open(owner, table, plan.bots)  # a form sent twice doesn't get here
    seats = [Seat(table=table, number=0, user=owner, joined_at=at)]
    seats += _bots(table, plan, seats, at)
    Seat.objects.bulk_create(seats)
    with work_on(LoadedTable(table, seats), at) as work:
        work.clock_time = at  # the move of all deadlines can't see this table yet
        if len(seats) == table.size:
            _begin(work)
    return table


def _bots(table: Table, plan: TablePlan, seated: list[Seat], at: datetime) -> list[Seat]:
    """Make seats for the bots, each a different dwarf."""
    dwarfs = bot_players.unused_dwarfs(seated, plan.dwarfs)
    strengths = (*plan.strengths, *repeat(plan.strengths[-1], plan.bots))
    places = plan.places or range(1, plan.bots + 1)
    return [
        Seat(table=table, number=number, bot=strength, dwarf=next(dwarfs).key, joined_at=at)
        for number, strength in zip(places, strengths, strict=False)
    ]


def join(user: User, code: str, at: datetime) -> Table:
    """Take a free seat; the last one starts the game. Joining twice does nothing."""
    with table_for_update(code, at) as work:
        if work.loaded.seat_of(user) is not None:
            return work.table
        taken = {seat.number for seat in work.seats}
        require(work.table.status == Table.Status.LOBBY, "table-closed")
        require(len(taken) < work.table.size, "table-full")
        handover.require_may_join(work, user)
        free = next(number for number in range(work.table.size) if number not in taken)
        Seat.objects.create(table=work.table, number=free, user=user, joined_at=at)
        work.changed()
        if len(taken) + 1 == work.table.size:
            _begin(work)
    return work.table


def leave(user: User, code: str, at: datetime, leave_notes: bool = False) -> Table:
    """Leave a lobby, or a running table: there the seat is offered, with the player's notes if they
    allow it, or a bot takes it.
    """
    with table_for_update(code, at) as work:
        seat = work.seat_of(user)
        if work.table.status == Table.Status.LOBBY:
            vacate(work, seat)
        else:
            require(work.table.status == Table.Status.RUNNING, "not-running")
            require(work.table.size > 1, "alone")
            handover.step_out(work, seat, leave_notes and not user.is_guest)
    return work.table


def remove(owner: User, code: str, number: int, at: datetime) -> Table:
    """Remove a player or a bot from the lobby, for its owner."""
    with row_for_update(code, at) as work:
        require_lobby_of(owner, work)
        seat = work.table.seats.filter(number=number).first()
        if seat is None:
            raise Refused("not-seated")
        require(seat.user_id != owner.pk, "yourself")
        seat.delete()
        work.changed()
    return work.table


def start(owner: User, code: str, at: datetime) -> Table:
    """Start before the table is full, if the rules allow so few players."""
    with table_for_update(code, at) as work:
        require(work.table.owner_id == owner.pk, "not-owner")
        if work.table.status == Table.Status.RUNNING:
            return work.table
        require(work.table.status == Table.Status.LOBBY, "table-closed")
        require(len(work.seats) in work.loaded.rules.players, "too-few-seats")
        _begin(work)
    return work.table


def invite(owner: User, code: str, name: str, at: datetime) -> Table:
    """Invite a player by name; they find the table on their home page."""
    with row_for_update(code, at) as work:
        require_lobby_of(owner, work)
        guest = User.objects.named(name).filter(is_active=True).first()
        if guest is None:
            raise Refused("no-such-player")
        require(guest.pk != owner.pk, "yourself")
        require(not work.table.seats.filter(user=guest).exists(), "already-seated")
        asked = {"table": work.table, "user": guest}
        _, new = Invitation.objects.get_or_create(**asked, defaults={"at": at})
        if new:
            work.tell(Invited((guest,), owner))
    return work.table


def invite_email(owner: User, code: str, email: str, at: datetime) -> Table:
    """Invite somebody by address, without revealing whether it has an account or opted out."""
    with row_for_update(code, at) as work:
        require_lobby_of(owner, work)
        address = email.lower()
        asked = {"table": work.table, "email": address}
        _, new = Invitation.objects.get_or_create(**asked, defaults={"at": at})
        if new and addresses.may_mail(address):
            _ask_address(work, owner, address)
    return work.table


def _ask_address(work: RowWork, owner: User, address: str) -> None:
    """Notify the owner of the address as they have chosen to be; mail it if it has no account."""
    guest = addresses.confirmed_owner(address)
    if guest is not None:
        work.tell(Invited((guest,), owner))
    elif rate_limits.may_mail_stranger(address, work.at):
        work.tell(StrangerInvited(address, owner))


@transaction.atomic
def decline(user: User, code: str) -> Table:
    """Decline an invitation, by name or by address. Doing it twice does nothing."""
    table = lock(code)
    table.invitations.filter(user=user).delete()
    if user.email:
        table.invitations.filter(email=user.email).delete()
    return table


def require_lobby_of(owner: User, work: RowWork) -> None:
    """Refuses: not-owner, started-already."""
    require(work.table.owner_id == owner.pk, "not-owner")
    require(work.table.status == Table.Status.LOBBY, "started-already")


def expire_lobby(code: str, at: datetime) -> bool:
    with table_for_update(code, at) as work:
        table = work.table
        if table.status != Table.Status.LOBBY or table.expires_at is None or table.expires_at > at:
            return False
        work.expire()
        _close(work, by=None)
    return True


def vacate(work: TableWork, seat: Seat) -> None:
    """Take a player out of a lobby; if it is the owner, close it."""
    seat.delete()
    work.seats.remove(seat)
    work.changed()
    if seat.user_id == work.table.owner_id:
        work.cancel()
        _close(work, by=seat.user)


def _close(work: TableWork, by: User | None) -> None:
    """Save the end of the lobby and notify every player at the table."""
    work.changed("status", "ended_at", "remove_at")
    work.tell(TableOver("closed", work.players, by=by))


def _begin(work: TableWork) -> None:
    """Deal, and renumber the seats without gaps."""
    table, loaded = work.table, work.loaded
    loaded.keep_seats(list(table.seats.select_related("user").order_by("number")))
    for number, seat in enumerate(loaded.seats):
        seat.number, seat.excused_left = number, table.excused
        seat.bank = clocks.full_clock(table) if table.bank_hours else None
        seat.save(update_fields=["number"])  # one by one, upwards: two never share a number
    table.status, table.started_at, table.expires_at = Table.Status.RUNNING, work.at, None
    store.deal(loaded, work.at)
    dealt = loaded.rules.opening_events(loaded.state)
    work.append(LogEntry(kind=LogEntry.Kind.DEAL), dealt)
    work.tell(TableStarted(work.players))
    work.person_acted()


def set_seat(owner: User, code: str, number: int, state: str, at: datetime) -> Table:
    """Put a bot of this strength on a seat, or clear it; a bot that is there keeps its name.

    Filling the last seat starts nothing: the owner may still be tapping through the strengths.
    Refuses: not-owner, started-already, no-such-chair, chair-taken.
    """
    with row_for_update(code, at) as work:
        require_lobby_of(owner, work)
        require(state in SEAT_STATES and number < work.table.size, "no-such-chair")
        seats = list(work.table.seats.select_related("user"))
        seat = next((seat for seat in seats if seat.number == number), None)
        require(seat is None or seat.bot, "chair-taken")
        if state != (seat.bot if seat else FREE):
            _set_seat(work.table, number, state, seats, at)
            work.changed()
    return work.table


def _set_seat(table: Table, number: int, state: str, seats: list[Seat], at: datetime) -> None:
    there = table.seats.filter(number=number)
    if state == FREE:
        there.delete()
    elif not there.update(bot=state):
        dwarf = next(bot_players.unused_dwarfs(seats)).key
        Seat.objects.create(table=table, number=number, bot=state, dwarf=dwarf, joined_at=at)


def rematch(user: User, code: str, at: datetime) -> Table:
    """Open the same table again for the first player who asks; the others join it."""
    with row_for_update(code, at) as work:
        old = work.table
        require(old.seats.filter(user=user).exists(), "not-seated")
        played = old.status in Table.OVER and old.status != Table.Status.EXPIRED
        require(played, "not-over")
        if old.rematch is None or old.rematch.status in Table.WITHOUT_RESULT:
            old.rematch = _open_again(old, user, at)
            work.changed("rematch")
        new = old.rematch
    return join(user, new.code, at)


def _same_bots(old: Table) -> dict[str, Any]:
    """Return the plan's fields for the same dwarfs with the same strengths."""
    seats = old.seats.exclude(bot="").order_by("number")
    found = [(seat.bot, bot_players.dwarf_of(seat).key) for seat in seats]
    strengths, keys = zip(*found, strict=True) if found else ((EASY,), ())
    return {"bots": len(found), "strengths": strengths, "dwarfs": keys}


def _open_again(old: Table, user: User, at: datetime) -> Table:
    require(rate_limits.may_open(user, at), "too-many-tables")
    kept = {name: getattr(old, name) for name in SETTINGS}
    plan = TablePlan(old.kind, old.size, old.title, old.options, **_same_bots(old), **kept)
    new = open_table(user, plan, f"rematch-{old.pk}-{old.rematch_id or 0}", at)
    others = old.seats.of_people().exclude(user=user).select_related("user")
    guests = tuple(seat.user for seat in others if seat.user is not None)
    for guest in guests:
        Invitation.objects.get_or_create(table=new, user=guest, defaults={"at": at})
    with work_on(LoadedTable(new, []), at) as work:
        work.tell(Invited(guests, user))
    return new
