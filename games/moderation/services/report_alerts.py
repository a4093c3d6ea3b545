"""Tell moderators on call how many reports are waiting, since when, and how many are overdue.

Not who or what they are about: a notice goes through mail servers and webhooks. Staff choose how
often, by which channel, and when not (games/notices/preferences.py, kind `reports`). While a notice
waits to be sent, no second one is written, as it counts the waiting reports when it is
sent. Nobody is notified of a report about or by themselves, or from a table where they play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
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
"""The pause between two notices; a daily one has its hour."""
LONGEST_WAIT: Final = timedelta(days=7)
"""The maximum time that a notice waits."""

RecentAlerts = dict[tuple[int, str], tuple[int, datetime | None]]
"""By member of staff and channel: how many notices wait that no worker has taken yet, and when the
last was sent."""
NEVER = (0, None)


def unannounced_reports() -> QuerySet[Report]:
    """Return waiting reports of which nobody on call was notified; by an index."""
    return Report.objects.waiting().filter(told=False).order_by("pk")


@transaction.atomic
def alert_staff(number: int, at: datetime) -> int:
    """Write notices for everybody who wants to hear of this report; 0 if another worker has."""
    found = unannounced_reports().filter(pk=number).select_for_update(of=("self",)).first()
    if found is None:
        return 0
    handlers = list(_staff())
    recent = _recent_alerts([user.pk for user in handlers], at)
    creation.save_notices(
        [notice for user in handlers for notice in _notices(user, found, recent, at)]
    )
    found.told = True
    found.save(update_fields=["told"])
    return 1


def _staff() -> QuerySet[User]:
    """Lock everybody who may handle reports: two workers must not both notify them."""
    able = ModelBackend().with_perm(Action.SEE_REPORTS.permission)
    rows = able.filter(is_staff=True, deleted_at=None)
    return rows.select_for_update(no_key=True).order_by("pk")


def _recent_alerts(users: Collection[int], at: datetime) -> RecentAlerts:
    rows = Notice.objects.filter(
        recipient__in=users, kind=ALERT_KIND, created_at__gt=at - LONGEST_WAIT
    )
    free = Q(leased_until=None) | Q(leased_until__lte=at)
    counted = rows.order_by().values_list("recipient", "channel").annotate(
        waiting=Count("pk", filter=Q(state=Notice.State.WAITING) & free),
        last=Max("ended_at", filter=Q(state=Notice.State.SENT)),
    )  # fmt: skip
    return {(user, channel): (waiting, last) for user, channel, waiting, last in counted}


def _notices(user: User, found: Report, recent: RecentAlerts, at: datetime) -> Iterator[Notice]:
    """Yield the notices that are new to this member of staff, and not too soon after the last."""
    rows = creation.notices_for(user, ALERT_KIND, Cause("reports", found.pk), at)
    new = [row for row in rows if not recent.get((user.pk, row.channel), NEVER)[0]]
    if not new or not reports_for(user).filter(pk=found.pk).exists():
        return
    for notice in new:
        last = recent.get((user.pk, notice.channel), NEVER)[1]
        pause = MIN_INTERVAL.get(preferences.mode(user, ALERT_KIND, notice.channel))
        if last and pause:
            notice.due_at = max(notice.due_at, last + pause)
        yield notice


def reports_for(user: User) -> QuerySet[Report]:
    """Return waiting reports that the user can handle: not by or about them or their tables."""
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
