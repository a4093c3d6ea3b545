"""The address that a player named: checked, stored with a secret, removed."""

from __future__ import annotations

import secrets

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.notices.channels import outgoing_requests
from games.notices.channels.webhook.models import Webhook

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
    _set_has_webhook(user, True)
    return hook


@transaction.atomic
def remove(user: User) -> None:
    """Tell nobody any more."""
    Webhook.objects.filter(user=user).delete()
    _set_has_webhook(user, False)


def _set_has_webhook(user: User, there: bool) -> None:
    user.has_webhook = there
    User.objects.filter(pk=user.pk).update(has_webhook=there)
