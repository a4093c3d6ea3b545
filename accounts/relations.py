"""Blocking, muting and following players. The other player never learns of it.

After a block, two players can't join the same public table, the blocked player's invitations are
hidden, and neither can follow the other. A mute hides what somebody writes from one reader only.
Blocked and muted players cause no notices (games/notices/triggers.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Follow, Mute, User
from config.storage.prepared_statements import Placeholder


@transaction.atomic
def block(user: User, other: User, at: datetime) -> None:
    """Block a player, and remove follows in both directions."""
    lock_both(user, other)
    Block.objects.get_or_create(user=user, other=other, defaults={"at": at})
    Follow.objects.filter(Q(user=user, other=other) | Q(user=other, other=user)).delete()


def lock_both(user: User, other: User) -> dict[int, User]:
    """Lock both players, so that blocking and following can't overlap; return them by id."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk, other.pk])
    return {row.pk: row for row in rows.order_by("pk")}


def unblock(user: User, other: User) -> None:
    Block.objects.filter(user=user, other=other).delete()


def mute(user: User, other: User, at: datetime) -> None:
    Mute.objects.get_or_create(user=user, other=other, defaults={"at": at})


def unmute(user: User, other: User) -> None:
    Mute.objects.filter(user=user, other=other).delete()


def blocked_or_muted(user: User) -> QuerySet[User]:
    """Return players whom `user` blocked or muted (`blocked_at`, `muted_at`), latest first."""
    blocks, mutes = Block.objects.filter(user=user), Mute.objects.filter(user=user)
    kept = Q(pk__in=blocks.values("other")) | Q(pk__in=mutes.values("other"))
    found = User.objects.filter(kept).annotate(
        blocked_at=Subquery(blocks.filter(other=OuterRef("pk")).values("at")),
        muted_at=Subquery(mutes.filter(other=OuterRef("pk")).values("at")),
    )
    return found.order_by(Coalesce("blocked_at", "muted_at").desc(), "pk")


def has_block_between(user: User, others: Iterable[int | None]) -> bool:
    """Return whether the player blocked one of these, or was blocked by one."""
    ids = [other for other in others if other is not None]
    return Block.objects.filter(Q(user=user, other__in=ids) | Q(user__in=ids, other=user)).exists()


def blocked_by(user: User, whom: str) -> Exists:
    """Return a condition: the player blocked the one in column `whom`."""
    return Exists(Block.objects.filter(user=user, other=OuterRef(whom)))


def blocked_either_way(user: User, whom: str) -> Exists:
    """Return a condition: a block exists between the player and the one in column `whom`."""
    pair = Q(user=user, other=OuterRef(whom)) | Q(user=OuterRef(whom), other=user)
    return Exists(Block.objects.filter(pair))


def muted_by(reader: Placeholder) -> Exists:
    """Return a condition: the reader muted the player in column `user`."""
    return Exists(Mute.objects.filter(user=reader, other=OuterRef("user")))


def users_ignoring(author: User, users: Iterable[User]) -> set[int]:
    """Return the ids of those who muted or blocked the author."""
    return _muted_or_blocked("user_id", user__in=[user.pk for user in users], other=author)


def ignored_by(reader: User, others: Iterable[int]) -> set[int]:
    """Return the ids of those whom the reader muted or blocked."""
    return _muted_or_blocked("other_id", user=reader, other__in=list(others))


def _muted_or_blocked(column: str, **pairs: Any) -> set[int]:
    muted = Mute.objects.filter(**pairs).values_list(column, flat=True)
    return set(muted.union(Block.objects.filter(**pairs).values_list(column, flat=True)))


# Players only learn who follows them if they follow each other. Guests neither follow nor are
# followed (decision 123).

MAX_FOLLOWS: Final = 200


@transaction.atomic
def follow(user: User, other: User, at: datetime) -> None:
    """Follow a player. Raises ValidationError if they can't, without revealing a block."""
    both = lock_both(user, other)
    if is_following(user, other):
        return
    able = len(both) == 2 and all(map(_may_follow, both.values()))
    if not able or has_block_between(user, [other.pk]):
        raise ValidationError(_("You cannot follow this player."), code="follow_cannot")
    if user.follows.count() >= MAX_FOLLOWS:
        raise ValidationError(
            _("You already follow %(most)s players, the maximum. Unfollow somebody first."),
            code="follow_many",
            params={"most": MAX_FOLLOWS},
        )
    Follow.objects.create(user=user, other=other, at=at)


def unfollow(user: User, other: User) -> None:
    Follow.objects.filter(user=user, other=other).delete()


def is_following(user: User, other: User) -> bool:
    return Follow.objects.filter(user=user, other=other).exists()


def followed_players(user: User) -> QuerySet[User]:
    """Return the players whom `user` follows (`mutual`: they follow back), by name."""
    back = Follow.objects.filter(user=OuterRef("pk"), other=user)
    found = User.objects.filter(pk__in=user.follows.values("other"))
    return found.annotate(mutual=Exists(back)).order_by("name_key")


def _may_follow(player: User) -> bool:
    return player.is_active and not player.is_guest and player.deleted_at is None
