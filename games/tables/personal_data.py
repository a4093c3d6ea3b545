"""A player's data at tables: the chapter of the export, deletion, and what expires."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.privacy.personal_data import moment
from config.jobs.cleanup import Cleaning
from games.tables import services
from games.tables.models import (
    Career,
    Departure,
    Invitation,
    Meeting,
    Message,
    Note,
    Rating,
    Seat,
    Table,
    Tally,
)


def tables(user: User) -> tuple[str, Any]:
    """List their seats; hands and roles belong to the game."""
    seats = Seat.objects.filter(user=user).select_related("table").order_by("pk")
    return _("tables"), [
        {
            _("table"): seat.table.title,
            _("code"): seat.table.code,
            _("game"): seat.table.kind,
            _("state"): seat.table.get_status_display(),
            _("joined"): moment(seat.joined_at),
            _("last looked"): moment(seat.seen_at),
            _("score"): seat.score,
            _("won"): seat.won,
            _("turns in time"): seat.in_time,
            _("turns missed"): seat.missed,
        }
        for seat in seats
    ]


def departures(user: User) -> tuple[str, Any]:
    """List running tables that they left, and their record of turns there."""
    found = Departure.objects.filter(user=user).select_related("table").order_by("pk")
    return _("tables left"), [
        {
            _("table"): row.table.title,
            _("code"): row.table.code,
            _("left"): moment(row.at),
            _("turns in time"): row.in_time,
            _("turns missed"): row.missed,
        }
        for row in found
    ]


def ratings(user: User) -> tuple[str, Any]:
    found = Rating.objects.filter(user=user).order_by("kind")
    return _("ratings"), [
        {
            _("game"): row.kind,
            _("rating"): row.number,
            _("guess"): row.mu,
            _("uncertainty"): row.sigma,
            _("rated tables"): row.tables,
            _("latest ratings"): row.course,
        }
        for row in found
    ]


def results(user: User) -> tuple[str, Any]:
    careers = Career.objects.filter(user=user).order_by("kind", "with_bots")
    tallies = list(Tally.objects.filter(user=user).order_by("by", "what"))
    return _("results"), [
        {
            _("game"): row.kind,
            _("with bots"): row.with_bots,
            _("played"): row.played,
            _("won"): row.won,
            _("won in a row"): row.streak,
            _("won in a row at most"): row.longest,
            _("best score alone"): row.best,
            _("latest tables"): row.form,
            _("by role"): _tallied(row, tallies, Tally.By.ROLE),
            _("by number of players"): _tallied(row, tallies, Tally.By.SIZE),
        }
        for row in careers
    ]


def _tallied(career: Career, tallies: list[Tally], by: Tally.By) -> dict[str, Any]:
    own = (career.kind, career.with_bots, by)
    return {
        row.what: {_("played"): row.played, _("won"): row.won}
        for row in tallies
        if (row.kind, row.with_bots, row.by) == own
    }


def meetings(user: User) -> tuple[str, Any]:
    """List the players they finished tables with, and who came out ahead."""
    found = Meeting.objects.filter(Q(one=user) | Q(other=user)).select_related("one", "other")
    return _("players met"), [_met(row, user) for row in found.order_by("pk")]


def _met(row: Meeting, user: User) -> dict[str, Any]:
    first = row.one_id == user.pk
    return {
        _("player"): (row.other if first else row.one).display_name,
        _("game"): row.kind,
        _("played"): row.played,
        _("came out ahead"): row.ahead if first else row.behind,
        _("came out behind"): row.behind if first else row.ahead,
    }


def messages(user: User) -> tuple[str, Any]:
    """List their messages, hidden ones included."""
    found = Message.objects.filter(user=user).select_related("table").order_by("pk")
    return _("messages"), [_said(row) for row in found]


def _said(row: Message) -> dict[str, Any]:
    said = {_("table"): row.table.code, _("said at"): moment(row.at), _("text"): row.text}
    return said | {_("hidden"): moment(row.hidden_at)} if row.hidden_at else said


def notes(user: User) -> tuple[str, Any]:
    found = Note.objects.filter(user=user).select_related("table").order_by("pk")
    return _("notes"), [{_("table"): row.table.code, _("text"): row.text} for row in found]


CHAPTERS = (tables, departures, ratings, results, meetings, messages, notes)


def on_account_deleted(user: User, at: datetime) -> None:
    """Delete what tables hold about them: they leave lobbies and running tables first."""
    if user.is_guest:
        _lonely_tables(user).delete()
    for seat in Seat.objects.filter(user=user).select_related("table").order_by("table"):
        if seat.table.status in (Table.Status.LOBBY, Table.Status.RUNNING):
            with suppress(services.Refused):  # it ended while we waited for its lock
                services.leave(user, seat.table.code, at)
    services.forget_former(user)
    Invitation.objects.filter(user=user).delete()
    Note.objects.filter(user=user).delete()
    _forget_results(user)


def _forget_results(user: User) -> None:
    """Delete their results; other players keep theirs. Comes last: counting a table locks it."""
    for model in (Rating, Career, Tally):
        model._default_manager.filter(user=user).delete()
    Meeting.objects.filter(Q(one=user) | Q(other=user)).delete()


def _lonely_tables(guest: User) -> QuerySet[Table]:
    """Find tables where nobody but this guest has ever sat or spoken."""
    tables = Table.objects.filter(owner=guest)
    traces = (Seat.objects.of_people(), Departure.objects, Message.objects)
    others = (rows.filter(table=OuterRef("pk")).exclude(user=guest) for rows in traces)
    return tables.filter(*(~Exists(found) for found in others))


def old_tables(at: datetime) -> QuerySet[Table]:
    """Find tables to delete: never one that is running or was finished."""
    due = Table.objects.filter(remove_at__lte=at, status__in=Table.WITHOUT_RESULT)
    return due.order_by("remove_at")


def old_invited_addresses(at: datetime) -> QuerySet[Invitation]:
    """Find invited addresses that are no longer needed: only a lobby needs them."""
    old = Invitation.objects.filter(at__lte=at - settings.KEEP_INVITED_ADDRESSES)
    return old.exclude(email="").exclude(table__status=Table.Status.LOBBY)


CLEANINGS = (
    Cleaning(
        "tables",
        "tables without a result, with all that belongs to them",
        old_tables,
        batch=1,  # a table has a hundred rows, and an error must not affect others
    ),
    Cleaning(
        "invited-addresses",
        "addresses that were invited to a table that no longer waits for players",
        old_invited_addresses,
    ),
)
