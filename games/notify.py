"""Which event tells whom. Notices are rows, written in the transaction of what caused them.

A row for each way by which the reader wants to be told (accounts/telling.py). Whether a notice is
still true when its time comes, what it says and how it travels is games/delivery's business.

What follows from the game is always told. What somebody did on their own account names them in
`by`: games/notice_limits.py says whom that still reaches.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse

from accounts import never_again, telling
from accounts.models import User
from games import game_words, notice_limits, tasks
from games.models import Game, Message, Notice, Seat
from games.store import Table


def notices(
    user: User,
    kind: str,
    cause: str,
    at: datetime,
    *,
    game: Game | None = None,
    seat: int | None = None,
    what: str = "",
    by: User | None = None,
) -> list[Notice]:
    """One for each way by which he wants to hear of this kind; in the digest, if he chose that."""
    found = []
    for channel in telling.channels(user, kind):
        bundled = telling.mode(user, kind, channel) == telling.DIGEST
        due = telling.digest_due(user, at) if bundled else at
        cause_here = f"{game.code}:{cause}" if game else cause
        found.append(
            Notice(
                recipient=user,
                kind=kind,
                what=what,
                game=game,
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


def write(table: Table) -> None:
    """Write what was collected, in one statement; a notice that exists stays as it is."""
    keep(table.notices)
    table.notices = []


def keep(found: list[Notice]) -> None:
    """Write rows and hint a worker; what was written before for the same cause stays as it is."""
    if found:
        Notice.objects.bulk_create(found, ignore_conflicts=True)
        transaction.on_commit(tasks.hint_notices)


def _tell(table: Table, users: Iterable[User | None], kind: str, cause: str, at: datetime,
          seat: Seat | None = None, what: str = "", by: User | None = None) -> None:  # fmt: skip
    game, number = table.game, seat.number if seat else None
    there = [user for user in users if user is not None]
    for user in notice_limits.listeners(by, there, game, at) if by else there:
        table.notices += notices(user, kind, cause, at, game=game, seat=number, what=what, by=by)


def _all(table: Table) -> list[User]:
    return [seat.user for seat in table.seats if seat.user is not None]


# --- turns ----------------------------------------------------------------------------------------


def turn(table: Table, seat: Seat, at: datetime) -> None:
    """It is your turn."""
    _tell(table, [seat.user], "turn", str(seat.turn), at, seat)


def reminder(table: Table, seat: Seat, at: datetime) -> None:
    """Four fifths of your time are gone."""
    _tell(table, [seat.user], "reminder", f"{seat.turn}:{seat.missed}", at, seat)


def missed(table: Table, seat: Seat, what: str, at: datetime) -> None:
    """You let a deadline pass: `excused` (your clock starts again) or `played` (a move for you)."""
    _tell(table, [seat.user], "missed", f"{seat.turn}:{seat.missed}", at, seat, what)


# --- seats ----------------------------------------------------------------------------------------


def seat_news(table: Table, seat: Seat, what: str, at: datetime, by: User | None = None) -> None:
    """All at the table: this seat was `offered`, went to a `bot` or a `player`, or `returned`.

    `by` is who left, came or came back, and knows it; nobody where a deadline did it.
    """
    _tell(table, _all(table), "seat", f"{what}:{table.game.length}", at, seat, what, by)


def seat_lost(table: Table, seat: Seat, user: User, what: str, at: datetime) -> None:
    """Who sat there: your seat went to a person (`lost-player`) or to a bot (`lost-bot`).

    Whoever took it: that a seat is lost is told as a missed turn is.
    """
    _tell(table, [user], "seat", f"{what}:{table.game.length}", at, seat, what)


# --- the life of a table --------------------------------------------------------------------------


def started(table: Table, at: datetime) -> None:
    if not table.alone:  # he has just opened it
        _tell(table, _all(table), "started", "started", at)


def round_over(table: Table, number: int, at: datetime) -> None:
    if not table.alone:
        _tell(table, _all(table), "round-over", f"round-{number}", at)


def over(table: Table, what: str, at: datetime, by: User | None = None) -> None:
    """The table is over: `finished`, `cancelled`, `closed` (a lobby), or `abandoned`.

    Who has lost his seat and might have come back hears of it only when nobody is left; who plays
    alone hears only what he did not do himself.
    """
    if table.alone and what != "abandoned":
        return
    gone = [seat.former for seat in table.seats] if what == "abandoned" else []
    users = {user.pk: user for user in [*gone, *_all(table)] if user is not None}
    _tell(table, users.values(), "over", "over", at, what=what, by=by)


def closed(game: Game, at: datetime, by: User | None = None) -> None:
    """A lobby is gone, closed by its owner or expired: all who sit there are told."""
    table = Table(game, list(game.seats.select_related("user")))
    over(table, "closed", at, by)
    write(table)


def invited(game: Game, guest: User, by: User, at: datetime) -> None:
    """Somebody asks you to their table: once for each table, however often they ask."""
    for user in notice_limits.listeners(by, [guest], game, at):
        keep(notices(user, "invited", "invited", at, game=game, by=by))


def addressed(game: Game, message: Message, users: Iterable[User], at: datetime) -> None:
    """Somebody wrote your name in the chat of your table, and you have read all before it."""
    by, cause = message.user, f"message-{message.pk}"
    users = notice_limits.without_unread_talk(users, game)
    for user in notice_limits.listeners(by, users, game, at):
        keep(notices(user, "chat", cause, at, game=game, by=by))


def invite_by_mail(game: Game, owner: User, email: str) -> None:
    """The one mail of this module: its reader has no account to keep a notice for."""
    never = never_again.link(email)
    context = {
        "title": game_words.mailed_title(game),
        "owner": owner,
        "link": settings.SITE_URL + reverse("invitation", args=[game.invite_code]),
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
