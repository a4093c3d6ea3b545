"""Email addresses: staff see one only where it is needed, for a reason that is written down.

No list, no search and no other page has them. The entry says whose address was looked at, and never
what it is. Whether an address is known at all, only those who may look can learn.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts import masking
from accounts.models import User
from games.moderation import audit, conflicts, roles
from games.moderation.actions import Action
from games.moderation.roles import NotAllowed


@transaction.atomic
def address(actor: User, user: User, reason: str, at: datetime) -> str:
    """The address of a player. It is written down before it is shown."""
    roles.require_on(actor, Action.SEE_ADDRESS, user)
    audit.write(actor, Action.SEE_ADDRESS, masking.masked(reason), at, target=user)
    return user.email


@transaction.atomic
def find(actor: User, wanted: str, reason: str, at: datetime) -> User | None:
    """The player who has exactly this address.

    None if nobody has it, and also if it belongs to somebody whom this member of staff may not
    look up: the answer must not differ. Each search leaves an entry, found or not.
    """
    roles.require(actor, Action.FIND_ADDRESS)
    found = _visible(actor, _owner(wanted.strip().lower()), at)
    after = {"found": found is not None}
    audit.write(
        actor, Action.FIND_ADDRESS, masking.masked(reason), at, target=found, after=after
    )  # fmt: skip
    return found


def _owner(wanted: str) -> User | None:
    """By the address of the account, or by another that they have confirmed."""
    if not wanted:
        return None
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True, email=wanted)
    return User.objects.filter(Q(email=wanted) | Exists(confirmed)).order_by("pk").first()


def _visible(actor: User, found: User | None, at: datetime) -> User | None:
    if found is None:
        return None
    try:
        roles.require_on(actor, Action.FIND_ADDRESS, found)
        conflicts.require(actor, Action.FIND_ADDRESS, [found], at)
    except NotAllowed:
        return None
    return found
