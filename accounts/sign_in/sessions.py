"""Sessions: when one was last used, and when one of staff is over.

Sessions of staff are short: twelve hours from the sign-in, two without anything being done. Only a
sign-in of somebody who is staff begins one. A session that began as a player's ends when its player
joins the staff: they sign in again. Nothing is written for it but what `note_use` writes once in a
quarter of an hour, so an idle session ends after two hours at the latest.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from accounts import guests, security_log
from accounts.models import User
from config.clock import now

SEEN_AT = "seen_at"
OFTEN_ENOUGH = timedelta(minutes=15)
SINCE = "staff_since"
BY_THEMSELVES = {"table-poll", "table-seen", "lobby-poll", "live"}
"""What an open page asks for while nobody sits before it."""


def note_use(request: HttpRequest, user: User, at: datetime) -> None:
    """Remember that this session is in use, once in a quarter of an hour."""
    if is_to_be_noted(request.session, at):
        request.session[SEEN_AT] = at.timestamp()
        UserSession.objects.create_from_request(request)
        guests.stay(user, at)


def is_to_be_noted(session: SessionBase, at: datetime) -> bool:
    seen: float = session.get(SEEN_AT, 0.0)
    return at.timestamp() - seen >= OFTEN_ENOUGH.total_seconds()


# --- of staff -----------------------------------------------------------------------------------


def begin(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Somebody signed in."""
    request.session.pop(SINCE, None)
    if user.is_staff:
        request.session[SINCE] = now().timestamp()
        shorten(request.session)


def shorten(session: SessionBase) -> None:
    """The cookie of a staff session ends with it."""
    if SINCE in session:
        since = datetime.fromtimestamp(session[SINCE], UTC)
        session.set_expiry(since + settings.STAFF_SESSION_LASTS)


def is_over(session: SessionBase | Mapping[str, Any], at: datetime) -> bool:
    since: float | None = session.get(SINCE)
    if since is None:
        return True
    used: float = max(since, session.get(SEEN_AT, 0.0))
    too_long = at.timestamp() - since >= settings.STAFF_SESSION_LASTS.total_seconds()
    return too_long or at.timestamp() - used >= settings.STAFF_SESSION_IDLE.total_seconds()


def end_if_over(request: HttpRequest, at: datetime) -> None:
    """Whoever's time is up goes on as a visitor."""
    user = request.user
    if isinstance(user, User) and user.is_staff and is_over(request.session, at):
        security_log.tell("staff session over", request, user.email)
        logout(request)


def counts(request: HttpRequest) -> bool:
    """Did somebody do something, or did an open page only look by itself?"""
    match = request.resolver_match
    by_itself = match is not None and match.view_name in BY_THEMSELVES
    return not (by_itself and isinstance(request.user, User) and request.user.is_staff)
