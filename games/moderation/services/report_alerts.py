"""Tell moderators on call how many reports are waiting, since when, and how many are overdue.

Never who or what: such a notice goes through mail servers and webhooks. Staff choose how often, by
which channel, and when not (games/notices/preferences.py, kind `reports`). While one notice waits
to be sent, a second would say the same, so none is written: when it goes out, it counts what waits
by then. Nobody is notified of a report about or by themselves, or from a table where they play.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Min, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts import dates
from accounts.models import User
from config.clock import now
from games.moderation.models import Report
from games.moderation.permissions import Action
from games.moderation.services import reports
from games.notices import creation, preferences
from games.notices.creation import Cause
from games.notices.models import Notice
from games.notices.texts import AuthoredText

ALERT_KIND: Final = "reports"
MIN_INTERVAL: Final = {
    preferences.NOW: timedelta(minutes=5),
    preferences.HOURLY: timedelta(hours=1),
}
"""The pause after a notice before the next; a daily one has its hour."""
LONGEST_WAIT: Final = timedelta(days=7)
"""No notice waits longer than that."""

StaffChannel = tuple[int, str]
"""A member of staff, and a channel."""


def unannounced_reports() -> QuerySet[Report]:
    """Return waiting reports that nobody on call knows of; by an index."""
    return Report.objects.waiting().filter(told=False).order_by("pk")


@transaction.atomic
def alert_staff(number: int, at: datetime) -> int:
    """Write a notice for each who wants to hear of this report; 0 if somebody was quicker."""
    found = unannounced_reports().filter(pk=number).select_for_update(of=("self",)).first()
    if found is None:
        return 0
    handlers = list(_staff())
    waits, last = _recent_alerts([user.pk for user in handlers], at)
    new = [row for user in handlers for row in _notices(user, found, waits, at)]
    for notice in new:
        notice.due_at = _due_after_last(notice, last)
    creation.save_notices(new)
    found.told = True
    found.save(update_fields=["told"])
    return 1


def _staff() -> QuerySet[User]:
    """Lock everybody who may handle reports: two workers must not both notify them."""
    app, codename = Action.SEE_REPORTS.permission.split(".")
    named = {"codename": codename, "content_type__app_label": app}
    granted = Q(**{f"groups__permissions__{key}": value for key, value in named.items()})
    granted |= Q(**{f"user_permissions__{key}": value for key, value in named.items()})
    able = User.objects.filter(granted | Q(is_superuser=True), is_staff=True, is_active=True)
    rows = User.objects.not_deleted().filter(pk__in=able.values("pk"))
    return rows.select_for_update(no_key=True).order_by("pk")


def _recent_alerts(
    users: Collection[int], at: datetime
) -> tuple[set[StaffChannel], dict[StaffChannel, datetime]]:
    """To whom a notice waits that no worker has taken yet; and when each was last told."""
    rows = Notice.objects.filter(
        recipient__in=users, kind=ALERT_KIND, created_at__gt=at - LONGEST_WAIT
    )
    free = Q(leased_until=None) | Q(leased_until__lte=at)
    counted = rows.order_by().values_list("recipient", "channel").annotate(
        waiting=Count("pk", filter=Q(state=Notice.State.WAITING) & free),
        last=Max("ended_at", filter=Q(state=Notice.State.SENT)),
    )  # fmt: skip
    found = list(counted)
    waits = {(user, channel) for user, channel, waiting, _ in found if waiting}
    return waits, {(user, channel): last for user, channel, _, last in found if last}


def _notices(user: User, found: Report, waits: set[StaffChannel], at: datetime) -> list[Notice]:
    """Those that would be new to this member of staff."""
    rows = creation.notices_for(user, ALERT_KIND, Cause("reports", found.pk), at)
    new = [row for row in rows if (user.pk, row.channel) not in waits]
    return new if new and reports_for(user).filter(pk=found.pk).exists() else []


def _due_after_last(notice: Notice, last: dict[StaffChannel, datetime]) -> datetime:
    """When to send it, seen from the one before."""
    told = last.get((notice.recipient_id, notice.channel))
    pause = MIN_INTERVAL.get(preferences.mode(notice.recipient, ALERT_KIND, notice.channel))
    return max(notice.due_at, told + pause) if told and pause else notice.due_at


def reports_for(user: User) -> QuerySet[Report]:
    """What waits and they could handle: nothing about or by themselves, or of their tables."""
    waiting = reports.visible_to(user).waiting()
    return waiting.exclude(about=user).exclude(reporter=user)


def alert_text(notices: Sequence[Notice]) -> AuthoredText | None:
    """Say how many are waiting now; None if the new ones have been claimed."""
    notice = notices[-1]
    rows = reports_for(notice.recipient)
    new = Q(pk__gte=notice.cause_number, state=Report.State.OPEN)
    counted = rows.order_by().aggregate(
        waiting=Count("pk"), new=Count("pk", filter=new), oldest=Min("at"),
        overdue=Count("pk", filter=Q(due_at__lte=now())),
    )  # fmt: skip
    if not counted["new"]:
        return None
    n, overdue = counted["waiting"], counted["overdue"]
    subject = ngettext("%(n)s report waits", "%(n)s reports wait", n) % {"n": n}
    lines = [gettext("The oldest has been waiting since %s.") % dates.moment(counted["oldest"])]
    if overdue:
        lines.append(ngettext("%(n)s is overdue.", "%(n)s are overdue.", overdue) % {"n": overdue})
    return AuthoredText(
        subject, (f"{subject}.", *lines), settings.SITE_URL + reverse("admin:queue")
    )
