"""A webhook: one signed POST of JSON, in a form that Discord understands too."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import datetime
from typing import Any

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
    """`content` is what Discord shows; the rest is for one's own use."""
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "what": notice.what,
        "table": notice.table.code if notice.table else None,
        "title": text.title,
        "text": text.body,
        "url": text.url,
        "at": notice.created_at.isoformat(timespec="seconds"),
        "content": f"**{text.title}**\n{text.body}\n{text.url}"[:2000],
        "allowed_mentions": {"parse": []},
    }


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
