"""When a session was last used, without a write for each request."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.http import HttpRequest

from accounts.models import User

SEEN_AT = "seen_at"
OFTEN_ENOUGH = timedelta(minutes=15)


def note(request: HttpRequest, user: User, at: datetime) -> None:
    """Remember that this session is in use, once in a quarter of an hour."""
    seen = request.session.get(SEEN_AT, 0.0)
    if at.timestamp() - seen < OFTEN_ENOUGH.total_seconds():
        return
    request.session[SEEN_AT] = at.timestamp()
    UserSession.objects.create_from_request(request)
