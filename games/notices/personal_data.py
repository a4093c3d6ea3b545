"""Personal data in notices: download, retention, and deletion with the account."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.privacy.personal_data import Chapter, moment
from config.jobs.cleanup import Cleaning
from games.notices.models import Notice, PushSubscription, Webhook


def notices(user: User) -> Chapter:
    found = Notice.objects.filter(recipient=user).order_by("pk")
    return _("notices"), [
        {_("kind"): row.kind, _("written"): moment(row.created_at), _("state"): row.state}
        for row in found
    ]


def browsers(user: User) -> Chapter:
    """List the browsers with push, without their keys, which would let anybody send to them."""
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


def on_account_deleted(user: User, at: datetime) -> None:
    Notice.objects.filter(recipient=user).delete()
    PushSubscription.objects.filter(user=user).delete()
    Webhook.objects.filter(user=user).delete()


def old_notices(at: datetime) -> QuerySet[Notice]:
    ended = Notice.objects.exclude(state=Notice.State.WAITING)
    return ended.filter(ended_at__lte=at - settings.KEEP_NOTICES).order_by("ended_at")


CLEANINGS = (
    Cleaning("notices", "notices that were sent, dropped or given up long ago", old_notices),
)
