"""Sessions: their store, recording their use, and ending those of staff.

Each session is a row that is read together with its player in one query. Ending a session deletes
the row, so it ends everywhere with the next request (decision 80).

A staff session lasts twelve hours, or two without activity, which is recorded every 15 minutes. It
starts when a staff member signs in; a player who becomes staff has to sign in again.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, logout
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from accounts.sign_in import guests, security_log
from config.clock import now

SEEN_AT = "seen_at"
RECORD_USE_EVERY = timedelta(minutes=15)
STAFF_SINCE = "staff_since"
AUTOMATIC_ROUTES = {"table-poll", "table-seen", "lobby-poll", "live"}
"""Routes that open pages request automatically."""


def record_use(request: HttpRequest, user: User, at: datetime) -> None:
    """Record that this session is in use, at most every 15 minutes."""
    if is_use_unrecorded(request.session, at):
        request.session[SEEN_AT] = at.timestamp()
        UserSession.objects.create_from_request(request)
        guests.restart_expiry(user, at)


def is_use_unrecorded(session: SessionBase, at: datetime) -> bool:
    seen: float = session.get(SEEN_AT, 0.0)
    return at.timestamp() - seen >= RECORD_USE_EVERY.total_seconds()


def begin_staff_session(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    request.session.pop(STAFF_SINCE, None)
    if user.is_staff:
        request.session[STAFF_SINCE] = now().timestamp()
        shorten_staff_cookie(request.session)


def shorten_staff_cookie(session: SessionBase) -> None:
    """Make the cookie of a staff session expire with it."""
    if STAFF_SINCE in session:
        since = datetime.fromtimestamp(session[STAFF_SINCE], UTC)
        session.set_expiry(since + settings.STAFF_SESSION_LASTS)


def is_staff_session_over(session: SessionBase | Mapping[str, Any], at: datetime) -> bool:
    since: float | None = session.get(STAFF_SINCE)
    if since is None:
        return True
    used: float = max(since, session.get(SEEN_AT, 0.0))
    too_long = at.timestamp() - since >= settings.STAFF_SESSION_LASTS.total_seconds()
    return too_long or at.timestamp() - used >= settings.STAFF_SESSION_IDLE.total_seconds()


def end_staff_session_if_over(request: HttpRequest, at: datetime) -> None:
    user = request.user
    if isinstance(user, User) and user.is_staff and is_staff_session_over(request.session, at):
        security_log.log_event("staff session over", request, user.email)
        logout(request)


def counts_as_use(request: HttpRequest) -> bool:
    """Return False for requests that a staff member's open page makes by itself."""
    match = request.resolver_match
    by_itself = match is not None and match.view_name in AUTOMATIC_ROUTES
    return not (by_itself and isinstance(request.user, User) and request.user.is_staff)


SELECT_SESSION = "SELECT reader.*, session.session_data"
FROM_SESSION_WITH_PLAYER = f"""
  FROM {Session._meta.db_table} session
  LEFT JOIN {UserSession._meta.db_table} device ON device.session_key = session.session_key
  LEFT JOIN {User._meta.db_table} reader ON reader.id = device.user_id
"""
WHERE_NOT_EXPIRED = " WHERE session.session_key = %s AND session.expire_date > %s"


class SessionStore(db.SessionStore):
    """Reads a session together with its player."""

    player: User | None = None

    def load(self) -> dict[str, Any]:
        """Read the session and its player, if any, in one query."""
        found = User.objects.raw(
            SELECT_SESSION + FROM_SESSION_WITH_PLAYER + WHERE_NOT_EXPIRED,
            query_parameters(self.session_key),
        )
        return self.take(found[0]) if found else super().load()

    def take(self, player: User) -> dict[str, Any]:
        """Take over the session data that was read with its player."""
        self.player = None if player.pk is None else player
        self._session_cache = self.decode(getattr(player, "session_data"))  # noqa: B009
        self.accessed = True
        return self._session_cache


def query_parameters(key: str | None) -> list[object]:
    """Return the parameters of `WHERE_NOT_EXPIRED`."""
    return [key, connection.ops.adapt_datetimefield_value(now())]


def signed_in_player(session: SessionBase) -> User | None:
    """Return the player of this session if their account is active and the password unchanged.

    In all other cases Django decides.
    """
    number, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
    player = session.player if isinstance(session, SessionStore) else None
    if player is None or not player.is_active or number != str(player.pk):
        return None
    if backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    password = constant_time_compare(
        session.get(HASH_SESSION_KEY, ""), player.get_session_auth_hash()
    )
    return player if password else None


def still_signed_in(sessions_of: Mapping[str, int], at: datetime) -> set[str]:
    """Return which of these sessions, given with their players, are still valid, in two queries.

    Valid: the session exists and is theirs, the password is unchanged, they are neither suspended
    nor deleted, and a staff session is not over.
    """
    users = User.objects.in_bulk(set(sessions_of.values()))
    rows = Session.objects.filter(session_key__in=list(sessions_of), expire_date__gt=at)
    return {
        row.session_key
        for row in rows
        if (user := users.get(sessions_of[row.session_key])) is not None
        and _may_go_on(row.get_decoded(), user, at)
    }


def _may_go_on(kept: dict[str, Any], user: User, at: datetime) -> bool:
    is_theirs = kept.get(SESSION_KEY) == str(user.pk) and _has_same_password(kept, user)
    is_over = user.is_staff and is_staff_session_over(kept, at)
    return is_theirs and user.is_active and not user.is_suspended(at) and not is_over


def _has_same_password(kept: dict[str, Any], user: User) -> bool:
    """Return whether the password is unchanged since sign-in, checking with all secret keys."""
    known = str(kept.get(HASH_SESSION_KEY, ""))
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(known, one) for one in hashes)


# They tell a browser's service worker which reader an answer is for. It keeps pages for one reader
# and deletes them as soon as an answer is for another one, or for none (decision 124).

MARK_HEADER = "Undermine-Reader"
MARK_OF_NOBODY = "-"
MARK_SALT = "accounts.reader_marks"
MARK_LENGTH = 16


def player_mark(number: int) -> str:
    """Return the mark of a player, also used to tell whether a push message is theirs."""
    return _mark("player", str(number))


def reader_mark(request: HttpRequest) -> str:
    """Return the mark of player and session: after signing in again it differs."""
    if not isinstance(request.user, User):
        return MARK_OF_NOBODY
    session = _mark("session", request.session.session_key or "")
    return f"{player_mark(request.user.pk)}.{session}"


def _mark(what: str, of_whom: str) -> str:
    found = salted_hmac(f"{MARK_SALT}.{what}", of_whom, algorithm="sha256")
    return found.hexdigest()[:MARK_LENGTH]
