"""Web push: sent through the servers of browsers' makers, encrypted for one browser each."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from time import monotonic

from pywebpush import WebPushException, webpush

from accounts import leases, reader_marks
from games.notices.channels import outgoing_requests, slow_ends
from games.notices.channels.push import subscriptions, vapid
from games.notices.channels.push.models import PushSubscription
from games.notices.models import Notice
from games.notices.text import NoticeText
from games.tables.presenters import lists

logger = logging.getLogger("undermine.notices")

GONE = (404, 410)
USUAL_TTL = timedelta(days=2)
SECONDS_FOR_ALL = 10  # with the last one: below claims.LONGEST_REQUEST
LONGEST_TTL = timedelta(days=28)  # push services keep nothing for longer


def send(notice: Notice, text: NoticeText, at: datetime) -> None:
    """To every browser that has not had it yet. Raises if one of them shall be tried again."""
    failure: Exception | None = None
    began = monotonic()
    rows = PushSubscription.objects.filter(user=notice.recipient_id).order_by("pk")
    for browser in rows.exclude(pk__in=notice.reached):
        if monotonic() - began > SECONDS_FOR_ALL:
            failure = TimeoutError("the other browsers are told later")
            break
        try:
            _send_to(browser, notice, text, at)
        except slow_ends.Later as later:
            failure = failure or later
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
        subscriptions.forget_browser(browser)
        return None
    logger.info("push to browser %s: %s", browser.pk, leases.said(error))
    return error


def _send_to(browser: PushSubscription, notice: Notice, text: NoticeText, at: datetime) -> None:
    says = payload(text) | badge(browser.user_id)
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    asking = slow_ends.asking(browser.endpoint, at)
    with asking, outgoing_requests.discreet(), outgoing_requests.Session() as session:
        try:
            webpush(
                {"endpoint": browser.endpoint, "keys": keys},
                json.dumps(says),
                vapid_private_key=vapid.private_key(),
                vapid_claims={"sub": vapid.contact()},
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


def badge(user_id: int) -> dict[str, object]:
    """How many turns wait for them, for the icon of the app; and who they are, as a mark: in a
    browser that somebody else uses by now it is nobody's number."""
    return {"turns": lists.turn_count(user_id), "reader": reader_marks.of_player(user_id)}


def time_to_live(text: NoticeText, at: datetime) -> int:
    """Until the deadline: a push service need not keep what is of no use."""
    left = text.due_at - at if text.due_at else USUAL_TTL
    return int(max(timedelta(minutes=1), min(left, LONGEST_TTL)).total_seconds())
