"""A player's own address, told what he is told: signed JSON that Discord understands too."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notices.channels import outgoing_requests
from games.notices.models import Notice, Webhook
from games.notices.text import Says

REFUSALS = {
    "not-https": _("The address must begin with https://."),
    "not-public": _("That address is not on the open internet. Name one that everybody can reach."),
    "malformed": _("That is not an address. It looks like https://example.org/hook."),
}
LONGEST = 500


@transaction.atomic
def set_address(user: User, url: str) -> Webhook:
    """Tell this address from now on, with a new secret. Raises ValidationError."""
    url = url.strip()
    try:
        outgoing_requests.check(url)
    except outgoing_requests.Forbidden as forbidden:
        raise ValidationError(REFUSALS[forbidden.code], code=forbidden.code) from None
    if len(url) > LONGEST:
        raise ValidationError(REFUSALS["malformed"], code="malformed")
    values = {"url": url, "secret": secrets.token_urlsafe(32)}
    hook, _new = Webhook.objects.update_or_create(user=user, defaults=values)
    _note(user, True)
    return hook


@transaction.atomic
def remove(user: User) -> None:
    """Tell nobody any more."""
    Webhook.objects.filter(user=user).delete()
    _note(user, False)


def _note(user: User, there: bool) -> None:
    user.has_webhook = there
    User.objects.filter(pk=user.pk).update(has_webhook=there)


def send(notice: Notice, says: Says, at: datetime) -> None:
    """One POST. Anything but a 2xx raises."""
    hook = Webhook.objects.get(user=notice.recipient_id)
    body = json.dumps(content(notice, says), ensure_ascii=False).encode()
    with outgoing_requests.discreet(), outgoing_requests.Session() as session:
        answer = session.post(hook.url, data=body, headers=headers(notice, hook, body, at))
    if not 200 <= answer.status_code < 300:
        raise outgoing_requests.Answered(answer.status_code)


def content(notice: Notice, says: Says) -> dict[str, Any]:
    """`content` is what Discord shows; the rest is for one's own use."""
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "what": notice.what,
        "table": notice.table.code if notice.table else None,
        "title": says.title,
        "text": says.body,
        "url": says.url,
        "at": notice.created_at.isoformat(timespec="seconds"),
        "content": f"**{says.title}**\n{says.body}\n{says.url}"[:2000],
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
