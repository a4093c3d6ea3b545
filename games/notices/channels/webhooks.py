"""A webhook: one signed POST of JSON, in a form that Discord understands too."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import datetime
from html import escape
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from accounts import dates
from games.notices.channels import outgoing_requests, slow_ends
from games.notices.channels.outgoing_requests import Session
from games.notices.channels.webhook.models import Webhook
from games.notices.models import Notice
from games.notices.text import NoticeText


def send(notice: Notice, text: NoticeText, at: datetime) -> None:
    """One POST. Anything but a 2xx raises."""
    hook = Webhook.objects.get(user=notice.recipient_id)
    body = json.dumps(content(notice, text), ensure_ascii=False).encode()
    with slow_ends.asking(hook.url, at), outgoing_requests.discreet(), Session() as session:
        answer = session.post(hook.url, data=body, headers=headers(notice, hook, body, at))
    if not 200 <= answer.status_code < 300:
        raise outgoing_requests.Answered(answer.status_code)


def content(notice: Notice, text: NoticeText) -> dict[str, Any]:
    """`text` is what Slack shows, `content` what Discord does; the rest is for one's own use."""
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "what": notice.what,
        "table": notice.table.code if notice.table else None,
        "title": text.title,
        "body": text.body,
        "text": slack(text),
        "url": text.url,
        "at": notice.created_at.isoformat(timespec="seconds"),
        "due_at": text.due_at.isoformat(timespec="seconds") if text.due_at else None,
        "content": "\n".join([f"**{text.title}**", *_told(text)])[:2000],
        "allowed_mentions": {"parse": []},
    }


def slack(text: NoticeText) -> str:
    """Which table, what, until when, and where: all that Slack shows is this one text."""
    told = "\n".join([f"*{text.title}*", *_told(text)])
    return escape(told, quote=False)[:3000]


def _told(text: NoticeText) -> list[str]:
    """In the zone of the reader, which is told with it."""
    zone = timezone.get_current_timezone_name()
    gaps = {"due": dates.bare(text.due_at) if text.due_at else "", "zone": zone, "left": text.left}
    until = gettext("You have until %(due)s (%(zone)s): %(left)s.") % gaps
    return [text.body, *([until] if text.due_at else []), text.url]


def headers(notice: Notice, hook: Webhook, body: bytes, at: datetime) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "User-Agent": "Undermine-Webhook",
        "Undermine-Delivery": str(notice.pk),
        "Undermine-Signature": signature(hook.secret, body, at),
    }


def signature(secret: str, body: bytes, at: datetime) -> str:
    """`t=<unix>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`, so that neither can be changed."""
    moment = int(at.timestamp())
    signed = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"
