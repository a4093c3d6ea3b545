"""What players were called before. Staff find them by it, and nobody else may take it.

A name changes in one place, here: when moderators take it, when the player then chooses another,
and when the old one is given back.
"""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import EarlierName, User

SHORTEST_CORE = 4
"""A name that was taken away may not stand inside a new one, if it is this long."""


def of(user: User) -> QuerySet[EarlierName]:
    """All of them, the latest first."""
    return user.earlier_names.order_by("-until", "-pk")


def begins_with(words: str) -> QuerySet[EarlierName]:
    """Names in any spelling that begin like this; by an index."""
    key = names.key(words)
    return EarlierName.objects.filter(key__startswith=key) if key else EarlierName.objects.none()


def is_kept(name: str, user: User | None = None) -> bool:
    """Was somebody else called so, or alike? Ask after those who are called so now."""
    kept = EarlierName.objects.filter(key=names.key(name))
    return (kept.exclude(user=user) if user is not None else kept).exists()


def change(user: User, name: str, because: str, at: datetime) -> None:
    """Call them so from now on, and keep what they were called. The caller has locked them."""
    before = of(user).first()
    since = before.until if before else user.joined_at
    if user.name:
        EarlierName.objects.create(
            user=user, name=user.name, since=since, until=at, because=because
        )
    user.name = name
    user.save(update_fields=["name"])


# --- choosing one ---------------------------------------------------------------------------------


def may_choose(user: User) -> bool:
    """Once after moderators gave them a neutral name."""
    last = of(user).first()
    return last is not None and last.because == EarlierName.Because.STAFF


def choose(user: User, wanted: str, at: datetime) -> bool:
    """Take the name they want instead of the neutral one; False if they have chosen already.

    Raises ValidationError if that name cannot be had. A double click chooses once.
    """
    name = names.normal(wanted)
    try:
        with transaction.atomic():
            player = User.objects.select_for_update().get(pk=user.pk)
            if not may_choose(player):
                return False
            check(player, name)
            change(player, name, EarlierName.Because.PLAYER, at)
    except IntegrityError:  # somebody took it after we had looked
        raise _taken() from None
    return True


def check(user: User, name: str) -> None:
    """By the rules for names; and neither a name that was taken from them, nor one like it."""
    names.validate(name)
    if names.is_reserved(name):
        raise ValidationError(_("This name is reserved: take another one."), code="name_reserved")
    if any(_alike(row.key, names.key(name)) for row in taken_away(user)):
        raise ValidationError(
            _("This is too much like the name that moderators took: choose a different one."),
            code="name_taken_away",
        )
    if User.objects.named(name).exclude(pk=user.pk).exists() or is_kept(name, user):
        raise _taken()


def taken_away(user: User) -> QuerySet[EarlierName]:
    """Names that moderators took from them."""
    return of(user).filter(because=EarlierName.Because.STAFF)


def _alike(old: str, new: str) -> bool:
    return old == new or (len(old) >= SHORTEST_CORE and old in new)


def _taken() -> ValidationError:
    return ValidationError(
        _("This name is taken, or looks too much like one that is."), code="name_taken"
    )
