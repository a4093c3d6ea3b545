"""Following: a player wants to find another again. Nobody is told that they are followed.

That two follow each other is told to both, and nothing else about who follows whom. A block ends
it in both directions (blocking.py). Guests neither follow nor are followed (decision 123).
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts import blocking
from accounts.models import Follow, User

MOST: Final = 200
"""So many may one player follow."""


@transaction.atomic
def follow(user: User, other: User, at: datetime) -> None:
    """Twice is once. Raises ValidationError if it cannot be; why a block is in the way, or whose,
    is not told."""
    both = blocking.lock_both(user, other)
    if follows(user, other):
        return
    if len(both) < 2 or not all(map(_may_take_part, both.values())):
        raise _cannot()
    if blocking.at_odds(user, [other.pk]):
        raise _cannot()
    if user.follows.count() >= MOST:
        raise ValidationError(
            _("You follow %(most)s players, and more cannot be. Stop following somebody first."),
            code="follow_many",
            params={"most": MOST},
        )
    Follow.objects.create(user=user, other=other, at=at)


def unfollow(user: User, other: User) -> None:
    Follow.objects.filter(user=user, other=other).delete()


def follows(user: User, other: User) -> bool:
    return Follow.objects.filter(user=user, other=other).exists()


def followed_by(user: User) -> QuerySet[User]:
    """Whom this player follows (`mutual`: they follow back), by name."""
    back = Follow.objects.filter(user=OuterRef("pk"), other=user)
    found = User.objects.filter(pk__in=user.follows.values("other"))
    return found.annotate(mutual=Exists(back)).order_by("name_key")


def _may_take_part(player: User) -> bool:
    return player.is_active and not player.is_guest and player.deleted_at is None


def _cannot() -> ValidationError:
    return ValidationError(_("You cannot follow this player."), code="follow_cannot")
