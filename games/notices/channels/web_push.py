"""Web push: sent through the push services of browser vendors, encrypted for each browser."""

from __future__ import annotations

import base64
import binascii
import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from time import monotonic

from cryptography.hazmat.primitives import serialization
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from py_vapid import Vapid02

from accounts.models import User
from accounts.sign_in import sessions
from config.jobs import leases
from games.notices.channels import outgoing_requests
from games.notices.models import Notice, PushSubscription
from games.notices.texts import NoticeText
from games.tables.presenters import lists

logger = logging.getLogger("undermine.notices")

GONE = (404, 410)
USUAL_TTL = timedelta(days=2)
SECONDS_FOR_ALL = 10  # plus one more request: less than delivery.LONGEST_REQUEST
LONGEST_TTL = timedelta(days=28)  # the maximum of push services


def send_push(rows: Sequence[Notice], text: NoticeText, at: datetime) -> None:
    """Send a notice to each browser that hasn't received it yet. Raise if one must be retried."""
    (notice,) = rows
    failure: Exception | None = None
    began = monotonic()
    browsers = PushSubscription.objects.filter(user=notice.recipient_id).order_by("pk")
    for browser in browsers.exclude(pk__in=notice.reached):
        if monotonic() - began > SECONDS_FOR_ALL:
            failure = TimeoutError("out of time; the other browsers follow later")
            break
        try:
            _send_to(browser, notice, text, at)
        except outgoing_requests.HostPostponed as later:
            failure = failure or later
        except Exception as error:  # the other browsers still get it
            failure = _handle_failure(browser, error) or failure
        else:
            _note_reached(notice, browser)
    if failure is not None:
        raise failure


def _note_reached(notice: Notice, browser: PushSubscription) -> None:
    """Record at once that this browser has the notice, so that no retry sends it again."""
    notice.reached = [*notice.reached, browser.pk]
    Notice.objects.filter(pk=notice.pk).update(reached=notice.reached)


def _handle_failure(browser: PushSubscription, error: Exception) -> Exception | None:
    """Forget a browser that is gone; return any other error, to retry."""
    if isinstance(error, outgoing_requests.Answered) and error.status in GONE:
        forget_browser(browser)
        return None
    logger.info("push to browser %s: %s", browser.pk, leases.describe_error(error))
    return error


def _send_to(browser: PushSubscription, notice: Notice, text: NoticeText, at: datetime) -> None:
    from pywebpush import WebPushException, webpush  # here, as it takes long to import

    # The number of turns, for the app's badge, and a mark of the player: the badge must not show it
    # if somebody else uses the browser by now.
    turns, mark = lists.turn_count(browser.user_id), sessions.player_mark(browser.user_id)
    says = payload(text) | {"turns": turns, "reader": mark}
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    with outgoing_requests.request_to(browser.endpoint, at) as session:
        try:
            webpush(
                {"endpoint": browser.endpoint, "keys": keys},
                json.dumps(says),
                vapid_private_key=vapid_private_key(),
                vapid_claims={"sub": vapid_contact()},
                ttl=time_to_live(text, at),
                headers={
                    "Urgency": "high" if text.due_at else "normal",
                    "Topic": f"notice-{notice.pk}",  # a duplicate replaces the first
                },
                requests_session=session,
            )
        except WebPushException as error:
            raise outgoing_requests.Answered(error.status_code or 0) from None


def payload(text: NoticeText) -> dict[str, object]:
    """Return the message for the browser. A later one with the same tag replaces it there."""
    return {"title": text.title, "body": text.body, "url": text.url, "tag": text.tag}


def time_to_live(text: NoticeText, at: datetime) -> int:
    """Return the seconds that the push service keeps a message: until the deadline, if any."""
    left = text.due_at - at if text.due_at else USUAL_TTL
    return int(max(timedelta(minutes=1), min(left, LONGEST_TTL)).total_seconds())


# The browsers that show a player's notices.

MAX_BROWSERS = 10


@transaction.atomic
def subscribe(user: User, endpoint: str, p256dh: str, auth: str, label: str = "") -> None:
    """Show notices in this browser; calling it again is harmless. Raises ValidationError.

    An endpoint that belonged to another player moves to this one.
    """
    _require_valid(endpoint, p256dh, auth)
    before = PushSubscription.objects.filter(endpoint=endpoint).exclude(user=user).first()
    PushSubscription.objects.update_or_create(
        endpoint=endpoint,
        defaults={"user": user, "p256dh": p256dh, "auth": auth, "label": label[:80]},
    )
    newest = user.push_subscriptions.order_by("-created_at", "-pk")
    surplus = list(newest.values_list("pk", flat=True)[MAX_BROWSERS:])
    PushSubscription.objects.filter(pk__in=surplus).delete()
    user.has_push = update_has_push(user.pk)
    if before is not None:
        update_has_push(before.user_id)


@transaction.atomic
def unsubscribe_browser(user: User, endpoint: str) -> None:
    """Stop showing notices in this browser."""
    PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()
    user.has_push = update_has_push(user.pk)


def forget_browser(subscription: PushSubscription) -> None:
    """Delete a subscription that the push service no longer knows."""
    subscription.delete()
    update_has_push(subscription.user_id)


def update_has_push(user_id: int) -> bool:
    """Update the column `has_push` from the rows."""
    there = PushSubscription.objects.filter(user=user_id).exists()
    User.objects.filter(pk=user_id).update(has_push=there)
    return there


def _require_valid(endpoint: str, p256dh: str, auth: str) -> None:
    """Raise ValidationError for values that no browser would send."""
    try:
        outgoing_requests.check_url(endpoint)
        sound = len(_bytes(p256dh)) == 65 and len(_bytes(auth)) == 16 and len(endpoint) <= 1000
    except (outgoing_requests.Forbidden, binascii.Error, ValueError):
        sound = False
    if not sound:
        raise ValidationError(_("This browser cannot receive push messages."), code="malformed")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# The key with which we sign push messages (VAPID): browsers subscribe with its public half.


def vapid_public_key() -> str:
    """Return the key that browsers need to subscribe; "" if push is not set up."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    point = vapid_private_key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def vapid_private_key() -> Vapid02:
    return Vapid02.from_string(private_key=settings.VAPID_PRIVATE_KEY)


def vapid_contact() -> str:
    """Return the contact that push services may use if something is wrong."""
    address = settings.CONTACT_EMAIL or f"undermine@{settings.SITE_HOST}"
    return f"mailto:{address}"
