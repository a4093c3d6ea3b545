"""Lists of tables: on the home page, to join, one's own. The number of queries is constant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import chain
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, ngettext

from accounts import relations
from accounts.dates import time_left
from accounts.models import User
from games.kinds import KINDS, found_by
from games.kinds.kind import GameKind
from games.players.names import is_empty, seat_name
from games.tables import bot_players, time_controls
from games.tables.access import Reader
from games.tables.bot_players import dwarf_of
from games.tables.models import Departure, Invitation, Seat, Table
from games.tables.presenters import results
from games.tables.presenters.people import Face, faces
from games.tables.time_controls import TurnLength

A_PAGE = 20
"""Tables per page."""
FEW = 5
SOME = 10
MANY = 100
OFFERED_FIRST = F("offered_until").asc(nulls_last=True)
"""The player's own seat on offer has no deadline any more, but is the most urgent."""
MOST_URGENT = F("due_at").asc(nulls_last=True)
"""A solo game has no deadline, and nobody waits for it: it comes last."""


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    seat: Seat
    face: Face
    is_reader: bool
    is_owner: bool

    @property
    def name(self) -> str:
        return seat_name(self.seat)

    @property
    def manner(self) -> object:
        """A bot's manner, from its dwarf."""
        return dwarf_of(self.seat).about if self.seat.bot else ""

    @property
    def strength(self) -> object:
        """A bot's strength."""
        return bot_players.strength_name(self.seat.bot) if self.seat.bot else ""

    @property
    def profile(self) -> str:
        """The name of their profile; bots and deleted players have none."""
        return (self.seat.user.name or "") if self.seat.user else ""

    @property
    def is_empty(self) -> bool:
        return is_empty(self.seat)


@dataclass(frozen=True, slots=True)
class Row:
    """A table in a list with its players, as one reader sees it at one moment."""

    table: Table
    seats: tuple[Seat, ...]
    reader: int | None
    at: datetime

    @property
    def kind(self) -> GameKind[Any, Any]:
        return KINDS[self.table.kind]

    @property
    def pace(self) -> str:
        return time_controls.clock_words(self.table)

    @property
    def mine(self) -> Seat | None:
        return next((s for s in self.seats if s.user_id and s.user_id == self.reader), None)

    @property
    def free(self) -> list[int]:
        taken = {seat.number for seat in self.seats}
        return [number for number in range(self.table.size) if number not in taken]

    @property
    def seats_taken(self) -> str:
        taken = len(self.seats)
        said = ngettext(
            "%(taken)s of %(size)s seats is taken.", "%(taken)s of %(size)s seats are taken.", taken
        ) % {"taken": taken, "size": self.table.size}
        return (
            said if self.free else f"{said} " + gettext("The game begins when its owner says so.")
        )

    @property
    def bots(self) -> int:
        return sum(1 for seat in self.seats if seat.bot)

    @property
    def strengths(self) -> str:
        return bot_players.strength_names(seat.bot for seat in self.seats if seat.bot)

    @property
    def enough(self) -> bool:
        """Whether the game could start with those who sit here now."""
        return len(self.seats) in self.kind.rules.players

    @property
    def fewest(self) -> int:
        return min(self.kind.rules.players)

    @property
    def people(self) -> list[ListedPlayer]:
        looks = faces(self.seats)
        return [
            ListedPlayer(
                seat,
                looks[seat.number],
                is_reader=bool(seat.user_id) and seat.user_id == self.reader,
                is_owner=bool(seat.user_id) and seat.user_id == self.table.owner_id,
            )
            for seat in self.seats
        ]

    @property
    def on_turn(self) -> list[ListedPlayer]:
        return [person for person in self.people if person.seat.on_turn]

    @property
    def offered(self) -> list[ListedPlayer]:
        """Players whose seats can be taken over now."""
        return [p for p in self.people if p.seat.offered_until and p.seat.offered_until > self.at]

    @property
    def least_reliability(self) -> str:
        return (
            time_controls.at_least_per_cent(self.table.min_reliability)
            if self.table.min_reliability
            else ""
        )

    @property
    def winners(self) -> list[ListedPlayer]:
        return [person for person in self.people if person.seat.won]

    @property
    def result(self) -> str:
        """The result for the reader."""
        names = [person.name for person in self.winners]
        return results.short_result(names, bool(self.mine and self.mine.won), self.mine is not None)

    @property
    def due_at(self) -> datetime | None:
        """The next deadline: the reader's own before that of others."""
        if self.mine and self.mine.on_turn:
            return self.mine.due_at
        return min((seat.due_at for seat in self.seats if seat.due_at), default=None)

    @property
    def left(self) -> str:
        return time_left(self.due_at, self.at) if self.due_at else ""


def rows(games: Iterable[Table], user: Reader, at: datetime) -> list[Row]:
    """Return rows with their players: one query, however many tables.

    Games that only a newer release has are left out.
    """
    found = [table for table in games if table.kind in KINDS]
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=found).select_related("user").order_by("number"):
        seats[seat.table_id].append(seat)
    return [Row(table, tuple(seats[table.pk]), user.pk, at) for table in found]


def open_to_join(user: Reader, at: datetime) -> QuerySet[Table]:
    """Select public lobbies with a free seat, newest first."""
    lobbies = Table.objects.in_lobby().public().filter(expires_at__gt=at)
    lobbies = lobbies.alias(taken=_taken()).filter(taken__lt=F("size"))
    if isinstance(user, User):  # leave out tables where a block keeps them from joining
        foes = Seat.objects.filter(relations.blocked_either_way(user, "user"), table=OuterRef("pk"))
        lobbies = lobbies.exclude(Exists(foes))
    return lobbies.exclude(_sits(user)).select_related("owner").order_by("-created_at", "-pk")


def to_watch(user: Reader) -> QuerySet[Table]:
    """Select public running tables, except those that the reader sits at or has left."""
    running = Table.objects.running().public()
    if user.pk:
        left = Exists(Departure.objects.filter(table=OuterRef("pk"), user=user.pk))
        running = running.exclude(_sits(user)).exclude(left)
    return running.select_related("owner").order_by("-moved_at", "-pk")


def seats_to_take(user: Reader, at: datetime) -> QuerySet[Table]:
    """Select public tables with a seat on offer, the longest on offer first."""
    offered = Seat.objects.filter(offered_until__gt=at).values("table")
    return to_watch(user).filter(pk__in=offered).order_by("moved_at", "pk")


def waiting(user: User) -> QuerySet[Table]:
    """Select their tables that wait for others to move or to join, the latest move first."""
    own = Seat.objects.filter(user=user, on_turn=False, ended_at=None).values("table")
    tables = Table.objects.open().filter(pk__in=own).select_related("owner")
    return tables.order_by(Coalesce("moved_at", "created_at").desc(), "-pk")


def over(user: User) -> QuerySet[Table]:
    tables = Table.objects.over().filter(_sits(user)).select_related("owner")
    return tables.order_by("-ended_at", "-pk")


def on_turn(user: User) -> QuerySet[Table]:
    """Select tables where it is their turn, the most urgent first."""
    tables = Table.objects.filter(seats__user=user, seats__on_turn=True).select_related("owner")
    offered = F("seats__offered_until").asc(nulls_last=True)
    return tables.order_by(offered, F("seats__due_at").asc(nulls_last=True), "pk")


def invited_to(user: User) -> QuerySet[Table]:
    """Select lobbies they are invited to, by name or by email, and haven't joined."""
    guest = Q(user=user) | Q(email=user.email) if user.email else Q(user=user)
    asked = Exists(Invitation.objects.filter(guest, table=OuterRef("pk")))
    lobbies = Table.objects.in_lobby().filter(asked).exclude(_sits(user))
    lobbies = lobbies.exclude(relations.blocked_by(user, "owner"))
    return lobbies.select_related("owner").order_by("-created_at", "-pk")


def _taken() -> Subquery:
    """Count taken seats. A lobby can be full without starting if its owner added the last bot."""
    there = Seat.objects.filter(table=OuterRef("pk")).order_by().values("table")
    return Subquery(there.annotate(number_of=Count("pk")).values("number_of"))


def _sits(user: Reader) -> Exists:
    return Exists(Seat.objects.filter(table=OuterRef("pk"), user=user.pk or 0))


def matching(
    games: QuerySet[Table], words: str, kind: str, pace: TurnLength | None
) -> QuerySet[Table]:
    """Filter by words in the title, owner or game, by game, and by time per turn."""
    if words:
        by_name = Q(title__icontains=words) | Q(owner__name__icontains=words)
        games = games.filter(by_name | Q(kind__in=found_by(words)))
    if kind:
        games = games.filter(kind=kind)
    if pace is None:
        return games
    return games.filter(pace_hours=pace.hours, pace_minutes=pace.minutes)


def turns(user: User) -> list[Seat]:
    """Return their seats that are on turn, the most urgent first: one indexed query."""
    seats = Seat.objects.filter(user=user, on_turn=True).order_by(OFFERED_FIRST, MOST_URGENT, "pk")
    return list(seats.only("due_at", "table_id")[:MANY])


def turn_count(user_id: int) -> int:
    """Count the tables that wait for them, using the same index."""
    return Seat.objects.filter(user=user_id, on_turn=True).count()


def turns_key(seats: list[Seat], at: datetime) -> str:
    """Return a key that changes when the list of turns would look different."""
    lines = [f"{s.table_id} {time_left(s.due_at, at) if s.due_at else ''}" for s in seats]
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def home(user: User, turns: list[Seat], at: datetime) -> dict[str, Any]:
    """Return the lists of a player's home page, each with its total count.

    Ten queries, whatever the number of tables and their length.
    """
    found = counts(user)
    groups = {
        "turns": _in_order([seat.table_id for seat in turns[:SOME]]),
        "invitations": list(invited_to(user)[:SOME]),
        "waiting": list(waiting(user)[:SOME]),
        "open": list(open_to_join(user, at)[:FEW]),
        "offered": list(seats_to_take(user, at)[:FEW]),
        "over": newest_over(user, found["unsaid"]),
    }
    everywhere = {row.table.pk: row for row in rows(chain(*groups.values()), user, at)}
    return {name: [everywhere[table.pk] for table in group] for name, group in groups.items()} | {
        "turn_count": len(turns),
        "waiting_count": found["waiting"],
        "over_count": found["over"],
        "best": found["best"],
    }


def _in_order(ids: list[int]) -> list[Table]:
    found = Table.objects.select_related("owner").in_bulk(ids)
    return [found[pk] for pk in ids]


def newest_over(user: User, unsaid: int) -> list[Table]:
    """Return their latest finished tables, by the index of seats: fast after a thousand tables.

    For the `unsaid` seats without an end time (see `counts`), the tables are queried.
    """
    seats = Seat.objects.filter(user=user).select_related("table__owner")
    ended = seats.filter(ended_at__isnull=False).order_by("-ended_at", "-table_id")[:FEW]
    others: Iterable[Seat] = ()
    if unsaid:
        others = seats.at_tables_over().filter(ended_at=None)
    tables = [seat.table for seat in chain(ended, others)]
    newest = sorted(tables, key=lambda t: (t.ended_at or t.created_at, t.pk), reverse=True)
    return newest[:FEW]


def counts(user: User) -> dict[str, Any]:
    """Count the tables in each of their lists, and find their best solo score.

    Finished tables are counted by the index of seats, except those that an older release ended
    during an upgrade: their seats have no end time (`unsaid`).
    """
    seats = Seat.objects.filter(user=user)
    past = seats.filter(ended_at__isnull=False).aggregate(over=Count("*"), best=Max("score_alone"))
    found = seats.filter(ended_at=None).aggregate(
        turn=Count("pk", filter=Q(on_turn=True)),
        waiting=Count("pk", filter=Q(on_turn=False, table__status__in=Table.OPEN)),
        unsaid=Count("pk", filter=Q(table__status__in=Table.OVER)),
        best=Max("score", filter=Q(table__size=1, won=True)),
    )
    bests = [best for best in (past["best"], found["best"]) if best is not None]
    return found | {"over": past["over"] + found["unsaid"], "best": max(bests, default=None)}
