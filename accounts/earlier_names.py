"""Changing names, and earlier names, which staff can search and nobody else may take.

Names change when players choose another, and when moderators remove or restore one.
A player may change it every `CHANGE_EVERY`; their page shows the earlier one for `SHOWN_FOR`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import EarlierName, User
from accounts.sign_in import bans

CHANGE_EVERY: Final = timedelta(days=30)
SHOWN_FOR: Final = timedelta(days=90)
SHORTEST_CORE = 4
"""A removed name with at least this many characters must not be part of a new one."""


def earlier_names_of(user: User) -> QuerySet[EarlierName]:
    """Return a player's earlier names, latest first."""
    return user.earlier_names.order_by("-until", "-pk")


def begins_with(words: str) -> QuerySet[EarlierName]:
    """Return earlier names that start like this, in any spelling; uses an index."""
    key = names.key(words)
    return EarlierName.objects.filter(key__startswith=key) if key else EarlierName.objects.none()


def is_or_was_named(words: str) -> Q:
    """Return a condition for players whose current or earlier name starts like this."""
    key = names.key(words)
    earlier = Q(pk__in=begins_with(words).values("user"))
    return Q(name_key__startswith=key) | earlier if key else Q(pk__in=[])


def was_used_by_other(name: str, user: User | None = None) -> bool:
    """Return whether somebody else had this name or one like it. Check current names first."""
    kept = EarlierName.objects.filter(key=names.key(name))
    return (kept.exclude(user=user) if user is not None else kept).exists()


def change_name(user: User, name: str, because: str, at: datetime) -> None:
    """Rename a player, locked by the caller, and record the earlier name."""
    before = earlier_names_of(user).first()
    since = before.until if before else user.joined_at
    if user.name:
        EarlierName.objects.create(
            user=user, name=user.name, since=since, until=at, because=because
        )
    user.name = name
    user.save(update_fields=["name"])


def may_choose(user: User) -> bool:
    """Return whether moderators gave the player a neutral name, so they may choose one at once."""
    last = earlier_names_of(user).first()
    return last is not None and last.because == EarlierName.Because.STAFF


def next_change_at(user: User, at: datetime) -> datetime | None:
    """Return when the player may change their name again; None for now.

    The first name that a former guest chose doesn't count as a change.
    """
    last = earlier_names_of(user).filter(because=EarlierName.Because.PLAYER).first()
    if last is None or may_choose(user) or names.is_of_guest(last.name):
        return None
    return last.until + CHANGE_EVERY if last.until + CHANGE_EVERY > at else None


def choose_name(user: User, wanted: str, at: datetime) -> bool:
    """Change the name of a player; return False if it is too early or already their name.

    Raises ValidationError if the name is not allowed or taken.
    """
    name = names.normal(wanted)
    try:
        with transaction.atomic():
            player = User.objects.select_for_update().get(pk=user.pk)
            if next_change_at(player, at) or name == player.name:
                return False
            check_name(name, player)
            change_name(player, name, EarlierName.Because.PLAYER, at)
    except IntegrityError:  # taken after the check
        raise name_taken() from None
    return True


def check_name(name: str, user: User | None = None) -> None:
    """Raise ValidationError if a player, or a new one, must not have this name."""
    names.validate(name)
    if names.is_reserved(name):
        raise ValidationError(_("This name is reserved. Choose another one."), code="name_reserved")
    if user and any(_too_similar(row.key, names.key(name)) for row in taken_away(user)):
        raise ValidationError(
            _("This is too similar to the name that moderators removed. Choose a different one."),
            code="name_taken_away",
        )
    # The order matters: deleting an account frees its name and bans it, in one transaction.
    if is_taken(name, user) or bans.is_banned_name(name):
        raise name_taken()


def is_taken(name: str, user: User | None = None) -> bool:
    """Return whether somebody else has or had this name, or one like it."""
    found = User.objects.named(name)
    others = found.exclude(pk=user.pk) if user is not None else found
    return others.exists() or was_used_by_other(name, user)


def taken_away(user: User) -> QuerySet[EarlierName]:
    return earlier_names_of(user).filter(because=EarlierName.Because.STAFF)


def shown_earlier_name(user: User, at: datetime) -> EarlierName | None:
    """Return the earlier name on the player's page, shown for a while after they changed it.

    None if moderators ever removed a name (neither it nor its replacement is shown), or if it was a
    guest's name.
    """
    rows = list(earlier_names_of(user))
    if any(row.because != EarlierName.Because.PLAYER for row in rows) or not rows:
        return None
    last = rows[0]
    return None if names.is_of_guest(last.name) or last.until + SHOWN_FOR <= at else last


def renamed_player(name: str, at: datetime) -> User | None:
    """Return the player whose page shows this earlier name."""
    last = EarlierName.objects.filter(key=names.key(name)).select_related("user")
    row = last.order_by("-until", "-pk").first()
    return row.user if row is not None and shown_earlier_name(row.user, at) == row else None


def _too_similar(old: str, new: str) -> bool:
    return old == new or (len(old) >= SHORTEST_CORE and old in new)


def name_taken() -> ValidationError:
    return ValidationError(
        _("This name is taken, or looks too much like one that is."), code="name_taken"
    )
