"""Sessions are rows, each read together with its player: one query says who is there.

A session that was ended, on whatever machine, is a row that is gone: it ends with the next request
everywhere (decision 80). Nothing of it is kept in a cache or in the cookie.
"""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils.crypto import constant_time_compare

from accounts.models import User
from config.clock import now

READ = "SELECT reader.*, session.session_data"
WITH_PLAYER = f"""
  FROM {Session._meta.db_table} session
  LEFT JOIN {UserSession._meta.db_table} device ON device.session_key = session.session_key
  LEFT JOIN {User._meta.db_table} reader ON reader.id = device.user_id
"""
STILL_LASTS = " WHERE session.session_key = %s AND session.expire_date > %s"


class SessionStore(db.SessionStore):
    """Keeps the player who was read with it."""

    player: User | None = None

    def load(self) -> dict[str, Any]:
        """One query; a visitor's session has no player. One that is gone, Django finds gone."""
        found = User.objects.raw(READ + WITH_PLAYER + STILL_LASTS, which(self.session_key))
        return self.take(found[0]) if found else super().load()

    def take(self, player: User) -> dict[str, Any]:
        """The content of this session, as it was read with its player."""
        self.player = None if player.pk is None else player
        self._session_cache = self.decode(getattr(player, "session_data"))  # noqa: B009
        self.accessed = True
        return self._session_cache


def which(key: str | None) -> list[object]:
    """The parameters of STILL_LASTS."""
    return [key, connection.ops.adapt_datetimefield_value(now())]


def signed_in(session: SessionBase) -> User | None:
    """Who signed in by this session, if that is beyond doubt: whatever else it is, Django decides.

    Their account is open, and their password is still the one they signed in with.
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
