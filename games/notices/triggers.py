"""Which event tells whom. Notices are rows, written in the transaction of what caused them.

A row for each way by which the reader wants to be told (preferences.py). Whether a notice is
still true when its time comes, what it says and how it travels is the business of delivery.py.

What follows from the game is always told. What somebody did on their own account names them in
`by`: games/notices/limits.py says whom that still reaches.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse

from accounts import never_again
from accounts.models import User
from games.notices import limits, preferences
from games.notices.models import Notice
from games.tables import tasks
from games.tables.models import Message, Seat, Table
from games.tables.store import LoadedTable
from games.tables.words.titles import mailed_title


def notices(
    user: User,
    kind: str,
    cause: str,
    at: datetime,
    *,
    table: Table | None = None,
    seat: int | None = None,
    what: str = "",
    by: User | None = None,
) -> list[Notice]:
    """One for each way by which he wants to hear of this kind; in the digest, if he chose that."""
    found = []
    for channel in preferences.channels(user, kind):
        bundled = preferences.mode(user, kind, channel) == preferences.DIGEST
        due = preferences.digest_due(user, at) if bundled else at
        cause_here = f"{table.code}:{cause}" if table else cause
        found.append(
            Notice(
                recipient=user,
                kind=kind,
                what=what,
                table=table,
                seat=seat,
                cause=cause_here,
                by=by,
                channel=channel,
                bundled=bundled,
                created_at=at,
                due_at=due,
            )
        )
    return found


def write(loaded: LoadedTable) -> None:
    """Write what was collected, in one statement; a notice that exists stays as it is."""
    keep(loaded.notices)
    loaded.notices = []


def keep(found: list[Notice]) -> None:
    """Write rows and hint a worker; what was written before for the same cause stays as it is."""
    if found:
        Notice.objects.bulk_create(found, ignore_conflicts=True)
        transaction.on_commit(tasks.hint_notices)


def _tell(loaded: LoadedTable, users: Iterable[User | None], kind: str, cause: str, at: datetime,
          seat: Seat | None = None, what: str = "", by: User | None = None) -> None:  # fmt: skip
    table, number = loaded.table, seat.number if seat else None
    there = [user for user in users if user is not None]
    for user in limits.listeners(by, there, table, at) if by else there:
        loaded.notices += notices(user, kind, cause, at, table=table, seat=number, what=what, by=by)


def _all(loaded: LoadedTable) -> list[User]:
    return [seat.user for seat in loaded.seats if seat.user is not None]


# --- turns ----------------------------------------------------------------------------------------


def turn(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """It is your turn."""
    _tell(loaded, [seat.user], "turn", str(seat.turn), at, seat)


def reminder(loaded: LoadedTable, seat: Seat, at: datetime) -> None:
    """Four fifths of your time are gone."""
    _tell(loaded, [seat.user], "reminder", f"{seat.turn}:{seat.missed}", at, seat)


def missed(loaded: LoadedTable, seat: Seat, what: str, at: datetime) -> None:
    """You let a deadline pass: `excused` (your clock starts again) or `played` (a move for you)."""
    _tell(loaded, [seat.user], "missed", f"{seat.turn}:{seat.missed}", at, seat, what)


# --- seats ----------------------------------------------------------------------------------------


def seat_news(
    loaded: LoadedTable, seat: Seat, what: str, at: datetime, by: User | None = None
) -> None:
    """All at the table: this seat was `offered`, went to a `bot` or a `player`, or `returned`.

    `by` is who left, came or came back, and knows it; nobody where a deadline did it.
    """
    _tell(loaded, _all(loaded), "seat", f"{what}:{loaded.table.length}", at, seat, what, by)


def seat_lost(loaded: LoadedTable, seat: Seat, user: User, what: str, at: datetime) -> None:
    """Who sat there: your seat went to a person (`lost-player`) or to a bot (`lost-bot`).

    Whoever took it: that a seat is lost is told as a missed turn is.
    """
    _tell(loaded, [user], "seat", f"{what}:{loaded.table.length}", at, seat, what)


# --- the life of a table --------------------------------------------------------------------------


def started(loaded: LoadedTable, at: datetime) -> None:
    if not loaded.alone:  # he has just opened it
        _tell(loaded, _all(loaded), "started", "started", at)


def round_over(loaded: LoadedTable, number: int, at: datetime) -> None:
    if not loaded.alone:
        _tell(loaded, _all(loaded), "round-over", f"round-{number}", at)


def over(loaded: LoadedTable, what: str, at: datetime, by: User | None = None) -> None:
    """The table is over: `finished`, `cancelled`, `closed` (a lobby), or `abandoned`.

    Who has lost his seat and might have come back hears of it only when nobody is left; who plays
    alone hears only what he did not do himself.
    """
    if loaded.alone and what != "abandoned":
        return
    gone = [seat.former for seat in loaded.seats] if what == "abandoned" else []
    users = {user.pk: user for user in [*gone, *_all(loaded)] if user is not None}
    _tell(loaded, users.values(), "over", "over", at, what=what, by=by)


def closed(table: Table, at: datetime, by: User | None = None) -> None:
    """A lobby is gone, closed by its owner or expired: all who sit there are told."""
    loaded = LoadedTable(table, list(table.seats.select_related("user")))
    over(loaded, "closed", at, by)
    write(loaded)


def invited(table: Table, guest: User, by: User, at: datetime) -> None:
    """Somebody asks you to their table: once for each table, however often they ask."""
    for user in limits.listeners(by, [guest], table, at):
        keep(notices(user, "invited", "invited", at, table=table, by=by))


def addressed(table: Table, message: Message, users: Iterable[User], at: datetime) -> None:
    """Somebody wrote your name in the chat of your table, and you have read all before it."""
    by, cause = message.user, f"message-{message.pk}"
    users = limits.without_unread_talk(users, table)
    for user in limits.listeners(by, users, table, at):
        keep(notices(user, "chat", cause, at, table=table, by=by))


def invite_by_mail(table: Table, owner: User, email: str) -> None:
    """The one mail of this module: its reader has no account to keep a notice for."""
    never = never_again.link(email)
    context = {
        "title": mailed_title(table),
        "owner": owner,
        "link": settings.SITE_URL + reverse("invitation", args=[table.invite_code]),
        "never_url": never,
        "site_name": settings.SITE_NAME,
    }
    headers = {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{never}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    subject = render_to_string("mail/invitation_subject.txt", context).strip()
    body = render_to_string("mail/invitation.txt", context)
    EmailMessage(subject, body, None, [email], headers=headers).send()
