"""Write and queue the emails of moderators: what, why, which rule, how long, and how to appeal.

Texts are in the active language and time zone, and describe the state when they are sent. They go
out by mail only, never by push or webhook, because friends may read those; players cannot turn
them off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts import earlier_names
from accounts.models import User
from games.moderation import code_of_conduct, permissions, texts
from games.moderation.models import AuditEntry, Report, Sanction
from games.moderation.services import sanction_records
from games.notices import creation, preferences
from games.notices.creation import Cause
from games.notices.models import Notice
from games.notices.texts import AuthoredText, Fact
from games.players.names import CHANGES, PastNames, SeatNames
from games.tables.models import Seat, Table
from games.tables.store import LoadedTable
from games.tables.titles import mailed_title


def email_text(notices: Sequence[Notice]) -> AuthoredText | None:
    """Return the text for these notices in the present state; None if their subject was deleted."""
    notice = notices[0]
    if notice.table is not None:
        return _table_text(notices, notice.table)
    subject = str(texts.SUBJECTS[notice.what])
    if notice.what == "roles":
        return _roles_text(notice, subject)
    if notice.what in ("answer", "appeal"):
        report = Report.objects.filter(pk=notice.cause_number).first()
        return AuthoredText(subject, (report.answer,), _link("my-reports")) if report else None
    sanction = Sanction.objects.filter(pk=notice.cause_number).select_related("user").first()
    if sanction is None:
        return None
    if notice.what == "lifted":
        return _lifted_text(sanction)
    return sanction_text(sanction) if sanction.lifted_at is None else None  # another mail says so


def sanction_text(sanction: Sanction) -> AuthoredText:
    """Say what was decided about the reader, why, for how long, and how to appeal."""
    subject, lines = str(texts.SUBJECTS[sanction.kind]), sanction_records.explanation(sanction)
    found = sanction_records.facts_of(sanction)
    if sanction.kind == Sanction.Kind.RENAME and earlier_names.may_choose(sanction.user):
        found = (*found, Fact(gettext("You may choose your own name, once"),
                              gettext("Choose a name"), _link("accounts:name")))  # fmt: skip
    if sanction.reason == texts.Reason.GOODWILL:
        return AuthoredText(subject, lines, _link("my-decisions"), found)
    return AuthoredText(
        subject,
        (*lines, str(texts.APPEAL)),
        _link("appeal", sanction.appeal_token),
        found,
        appeal=True,
    )


def _lifted_text(sanction: Sanction) -> AuthoredText:
    what = str(sanction.get_kind_display())
    told = (texts.EFFECTS["lifted"], texts.LIFTED_EFFECTS.get(sanction.kind, ""))
    lines = tuple(str(line) for line in told if line)
    found = (Fact(gettext("What it was"), what), *sanction_records.facts_of(sanction))
    return AuthoredText(str(texts.SUBJECTS["lifted"]), lines, _link("my-decisions"), found)


def _roles_text(notice: Notice, subject: str) -> AuthoredText | None:
    """Name the roles they have now and those they lost, from the audit trail."""
    entry = AuditEntry.objects.filter(pk=notice.cause_number).first()
    if entry is None:
        return None
    had, has = entry.before.get("roles", []), entry.after.get("roles", [])
    lines = [
        str(texts.ROLE_KEPT if role in had else texts.ROLE_GIVEN)
        % {"role": permissions.ROLE_NAMES[role], "allows": texts.ROLE_ALLOWS[role]}
        for role in has
    ]
    taken = (permissions.ROLE_NAMES[role] for role in had if role not in has)
    lines += [str(texts.ROLE_TAKEN) % {"role": role} for role in taken]
    lines.append(str(texts.SECOND_FACTOR if has else texts.NO_LONGER_STAFF))
    lines.append(str(texts.ASK_ABOUT_ROLES) % {"contact": _link("contact")})
    return AuthoredText(subject, tuple(lines), _link("admin:index" if has else "home"))


def _table_text(notices: Sequence[Notice], table: Table) -> AuthoredText:
    """Say what was done at a table of the reader, in order, and how it stands now."""
    lost = _removal_sanction(notices, table)
    if lost is None:
        lines = (*_action_lines(notices, table), *_table_state_lines(notices, table))
        link = _link("home") if notices[-1].what == "lost" else _link("table", table.code)
        rules = tuple(_broken_rules(notices))
        return AuthoredText(_table_subject(notices, table), lines, link, rules)
    told = [row for row in notices if row.what != "lost"]
    subject = _one_line(str(texts.TABLE_SUBJECTS["lost"]) % {"table": mailed_title(table)})
    decision = sanction_text(lost)
    lines = (*_action_lines(told, table), *decision.lines)
    return AuthoredText(subject, lines, decision.link, decision.facts, appeal=True)


def _removal_sanction(notices: Sequence[Notice], table: Table) -> Sanction | None:
    """Return the decision that removed the reader, if these notices are about it."""
    if all(row.what != "lost" for row in notices):
        return None
    rows = Sanction.objects.filter(user=notices[0].recipient_id, kind=Sanction.Kind.REMOVAL)
    return rows.filter(table=table).select_related("user").order_by("-at").first()


def _action_lines(notices: Sequence[Notice], table: Table) -> Iterator[str]:
    """Yield a line per notice: what was done, to whom (by the name they had then), and why."""
    seats = table.seats.select_related("user").order_by("number")
    changes = table.log.filter(kind__in=CHANGES).defer("events")
    past = PastNames(SeatNames(list(seats), None), changes)
    for row in notices:
        who = "" if row.seat is None else past.at(row.cause_number).plain(row.seat)
        done = str(texts.TABLE_EFFECTS[row.what]) % {"table": mailed_title(table), "who": who}
        yield _one_line(f"{done} {texts.table_reason_text(row.reason)}")


def _table_state_lines(notices: Sequence[Notice], table: Table) -> Iterator[str]:
    """Yield the present state of the table where it does not follow from what was done."""
    acts = {row.what for row in notices}
    if table.status in Table.OVER:
        if "cancelled" not in acts:
            yield gettext("The game at this table is over.")
        return
    if table.paused_at is not None:
        yield gettext("It is paused: no clock runs, and nobody can move until it goes on.")
    elif "paused" in acts:
        yield gettext("The game is running again, and so are its clocks.")
    if acts & {"chat-closed", "chat-opened"}:
        closed = gettext("The chat is closed. You can play on.")
        yield closed if table.chat_closed else gettext("The chat is open.")


def _table_subject(notices: Sequence[Notice], table: Table) -> str:
    """Name the action if there is just one and it still holds; else only the table."""
    what, values = notices[0].what, {"table": mailed_title(table)}
    gone = what == "paused" and table.paused_at is None
    several = gettext("%(table)s: moderator actions")
    subject = several if len(notices) > 1 or gone else str(texts.TABLE_SUBJECTS[what])
    return _one_line(subject % values)


def _broken_rules(notices: Sequence[Notice]) -> Iterator[Fact]:
    found = [code_of_conduct.RULE_BY_TABLE_REASON.get(row.reason) for row in notices]
    for rule in dict.fromkeys(rule for rule in found if rule is not None):
        yield rule.as_fact()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _link(name: str, *args: str) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def notify_sanctioned(sanction: Sanction, at: datetime) -> None:
    """Tell a player of the decision, or that it was lifted, unless they have left the site."""
    if sanction.user.deleted_at is not None:
        return
    if sanction.lifted_at is None:
        _notify(sanction.user, sanction.kind, Cause("sanction", sanction.pk), at)
    else:
        _notify(sanction.user, "lifted", Cause("lifted", sanction.pk), at)


def notify_reporter(report: Report, at: datetime) -> None:
    if report.reporter is not None:
        what = "appeal" if report.kind == Report.Kind.APPEAL else "answer"
        _notify(report.reporter, what, Cause("report", report.pk), at)


def notify_roles_changed(user: User, entry: AuditEntry, at: datetime) -> None:
    """Tell them their present roles, what these allow, and whom to ask."""
    _notify(user, "roles", Cause("roles", entry.pk), at)


def _notify(user: User, what: str, cause: Cause, at: datetime) -> None:
    creation.save_notices(_by_mail(user, cause, at, what=what))


def _by_mail(user: User, cause: Cause, at: datetime, **facts: Any) -> list[Notice]:
    rows = creation.notices_for(user, "moderation", cause, at, **facts)
    return [row for row in rows if row.channel == preferences.MAIL]


def notify_table(
    found: LoadedTable,
    what: str,
    at: datetime,
    seat: Seat | None = None,
    reason: str = "",
    removed: User | None = None,
) -> None:
    """Notify every player at the table, or only the one removed from it.

    Actions within ten minutes share one mail.
    """
    table, cause = found.table, Cause(what, found.table.length)
    facts = {"table": table, "seat": seat and seat.number, "what": what, "reason": reason}
    users = [removed] if removed else [other.user for other in found.seats if other.user]
    rows = [row for user in users for row in _by_mail(user, cause, at, **facts)]
    creation.save_notices(creation.delay_for_batch(rows, table, at))
