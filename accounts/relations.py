"""Keeping away from somebody: blocks and mutes. The other is never told of either.

A block keeps two players from sitting down together at public tables, whoever of them blocked
whom, and hides invitations of the blocked from the one who blocked. A mute hides what somebody
says, from oneself only. Who is muted or blocked causes no notices: games/notices/triggers.py. A block
ends that one follows the other, and as long as it stands neither can (following.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Follow, Mute, User
from config.storage.prepared_statements import Placeholder


@transaction.atomic
def block(user: User, other: User, at: datetime) -> None:
    """Twice is once. Neither follows the other any longer."""
    lock_both(user, other)
    Block.objects.get_or_create(user=user, other=other, defaults={"at": at})
    Follow.objects.filter(Q(user=user, other=other) | Q(user=other, other=user)).delete()


def lock_both(user: User, other: User) -> dict[int, User]:
    """Blocking and following wait for each other; by number, as they stand now."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk, other.pk])
    return {row.pk: row for row in rows.order_by("pk")}


def unblock(user: User, other: User) -> None:
    Block.objects.filter(user=user, other=other).delete()


def mute(user: User, other: User, at: datetime) -> None:
    """Twice is once."""
    Mute.objects.get_or_create(user=user, other=other, defaults={"at": at})


def unmute(user: User, other: User) -> None:
    Mute.objects.filter(user=user, other=other).delete()


def blocked_or_muted(user: User) -> QuerySet[User]:
    """Everybody whom this player blocked or muted (`blocked_at`, `muted_at`), the latest first."""
    blocks, mutes = Block.objects.filter(user=user), Mute.objects.filter(user=user)
    kept = Q(pk__in=blocks.values("other")) | Q(pk__in=mutes.values("other"))
    found = User.objects.filter(kept).annotate(
        blocked_at=Subquery(blocks.filter(other=OuterRef("pk")).values("at")),
        muted_at=Subquery(mutes.filter(other=OuterRef("pk")).values("at")),
    )
    return found.order_by(Coalesce("blocked_at", "muted_at").desc(), "pk")


def has_block_between(user: User, others: Iterable[int | None]) -> bool:
    """Has this player blocked one of these, or one of these them?"""
    ids = [other for other in others if other is not None]
    return Block.objects.filter(Q(user=user, other__in=ids) | Q(user__in=ids, other=user)).exists()


def blocked_by(user: User, whom: str) -> Exists:
    """For a queryset: did this player block the one that the column names?"""
    return Exists(Block.objects.filter(user=user, other=OuterRef(whom)))


def blocked_either_way(user: User, whom: str) -> Exists:
    """For a queryset: did this player and the one that the column names block one another?"""
    pair = Q(user=user, other=OuterRef(whom)) | Q(user=OuterRef(whom), other=user)
    return Exists(Block.objects.filter(pair))


def muted_by(reader: int | Placeholder | None, whom: str = "user") -> Exists:
    """For a queryset: does the reader not want to hear the player that this column names?"""
    return Exists(Mute.objects.filter(user=reader or 0, other=OuterRef(whom)))


def who_ignores(author: User, users: Iterable[User]) -> set[int]:
    """Who of these has muted or blocked the author."""
    ids = [user.pk for user in users]
    muted = Mute.objects.filter(user__in=ids, other=author).values(who=F("user_id"))
    blocked = Block.objects.filter(user__in=ids, other=author).values(who=F("user_id"))
    return {row["who"] for row in muted.union(blocked)}


def ignored_by(reader: User, others: Iterable[int]) -> set[int]:
    """Whom of these the reader has muted or blocked."""
    ids = list(others)
    muted = Mute.objects.filter(user=reader, other__in=ids).values(who=F("other_id"))
    blocked = Block.objects.filter(user=reader, other__in=ids).values(who=F("other_id"))
    return {row["who"] for row in muted.union(blocked)}


# Following: a player wants to find another again. Nobody is told that they are followed.
#
# That two follow each other is told to both, and nothing else about who follows whom. A block ends
# it in both directions (blocking.py). Guests neither follow nor are followed (decision 123).

MAX_FOLLOWS: Final = 200
"""So many may one player follow."""


@transaction.atomic
def follow(user: User, other: User, at: datetime) -> None:
    """Twice is once. Raises ValidationError if it cannot be; why a block is in the way, or whose,
    is not told."""
    both = lock_both(user, other)
    if is_following(user, other):
        return
    if len(both) < 2 or not all(map(_may_follow, both.values())):
        raise _cannot()
    if has_block_between(user, [other.pk]):
        raise _cannot()
    if user.follows.count() >= MAX_FOLLOWS:
        raise ValidationError(
            _("You follow %(most)s players, and more cannot be. Stop following somebody first."),
            code="follow_many",
            params={"most": MAX_FOLLOWS},
        )
    Follow.objects.create(user=user, other=other, at=at)


def unfollow(user: User, other: User) -> None:
    Follow.objects.filter(user=user, other=other).delete()


def is_following(user: User, other: User) -> bool:
    return Follow.objects.filter(user=user, other=other).exists()


def followed_players(user: User) -> QuerySet[User]:
    """Whom this player follows (`mutual`: they follow back), by name."""
    back = Follow.objects.filter(user=OuterRef("pk"), other=user)
    found = User.objects.filter(pk__in=user.follows.values("other"))
    return found.annotate(mutual=Exists(back)).order_by("name_key")


def _may_follow(player: User) -> bool:
    return player.is_active and not player.is_guest and player.deleted_at is None


def _cannot() -> ValidationError:
    return ValidationError(_("You cannot follow this player."), code="follow_cannot")
