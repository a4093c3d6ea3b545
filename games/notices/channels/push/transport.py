"""Web push: browsers that a player let in, told through their makers' servers, encrypted."""

from __future__ import annotations

import base64
import binascii
import json
import logging
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from cryptography.hazmat.primitives import serialization
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from py_vapid import Vapid02
from pywebpush import WebPushException, webpush

from accounts import leases
from accounts.models import User
from games.notices.channels import outgoing_requests
from games.notices.models import Notice, PushSubscription
from games.notices.text import Says

logger = logging.getLogger("undermine.notices")

GONE = (404, 410)
MOST_BROWSERS = 10
USUAL_TTL = timedelta(days=2)
SECONDS_FOR_ALL = 60  # with the last one far below a lease: slow services must not outlast it
LONGEST_TTL = timedelta(days=28)  # push services keep nothing for longer


def public_key() -> str:
    """What a browser must be given to subscribe; nothing where push is not set up."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    point = _vapid().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


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
    user.has_push = note(user.pk)
    if before is not None:
        note(before.user_id)


@transaction.atomic
def unsubscribe_browser(user: User, endpoint: str) -> None:
    """Show nothing in this browser any more."""
    PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()
    user.has_push = note(user.pk)


def note(user_id: int) -> bool:
    """Keep `has_push` with the rows it speaks of."""
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


# --- sending ------------------------------------------------------------------------------------


def send(notice: Notice, says: Says, at: datetime) -> None:
    """To every browser that has not had it yet. Raises if one of them shall be tried again."""
    failure: Exception | None = None
    began = monotonic()
    rows = PushSubscription.objects.filter(user=notice.recipient_id).order_by("pk")
    for browser in rows.exclude(pk__in=notice.reached):
        if monotonic() - began > SECONDS_FOR_ALL:
            failure = TimeoutError("the other browsers are told later")
            break
        try:
            _send_to(browser, notice, says, at)
        except Exception as error:  # one browser's trouble is not the others'
            failure = _after(browser, error) or failure
        else:
            _reached(notice, browser)
    if failure is not None:
        raise failure


def _reached(notice: Notice, browser: PushSubscription) -> None:
    """Written down at once: whatever happens next, this browser is not told again."""
    notice.reached = [*notice.reached, browser.pk]
    Notice.objects.filter(pk=notice.pk).update(reached=notice.reached)


def _after(browser: PushSubscription, error: Exception) -> Exception | None:
    """A browser that is gone is forgotten; anything else is tried again."""
    if isinstance(error, outgoing_requests.Answered) and error.status in GONE:
        browser.delete()
        note(browser.user_id)
        return None
    logger.info("push to browser %s: %s", browser.pk, leases.said(error))
    return error


def _send_to(browser: PushSubscription, notice: Notice, says: Says, at: datetime) -> None:
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    with outgoing_requests.discreet(), outgoing_requests.Session() as session:
        try:
            webpush(
                {"endpoint": browser.endpoint, "keys": keys},
                json.dumps(payload(says)),
                vapid_private_key=_vapid(),
                vapid_claims={"sub": _contact()},
                ttl=time_to_live(says, at),
                headers={
                    "Urgency": "high" if says.due_at else "normal",
                    "Topic": f"notice-{notice.pk}",  # sent twice, the service keeps only one
                },
                requests_session=session,
            )
        except WebPushException as error:
            raise outgoing_requests.Answered(error.status_code or 0) from None


def payload(says: Says) -> dict[str, Any]:
    """A later word about the same thing takes the place of the earlier: that is the tag's work."""
    return {"title": says.title, "body": says.body, "url": says.url, "tag": says.tag}


def time_to_live(says: Says, at: datetime) -> int:
    """Until the deadline: a push service need not keep what is of no use."""
    left = says.due_at - at if says.due_at else USUAL_TTL
    return int(max(timedelta(minutes=1), min(left, LONGEST_TTL)).total_seconds())


def _vapid() -> Vapid02:
    return Vapid02.from_string(private_key=settings.VAPID_PRIVATE_KEY)


def _contact() -> str:
    """Whom a push service asks when something is wrong."""
    address = settings.CONTACT_EMAIL or f"undermine@{settings.SITE_HOST}"
    return f"mailto:{address}"
