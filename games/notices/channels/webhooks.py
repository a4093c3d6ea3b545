"""Webhooks: one signed POST of JSON, in a format that Slack and Discord understand."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from datetime import datetime
from html import escape
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import dates
from accounts.models import User
from games.notices.channels import outgoing_requests
from games.notices.models import Notice, Webhook
from games.notices.texts import NoticeText


def send_webhook(rows: Sequence[Notice], text: NoticeText, at: datetime) -> None:
    """Send a notice as one POST; raise unless the answer is 2xx."""
    (notice,) = rows
    hook = Webhook.objects.get(user=notice.recipient_id)
    body = json.dumps(webhook_json(notice, text), ensure_ascii=False).encode()
    with outgoing_requests.request_to(hook.url, at) as session:
        answer = session.post(hook.url, data=body, headers=webhook_headers(notice, hook, body, at))
    if not 200 <= answer.status_code < 300:
        raise outgoing_requests.Answered(answer.status_code)


def webhook_json(notice: Notice, text: NoticeText) -> dict[str, Any]:
    """Return the JSON: `text` for Slack, `content` for Discord, the rest for players' scripts."""
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "what": notice.what,
        "table": notice.table.code if notice.table else None,
        "title": text.title,
        "body": text.body,
        "text": slack_text(text),
        "url": text.url,
        "at": notice.created_at.isoformat(timespec="seconds"),
        "due_at": text.due_at.isoformat(timespec="seconds") if text.due_at else None,
        "content": "\n".join([f"**{text.title}**", *_text_lines(text)])[:2000],
        "allowed_mentions": {"parse": []},
    }


def slack_text(text: NoticeText) -> str:
    """Return table, news, deadline and link as one text, as Slack shows nothing else."""
    told = "\n".join([f"*{text.title}*", *_text_lines(text)])
    return escape(told, quote=False)[:3000]


def _text_lines(text: NoticeText) -> list[str]:
    """Return body, deadline and link; the deadline in the reader's time zone, with its name."""
    zone = timezone.get_current_timezone_name()
    gaps = {
        "due": dates.moment_without_zone(text.due_at) if text.due_at else "",
        "zone": zone,
        "left": text.left,
    }
    until = gettext("You have until %(due)s (%(zone)s): %(left)s.") % gaps
    return [text.body, *([until] if text.due_at else []), text.url]


def webhook_headers(notice: Notice, hook: Webhook, body: bytes, at: datetime) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "User-Agent": "Undermine-Webhook",
        "Undermine-Delivery": str(notice.pk),
        "Undermine-Signature": signature(hook.secret, body, at),
    }


def signature(secret: str, body: bytes, at: datetime) -> str:
    """Return `t=<unix>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`, which protects both."""
    moment = int(at.timestamp())
    signed = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"


# Checking, storing and removing the URL of a webhook.

REFUSALS = {
    "not-https": _("The address must begin with https://."),
    "not-public": _("That address is not on the open internet. Name one that everybody can reach."),
    "malformed": _("That is not an address. It looks like https://example.org/hook."),
}
LONGEST_URL = 500


@transaction.atomic
def set_webhook(user: User, url: str) -> Webhook:
    """Set the URL of a webhook, with a new secret. Raises ValidationError."""
    url = url.strip()
    try:
        outgoing_requests.check_url(url)
    except outgoing_requests.Forbidden as forbidden:
        raise ValidationError(REFUSALS[forbidden.code], code=forbidden.code) from None
    if len(url) > LONGEST_URL:
        raise ValidationError(REFUSALS["malformed"], code="malformed")
    values = {"url": url, "secret": secrets.token_urlsafe(32)}
    hook, _new = Webhook.objects.update_or_create(user=user, defaults=values)
    _set_has_webhook(user, True)
    return hook


@transaction.atomic
def remove_webhook(user: User) -> None:
    Webhook.objects.filter(user=user).delete()
    _set_has_webhook(user, False)


def _set_has_webhook(user: User, there: bool) -> None:
    user.has_webhook = there
    User.objects.filter(pk=user.pk).update(has_webhook=there)
