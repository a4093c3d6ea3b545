"""Telling players what moderators decided: a notice by mail, which cannot be switched off.

Never by push or webhook, because friends may read those.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.urls import reverse

from accounts import dates
from accounts.models import User
from games.moderation import hidden, roles, words
from games.moderation.models import AuditEntry, Report, Sanction
from games.notices import causes, preferences, writing
from games.notices.authors import News
from games.notices.causes import Cause
from games.notices.models import Notice
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable
from games.tables.words.names import seat_name
from games.tables.words.titles import mailed_title

KIND = "moderation"


def sanctioned(sanction: Sanction, at: datetime) -> None:
    """What was decided about you, why, and how to appeal."""
    _tell(sanction.user, sanction.kind, causes.sanction(sanction.pk), at)


def lifted(sanction: Sanction, at: datetime) -> None:
    _tell(sanction.user, "lifted", causes.lifted_sanction(sanction.pk), at)


def answered(report: Report, at: datetime) -> None:
    """What became of your report, or of your appeal."""
    if report.reporter is not None:
        what = "appeal" if report.kind == Report.Kind.APPEAL else "answer"
        _tell(report.reporter, what, causes.report(report.pk), at)


def roles_changed(user: User, entry: AuditEntry, at: datetime) -> None:
    """Which roles you have now, what they allow, and whom to ask."""
    _tell(user, "roles", causes.roles(entry.pk), at)


def _tell(user: User, what: str, cause: Cause, at: datetime) -> None:
    found = writing.notices(user, KIND, cause, at, what=what)
    writing.keep([row for row in found if row.channel == preferences.MAIL])


# --- what was done at a table ---------------------------------------------------------------------


def table(found: LoadedTable, what: str, at: datetime, seat: Seat | None = None) -> None:
    """Tell all who sit there."""
    users = [other.user for other in found.seats if other.user is not None]
    writing.keep([row for user in users for row in _at_table(found, user, what, at, seat)])


def removed(found: LoadedTable, seat: Seat, player: User, at: datetime) -> None:
    """Tell the player who no longer sits there."""
    writing.keep(_at_table(found, player, "lost", at, seat))


def _at_table(
    found: LoadedTable, user: User, what: str, at: datetime, seat: Seat | None
) -> list[Notice]:
    cause = causes.change(what, found.table.length)
    number = None if seat is None else seat.number
    rows = writing.notices(user, KIND, cause, at, table=found.table, seat=number, what=what)
    return [row for row in rows if row.channel == preferences.MAIL]


# --- what such a notice says ----------------------------------------------------------------------


def news(notice: Notice) -> News | None:
    """What it is about, as it stands now; nothing if that is gone."""
    if notice.table is not None:
        return _table_news(notice, notice.table)
    subject = str(words.SUBJECTS[notice.what])
    if notice.what == "roles":
        return _role_news(notice, subject)
    if notice.what in ("answer", "appeal"):
        report = Report.objects.filter(pk=notice.cause_number).first()
        return News(subject, (report.answer,), _link("my-reports")) if report else None
    sanction = Sanction.objects.filter(pk=notice.cause_number).select_related("user").first()
    if sanction is None:
        return None
    if notice.what == "lifted":
        return News(subject, (str(words.NEWS["lifted"]),))
    return News(subject, _decided(sanction), _appeal(sanction), appeal=True)


def _table_news(notice: Notice, table: Table) -> News:
    """What was done at a table of the reader, in the same neutral words as in its log."""
    seats = table.seats.select_related("user")
    seat = None if notice.seat is None else seats.filter(number=notice.seat).first()
    values = {"table": mailed_title(table), "who": seat_name(seat) if seat else ""}
    subject = " ".join((str(words.TABLE_SUBJECTS[notice.what]) % values).split())
    lost = notice.what == "lost"
    link = _link("home") if lost else settings.SITE_URL + reverse("table", args=[table.code])
    return News(subject, (str(words.TABLE_NEWS[notice.what]) % values,), link)


def _role_news(notice: Notice, subject: str) -> News | None:
    """From the audit trail: what they have now, and what was taken."""
    entry = AuditEntry.objects.filter(pk=notice.cause_number).first()
    if entry is None:
        return None
    had, has = entry.before.get("roles", []), entry.after.get("roles", [])
    told = words.ROLE_GIVEN, words.ROLE_KEPT, words.ROLE_TAKEN
    given, kept, taken = (str(sentence) for sentence in told)
    lines = [
        (kept if role in had else given)
        % {"role": roles.ROLE_WORDS[role], "allows": words.ROLE_ALLOWS[role]}
        for role in has
    ]
    lines += [taken % {"role": roles.ROLE_WORDS[role]} for role in had if role not in has]
    lines.append(str(words.SECOND_FACTOR if has else words.NO_LONGER_STAFF))
    lines.append(str(words.ASK_ABOUT_ROLES) % {"contact": _link("contact")})
    return News(subject, tuple(lines), _link("admin:index" if has else "home"))


def _decided(sanction: Sanction) -> tuple[str, ...]:
    until = dates.moment(sanction.until) if sanction.until else ""
    values = {"until": until, "name": sanction.user.display_name}
    if sanction.kind in hidden.KINDS:
        values |= hidden.told(sanction)
    lines = (str(words.reason(sanction.reason)), sanction.words)
    changed = (str(words.NEWS[sanction.kind]) % values, seats(sanction))
    return tuple(line for line in (*lines, *changed) if line)


def seats(sanction: Sanction) -> str:
    """What becomes of their seats, where the decision keeps them from playing."""
    out = sanction.kind in (Sanction.Kind.SUSPENSION, Sanction.Kind.BAN)
    return str(words.SEATS[sanction.hands_on]) if out else ""


def _appeal(sanction: Sanction) -> str:
    return f"{settings.SITE_URL}{reverse('appeal', args=[sanction.appeal_token])}"


def _link(name: str) -> str:
    return f"{settings.SITE_URL}{reverse(name)}"
