"""Which notices grow old (config/jobs/cleanup.py)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from config.jobs.cleanup import Cleaning
from games.notices.models import Notice


def notices(at: datetime) -> QuerySet[Notice]:
    ended = Notice.objects.exclude(state=Notice.State.WAITING)
    return ended.filter(ended_at__lte=at - settings.KEEP_NOTICES).order_by("ended_at")


CLEANINGS = (Cleaning("notices", "notices that were sent, dropped or given up long ago", notices),)
