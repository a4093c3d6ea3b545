"""What players were called before. Staff find them by it, and nobody else may take it.

A name changes in one place, here: when the player wants another, when moderators take it, and when
the old one is given back. A player changes it once in `EVERY`; for `TOLD` others read what they
were called, so that nobody slips away under a new name.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import EarlierName, User
from accounts.sign_in import bans

CHANGE_EVERY: Final = timedelta(days=30)
SHOWN_FOR: Final = timedelta(days=90)
SHORTEST_CORE = 4
"""A name that was taken away may not stand inside a new one, if it is this long."""


def earlier_names_of(user: User) -> QuerySet[EarlierName]:
    """All of them, the latest first."""
    return user.earlier_names.order_by("-until", "-pk")


def begins_with(words: str) -> QuerySet[EarlierName]:
    """Names in any spelling that begin like this; by an index."""
    key = names.key(words)
    return EarlierName.objects.filter(key__startswith=key) if key else EarlierName.objects.none()


def was_used_by_other(name: str, user: User | None = None) -> bool:
    """Was somebody else called so, or alike? Ask after those who are called so now."""
    kept = EarlierName.objects.filter(key=names.key(name))
    return (kept.exclude(user=user) if user is not None else kept).exists()


def change_name(user: User, name: str, because: str, at: datetime) -> None:
    """Call them so from now on, and keep what they were called. The caller has locked them."""
    before = earlier_names_of(user).first()
    since = before.until if before else user.joined_at
    if user.name:
        EarlierName.objects.create(
            user=user, name=user.name, since=since, until=at, because=because
        )
    user.name = name
    user.save(update_fields=["name"])


# --- choosing one ---------------------------------------------------------------------------------


def may_choose(user: User) -> bool:
    """Did moderators give them a neutral name, instead of which they may choose one at once?"""
    last = earlier_names_of(user).first()
    return last is not None and last.because == EarlierName.Because.STAFF


def next_change_at(user: User, at: datetime) -> datetime | None:
    """When they may change their name again; None: now. A guest who got an address has just
    chosen their first name, and that counts as none."""
    last = earlier_names_of(user).filter(because=EarlierName.Because.PLAYER).first()
    if last is None or may_choose(user) or names.is_of_guest(last.name):
        return None
    return last.until + CHANGE_EVERY if last.until + CHANGE_EVERY > at else None


def choose_name(user: User, wanted: str, at: datetime) -> bool:
    """Take the name they want from now on; False if it is too early, or it is theirs already.

    Raises ValidationError if that name cannot be had. A double click chooses once.
    """
    name = names.normal(wanted)
    try:
        with transaction.atomic():
            player = User.objects.select_for_update().get(pk=user.pk)
            if next_change_at(player, at) or name == player.name:
                return False
            check_name(player, name)
            change_name(player, name, EarlierName.Because.PLAYER, at)
    except IntegrityError:  # somebody took it after we had looked
        raise _taken() from None
    return True


def check_name(user: User, name: str) -> None:
    """By the rules for names; and neither a name that was taken from them, nor one like it."""
    names.validate(name)
    if names.is_reserved(name):
        raise ValidationError(_("This name is reserved: take another one."), code="name_reserved")
    if any(_too_similar(row.key, names.key(name)) for row in taken_away(user)):
        raise ValidationError(
            _("This is too much like the name that moderators took: choose a different one."),
            code="name_taken_away",
        )
    if User.objects.named(name).exclude(pk=user.pk).exists() or was_used_by_other(name, user):
        raise _taken()
    if bans.is_banned_name(name):
        raise _taken()


def taken_away(user: User) -> QuerySet[EarlierName]:
    """Names that moderators took from them."""
    return earlier_names_of(user).filter(because=EarlierName.Because.STAFF)


def shown_earlier_name(user: User, at: datetime) -> EarlierName | None:
    """What their page says that they were called: the name that they gave up themselves, for a
    while. None if moderators ever took one: what was taken, or stood instead of it, is not
    repeated. Nor is what we had called a guest."""
    rows = list(earlier_names_of(user))
    if any(row.because != EarlierName.Because.PLAYER for row in rows) or not rows:
        return None
    last = rows[0]
    return None if names.is_of_guest(last.name) or last.until + SHOWN_FOR <= at else last


def renamed_player(name: str, at: datetime) -> User | None:
    """Who was called so until lately, and has said so by changing it themselves."""
    last = EarlierName.objects.filter(key=names.key(name)).select_related("user")
    row = last.order_by("-until", "-pk").first()
    return row.user if row is not None and shown_earlier_name(row.user, at) == row else None


def _too_similar(old: str, new: str) -> bool:
    return old == new or (len(old) >= SHORTEST_CORE and old in new)


def _taken() -> ValidationError:
    return ValidationError(
        _("This name is taken, or looks too much like one that is."), code="name_taken"
    )
