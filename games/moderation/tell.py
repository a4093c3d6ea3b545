"""Telling people what was decided: a notice by mail, which cannot be switched off.

Never by push or webhook: what moderators say to a player belongs in no channel of his friends.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts import telling
from accounts.models import User
from games import notify
from games.models import Notice, Report, Sanction
from games.moderation import words

KIND = "moderation"


def sanctioned(sanction: Sanction, at: datetime) -> None:
    """What was decided about you, why, and how to appeal."""
    _tell(sanction.user, sanction.kind, f"sanction-{sanction.pk}", at)


def lifted(sanction: Sanction, at: datetime) -> None:
    _tell(sanction.user, "lifted", f"sanction-{sanction.pk}-lifted", at)


def answered(report: Report, at: datetime) -> None:
    """What became of your report, or of your appeal."""
    if report.reporter is not None:
        what = "appeal" if report.kind == Report.Kind.APPEAL else "answer"
        _tell(report.reporter, what, f"report-{report.pk}", at)


def _tell(user: User, what: str, cause: str, at: datetime) -> None:
    found = notify.notices(user, KIND, cause, at, what=what)
    notify.keep([row for row in found if row.channel == telling.MAIL])


# --- what such a notice says ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class News:
    """The words of a notice, in the language that is active."""

    subject: str
    lines: tuple[str, ...]
    link: str = ""
    appeal: bool = False
    """Does the link lead to an appeal, or to what it is about?"""


def news(notice: Notice) -> News | None:
    """What it is about, as it stands now; nothing if that is gone."""
    number = int(notice.cause.split("-")[1])
    subject = str(words.SUBJECTS[notice.what])
    if notice.what in ("answer", "appeal"):
        report = Report.objects.filter(pk=number).first()
        return News(subject, (report.answer,), _link("my-reports")) if report else None
    sanction = Sanction.objects.filter(pk=number).select_related("user").first()
    if sanction is None:
        return None
    if notice.what == "lifted":
        return News(subject, (str(words.NEWS["lifted"]),))
    return News(subject, _decided(sanction), _appeal(sanction), appeal=True)


def _decided(sanction: Sanction) -> tuple[str, ...]:
    until = date_format(localtime(sanction.until), "DATETIME_FORMAT") if sanction.until else ""
    values = {"until": until, "name": sanction.user.display_name}
    lines = (str(words.REASONS[sanction.reason]), sanction.words)
    return tuple(line for line in (*lines, str(words.NEWS[sanction.kind]) % values) if line)


def _appeal(sanction: Sanction) -> str:
    return settings.SITE_URL + reverse("appeal", args=[sanction.appeal_token])


def _link(name: str) -> str:
    return settings.SITE_URL + reverse(name)
