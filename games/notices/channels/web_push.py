"""Web push: sent through the servers of browsers' makers, encrypted for one browser each."""

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
SECONDS_FOR_ALL = 10  # with the last one: below delivery.LONGEST_REQUEST
LONGEST_TTL = timedelta(days=28)  # push services keep nothing for longer


def send_push(rows: Sequence[Notice], text: NoticeText, at: datetime) -> None:
    """Send it to every browser that has not had it yet. Raise if one has to be retried."""
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
        except Exception as error:  # one browser's trouble is not the others'
            failure = _handle_failure(browser, error) or failure
        else:
            _note_reached(notice, browser)
    if failure is not None:
        raise failure


def _note_reached(notice: Notice, browser: PushSubscription) -> None:
    """Record it at once: whatever happens next, this browser does not get it again."""
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

    # How many turns wait, for the icon of the app; and a mark of the player: in a browser that
    # somebody else uses by now it is nobody's number.
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
                    "Topic": f"notice-{notice.pk}",  # sent twice, the service keeps only one
                },
                requests_session=session,
            )
        except WebPushException as error:
            raise outgoing_requests.Answered(error.status_code or 0) from None


def payload(text: NoticeText) -> dict[str, object]:
    """A later word about the same thing takes the place of the earlier: that is the tag's work."""
    return {"title": text.title, "body": text.body, "url": text.url, "tag": text.tag}


def time_to_live(text: NoticeText, at: datetime) -> int:
    """Until the deadline: a push service need not keep what is of no use."""
    left = text.due_at - at if text.due_at else USUAL_TTL
    return int(max(timedelta(minutes=1), min(left, LONGEST_TTL)).total_seconds())


# Which browsers show a player's notices.

MAX_BROWSERS = 10


@transaction.atomic
def subscribe(user: User, endpoint: str, p256dh: str, auth: str, label: str = "") -> None:
    """Show notices in this browser. Raises ValidationError. Twice is once.

    A browser belongs to whoever used it last: the endpoint moves with it.
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


def _require_valid(endpoint: str, p256dh: str, auth: str) -> None:
    """What no browser would send is refused before it is stored."""
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
    """What a browser must be given to subscribe; nothing where push is not set up."""
    if not settings.VAPID_PRIVATE_KEY:
        return ""
    point = vapid_private_key().public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def vapid_private_key() -> Vapid02:
    return Vapid02.from_string(private_key=settings.VAPID_PRIVATE_KEY)


def vapid_contact() -> str:
    """Whom a push service asks when something is wrong."""
    address = settings.CONTACT_EMAIL or f"undermine@{settings.SITE_HOST}"
    return f"mailto:{address}"
