"""Which event tells whom. Notices are rows, written in the transaction of what caused them."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.models import User
from games.models import Game, Notice, Seat
from games.store import Table


def _tell(table: Table, user: User, kind: str, cause: str, at: datetime) -> None:
    """One notice for each cause, however often it is asked for; `write` writes them."""
    notice = Notice(
        recipient=user,
        kind=kind,
        game=table.game,
        cause=f"{table.game.code}:{cause}",
        created_at=at,
        due_at=at,
    )
    table.notices.append(notice)


def _tell_all(table: Table, kind: str, cause: str, at: datetime) -> None:
    for seat in table.seats:
        if seat.user is not None:
            _tell(table, seat.user, kind, cause, at)


def write(table: Table) -> None:
    """Write what was collected, in one statement; a notice that exists stays as it is."""
    if table.notices:
        Notice.objects.bulk_create(table.notices, ignore_conflicts=True)
        table.notices = []


def turn(table: Table, seat: Seat, at: datetime) -> None:
    """It is your turn."""
    assert seat.user is not None
    _tell(table, seat.user, "turn", str(table.game.length), at)


def started(table: Table, at: datetime) -> None:
    _tell_all(table, "started", "started", at)


def round_over(table: Table, number: int, at: datetime) -> None:
    _tell_all(table, "round-over", f"round-{number}", at)


def game_over(table: Table, at: datetime) -> None:
    _tell_all(table, "game-over", "over", at)


def cancelled(table: Table, at: datetime) -> None:
    _tell_all(table, "cancelled", "cancelled", at)


def closed(game: Game, at: datetime) -> None:
    """A lobby is gone, closed by its owner or expired: all who sit there are told."""
    table = Table(game, list(game.seats.select_related("user")))
    _tell_all(table, "closed", "closed", at)
    write(table)


def invited(game: Game, guest: User, at: datetime) -> None:
    table = Table(game, [])
    _tell(table, guest, "invited", "invited", at)
    write(table)


def invite_by_mail(game: Game, owner: User, email: str) -> None:
    """The one mail of this module: its reader may have no account to keep a notice for."""
    link = settings.SITE_URL + reverse("invitation", args=[game.invite_code])
    context = {"game": game, "owner": owner, "link": link, "site_name": settings.SITE_NAME}
    subject = render_to_string("mail/invitation_subject.txt", context).strip()
    send_mail(subject, render_to_string("mail/invitation.txt", context), None, [email])
