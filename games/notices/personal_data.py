"""What notices hold about a player: their chapters of the data export, and forgetting them."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.privacy.personal_data import Chapter, moment
from games.notices.models import Notice, PushSubscription, Webhook


def notices(user: User) -> Chapter:
    found = Notice.objects.filter(recipient=user).order_by("pk")
    return _("notices"), [
        {_("kind"): row.kind, _("written"): moment(row.created_at), _("state"): row.state}
        for row in found
    ]


def browsers(user: User) -> Chapter:
    """Not their keys: with these anybody could write to them."""
    return _("browsers that show notices"), [
        {_("browser"): row.label, _("since"): moment(row.created_at)}
        for row in PushSubscription.objects.filter(user=user).order_by("pk")
    ]


def webhook(user: User) -> Chapter:
    return _("webhook"), [
        {_("address"): row.url, _("since"): moment(row.created_at)}
        for row in Webhook.objects.filter(user=user)
    ]


CHAPTERS = (browsers, webhook, notices)


def let_go(user: User, at: datetime) -> None:
    """Delete everything when an account is deleted."""
    Notice.objects.filter(recipient=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()
