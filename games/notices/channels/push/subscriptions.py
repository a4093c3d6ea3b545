"""Which browsers show a player's notices."""

from __future__ import annotations

import base64
import binascii

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notices.channels import outgoing_requests
from games.notices.channels.push.models import PushSubscription

MOST_BROWSERS = 10


@transaction.atomic
def subscribe(user: User, endpoint: str, p256dh: str, auth: str, label: str = "") -> None:
    """Show notices in this browser. Raises ValidationError. Twice is once.

    A browser belongs to whoever used it last: the endpoint moves with it.
    """
    _require_sound(endpoint, p256dh, auth)
    before = PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user).first()
    PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={"user": user, "p256dh": p256dh, "auth": auth, "label": label[:80]},
    )
    newest = user.push_subscriptions.order_by("-created_at", "-pk")
    surplus = list(newest.values_list("pk", flat=True)[MOST_BROWSERS:])
    PushSubscription.objects.filter(pk__in=surplus).delete()
    user.has_push = update_has_push(user.pk)
    if before is not None:
        update_has_push(before.user_id)


@transaction.atomic
def unsubscribe_browser(user: User, endpoint: str) -> None:
    """Show nothing in this browser any more."""
    PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()
    user.has_push = update_has_push(user.pk)


def forget_browser(subscription: PushSubscription) -> None:
    """Its push service says that it is gone."""
    subscription.delete()
    update_has_push(subscription.user_id)


def update_has_push(user_id: int) -> bool:
    """Keep the column `has_push` true to the rows."""
    there = PushSubscription.objects.filter(user=user_id).exists()
    User.objects.filter(pk=user_id).update(has_push=there)
    return there


def _require_sound(endpoint: str, p256dh: str, auth: str) -> None:
    """What no browser would send is refused before it is stored."""
    try:
        outgoing_requests.check(endpoint)
        sound = len(_bytes(p256dh)) == 65 and len(_bytes(auth)) == 16 and len(endpoint) <= 1000
    except (outgoing_requests.Forbidden, binascii.Error, ValueError):
        sound = False
    if not sound:
        raise ValidationError(_("This browser cannot be told anything."), code="malformed")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
