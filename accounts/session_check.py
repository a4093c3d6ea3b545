"""Who is still signed in, of many at once: for what outlasts the request that signed them in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from accounts import sessions
from accounts.models import User


def still_in(sessions_of: Mapping[str, int], at: datetime) -> set[str]:
    """Of these session keys, each with its player, those that let them play now: two queries.

    The session is there and theirs, their password is the same; they are neither suspended nor
    gone, and if they are staff their time is not up.
    """
    users = User.objects.in_bulk(set(sessions_of.values()))
    return {
        key
        for key, kept in _rows(sessions_of, at)
        if (user := users.get(sessions_of[key])) is not None and _counts(kept, user, at)
    }


def _rows(keys: Mapping[str, int], at: datetime) -> Iterator[tuple[str, dict[str, Any]]]:
    store = import_module(settings.SESSION_ENGINE).SessionStore
    rows = store.get_model_class().objects.filter(session_key__in=list(keys), expire_date__gt=at)
    for row in rows:
        yield row.session_key, row.get_decoded()


def _counts(kept: dict[str, Any], user: User, at: datetime) -> bool:
    is_theirs = kept.get(SESSION_KEY) == str(user.pk) and _has_password(kept, user)
    is_over = user.is_staff and sessions.is_over(kept, at)
    return is_theirs and user.is_active and not user.is_suspended(at) and not is_over


def _has_password(kept: dict[str, Any], user: User) -> bool:
    """Still the one with which they signed in; a secret key that was replaced counts, too."""
    known = str(kept.get(HASH_SESSION_KEY, ""))
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(known, one) for one in hashes)
