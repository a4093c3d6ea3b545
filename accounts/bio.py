"""Writing the line about oneself. What it may be: about.py. Moderators may take it away."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from accounts.models import User


def save_bio(user: User, line: str, at: datetime) -> bool:
    """Say this of oneself from now on. False of who may not: guests, and who is muted or kept out.

    One statement, so that no mute of the same moment is passed by.
    """
    silent = Q(chat_muted_until__gt=at) | Q(suspended_until__gt=at)
    rows = User.objects.filter(pk=user.pk, guest_until=None, deleted_at=None).exclude(silent)
    return bool(rows.update(line=line))
