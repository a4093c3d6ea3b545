"""Before the deal: open a table, invite, sit down, get up, begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts import addresses, manners, never_again
from accounts.models import User
from games import clocks, engine, notice_limits, notify, reliability, store
from games.engine import Value
from games.models import Game, Invitation, Move, Seat
from games.services import desk, handover, log
from games.services.desk import require
from games.store import Table

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


def open_table(owner: User, plan: Plan, token: str, at: datetime) -> Game:
    """A new table with its owner and bots seated. The same form sent again gives the same table."""
    try:
        with transaction.atomic():
            return _open(owner, plan, token, at)
    except IntegrityError:
        return Game.objects.get(owner=owner, token=token)


def _open(owner: User, plan: Plan, token: str, at: datetime) -> Game:
    rules = engine.GAMES[plan.kind]
    game = Game.objects.create(
        kind=plan.kind,
        rules_version=rules.RULES_VERSION,
        options=dict(engine.chosen(rules.OPTIONS, plan.options)),
        title=plan.title,
        owner=owner,
        token=token,
        size=plan.size,
        created_at=at,
        expires_at=at + LOBBY_LASTS,
        **{name: getattr(plan, name) for name in KEPT},
    )
    seats = [Seat(game=game, number=0, user=owner, joined_at=at)]
    seats += [Seat(game=game, number=n + 1, bot="easy", joined_at=at) for n in range(plan.bots)]
    Seat.objects.bulk_create(seats)
    _begin_when_full(game, at)
    return game


@transaction.atomic
def join(user: User, code: str, at: datetime) -> Game:
    """Take a free seat; the last one begins the game. Sitting down twice is sitting down once."""
    game = desk.lock(code)
    numbers = {seat.number: seat.user_id for seat in game.seats.all()}
    if user.pk in numbers.values():
        return game
    require(game.status == Game.Status.LOBBY, "table-closed")
    require(len(numbers) < game.size, "table-full")
    require(reliability.meets(user, game), "unreliable")
    require(not game.public or not manners.at_odds(user, numbers.values()), "not-together")
    free = next(number for number in range(game.size) if number not in numbers)
    Seat.objects.create(game=game, number=free, user=user, joined_at=at)
    desk.touch(game)
    _begin_when_full(game, at)
    return game


@transaction.atomic
def leave(user: User, code: str, at: datetime, leave_notes: bool = False) -> Game:
    """Get up. From a lobby one just goes; at a running table the seat is offered, with his notes
    if he allows it, or a bot takes it.
    """
    game = desk.lock(code)
    seat = desk.seat_of(game, user)
    if game.status == Game.Status.LOBBY:
        _vacate(game, seat, at)
    else:
        require(game.status == Game.Status.RUNNING, "not-running")
        require(game.size > 1, "alone")
        handover.step_out(store.load(game), seat.number, at, leave_notes)
    return game


@transaction.atomic
def remove(owner: User, code: str, number: int, at: datetime) -> Game:
    """The owner takes somebody, or a bot, from the lobby."""
    game = desk.lock(code)
    require(game.owner_id == owner.pk, "not-owner")
    require(game.status == Game.Status.LOBBY, "started-already")
    seat = game.seats.filter(number=number).first()
    require(seat is not None, "not-seated")
    assert seat is not None
    require(seat.user_id != owner.pk, "yourself")
    seat.delete()
    desk.touch(game)
    return game


@transaction.atomic
def start(owner: User, code: str, at: datetime) -> Game:
    """The owner begins before the table is full, if the rules allow so few."""
    game = desk.lock(code)
    require(game.owner_id == owner.pk, "not-owner")
    if game.status == Game.Status.RUNNING:
        return game
    require(game.status == Game.Status.LOBBY, "table-closed")
    require(game.seats.count() in engine.GAMES[game.kind].PLAYERS, "too-few-seats")
    begin(game, at)
    return game


@transaction.atomic
def invite(owner: User, code: str, name: str, at: datetime) -> Game:
    """Ask a player by name; he finds the table on his home page."""
    game = _inviting(owner, code)
    guest = User.objects.named(name).filter(is_active=True).first()
    require(guest is not None, "no-such-player")
    assert guest is not None
    require(guest.pk != owner.pk, "yourself")
    require(not game.seats.filter(user=guest).exists(), "already-seated")
    _, new = Invitation.objects.get_or_create(game=game, user=guest, defaults={"at": at})
    if new:
        notify.invited(game, guest, owner, at)
    return game


@transaction.atomic
def invite_email(owner: User, code: str, email: str, at: datetime) -> Game:
    """Ask somebody by address. Whether the address has an account, or wants none, is never told."""
    game, address = _inviting(owner, code), email.lower()
    _, new = Invitation.objects.get_or_create(game=game, email=address, defaults={"at": at})
    if new and never_again.may_invite(address):
        _tell_address(game, owner, address, at)
    return game


def _tell_address(game: Game, owner: User, address: str, at: datetime) -> None:
    """Who has an account is told as they chose to be; a stranger by mail."""
    guest = addresses.holder(address)
    if guest is not None:
        notify.invited(game, guest, owner, at)
    elif notice_limits.may_mail_stranger(address, at):
        notify.invite_by_mail(game, owner, address)


@transaction.atomic
def decline(user: User, code: str) -> Game:
    """Say no to an invitation, by name or by address; saying so again changes nothing."""
    game = desk.lock(code)
    game.invitations.filter(user=user).delete()
    if user.email:
        game.invitations.filter(email=user.email).delete()
    return game


def _inviting(owner: User, code: str) -> Game:
    game = desk.lock(code)
    require(game.owner_id == owner.pk, "not-owner")
    require(game.status == Game.Status.LOBBY, "started-already")
    return game


def expired_lobbies(at: datetime) -> QuerySet[Game]:
    """Those that never filled, the oldest first."""
    due = Game.objects.filter(status=Game.Status.LOBBY, expires_at__lte=at)
    return due.order_by("expires_at")


@transaction.atomic
def expire_lobby(code: str, at: datetime) -> bool:
    """Close a lobby whose time has passed."""
    game = desk.lock(code)
    if game.status != Game.Status.LOBBY or game.expires_at is None or game.expires_at > at:
        return False
    game.status, game.ended_at = Game.Status.EXPIRED, at
    game.remove_at = at + log.CANCELLED_LASTS
    desk.touch(game, "status", "ended_at", "remove_at")
    notify.closed(game, at)
    return True


# --- how a table begins -------------------------------------------------------------------------


def _begin_when_full(game: Game, at: datetime) -> None:
    if game.seats.count() == game.size:
        begin(game, at)


def begin(game: Game, at: datetime) -> Table:
    """Deal. Seats close up, so that they are counted without gaps."""
    table = Table(game, list(game.seats.select_related("user").order_by("number")))
    for number, seat in enumerate(table.seats):
        seat.number, seat.excused_left = number, game.excused
        seat.bank = clocks.full(game) if game.bank_hours else None
        seat.save(update_fields=["number"])  # one by one, upwards: two never share a number
    game.status, game.started_at, game.expires_at = Game.Status.RUNNING, at, None
    store.deal(table, at)
    log.write(table, Move.Kind.DEAL, table.rules.opening_events(table.state), at)
    notify.started(table, at)
    log.settle(table, at, person=True)
    return table


def _vacate(game: Game, seat: Seat, at: datetime) -> None:
    """Somebody leaves a lobby; with its owner it closes."""
    seat.delete()
    if seat.user_id == game.owner_id:
        game.status, game.ended_at = Game.Status.CANCELLED, at
        game.remove_at = at + log.CANCELLED_LASTS
        notify.closed(game, at, by=seat.user)
    desk.touch(game, "status", "ended_at", "remove_at")
