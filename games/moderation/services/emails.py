"""What the mails of moderators say: what, why, which rule, for how long, and how to appeal.

In the language and zone that are active, and as things stand when they are sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts import earlier_names
from games.moderation import conduct, facts, roles, words
from games.moderation.models import AuditEntry, Report, Sanction
from games.notices.authors import News
from games.notices.models import Notice
from games.notices.text import Fact
from games.tables.models import Table
from games.tables.words.names import CHANGES, Past, SeatNames
from games.tables.words.titles import mailed_title


def news(notices: Sequence[Notice]) -> News | None:
    """What they are about, as it stands now; nothing if that is gone."""
    notice = notices[0]
    if notice.table is not None:
        return _table_news(notices, notice.table)
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
        return _taken_back(sanction)
    return decided(sanction) if sanction.lifted_at is None else None  # another mail says so


def decided(sanction: Sanction) -> News:
    """What was decided about the reader, why, for how long, and how to appeal."""
    subject, lines = str(words.SUBJECTS[sanction.kind]), facts.lines(sanction)
    found = facts.of(sanction)
    if sanction.kind == Sanction.Kind.RENAME and earlier_names.may_choose(sanction.user):
        found = (*found, Fact(gettext("You may choose a name yourself, once"),
                              gettext("Choose a name"), _link("accounts:name")))  # fmt: skip
    if sanction.reason == words.Reason.GOODWILL:
        return News(subject, lines, _link("my-decisions"), found)
    return News(subject, (*lines, str(words.APPEAL)), _appeal(sanction), found, appeal=True)


def _taken_back(sanction: Sanction) -> News:
    what = str(sanction.get_kind_display())
    lines = (str(words.NEWS["lifted"]), *words.taken_back(sanction.kind))
    found = (Fact(gettext("What it was"), what), *facts.of(sanction))
    return News(str(words.SUBJECTS["lifted"]), lines, _link("my-decisions"), found)


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


# --- what was done at a table ---------------------------------------------------------------------


def _table_news(notices: Sequence[Notice], table: Table) -> News:
    """All that was done at a table of the reader, in order, and how it stands now."""
    lost = _removal(notices, table)
    told = [row for row in notices if row.what != "lost" or lost is None]
    lines = (*_acts(told, table), *_standing(told, table))
    if lost is None:
        link = _link("home") if notices[-1].what == "lost" else _at(table)
        return News(_subject(notices, table), lines, link, tuple(_rules(told)))
    letter = decided(lost)
    values = {"table": mailed_title(table), "who": ""}
    subject = _one_line(str(words.TABLE_SUBJECTS["lost"]) % values)
    return News(subject, (*_acts(told, table), *letter.lines), letter.link, letter.facts, True)


def _removal(notices: Sequence[Notice], table: Table) -> Sanction | None:
    """The decision that took the reader from this table, if that is told."""
    if all(row.what != "lost" for row in notices):
        return None
    rows = Sanction.objects.filter(user=notices[0].recipient_id, kind=Sanction.Kind.REMOVAL)
    return rows.filter(table=table).select_related("user").order_by("-at").first()


def _acts(notices: Sequence[Notice], table: Table) -> Iterator[str]:
    """One line for each: what was done, to whom as they were called then, and why."""
    seats = table.seats.select_related("user").order_by("number")
    changes = table.log.filter(kind__in=CHANGES).defer("events")
    past = Past(SeatNames(list(seats), None), changes)
    for row in notices:
        who = "" if row.seat is None else past.at(row.cause_number).plain(row.seat)
        done = str(words.TABLE_NEWS[row.what]) % {"table": mailed_title(table), "who": who}
        yield _one_line(f"{done} {words.table_reason(row.reason)}")


def _standing(notices: Sequence[Notice], table: Table) -> Iterator[str]:
    """How the table stands now, as far as that is not plain from what was done."""
    acts = {row.what for row in notices}
    if table.status in Table.OVER:
        if "cancelled" not in acts:
            yield gettext("The table is over by now.")
        return
    if table.paused_at is not None:
        yield gettext("It is paused: no clock runs, and nobody can move until it goes on.")
    elif "paused" in acts:
        yield gettext("It is being played: clocks run.")
    if acts & {"chat-closed", "chat-opened"}:
        yield (
            gettext("The chat is closed. You can play on.")
            if table.chat_closed
            else gettext("The chat is open.")
        )


def _subject(notices: Sequence[Notice], table: Table) -> str:
    """Of one act, which; of several, or of one that no longer holds, only where."""
    what, values = notices[0].what, {"table": mailed_title(table), "who": ""}
    gone = what == "paused" and table.paused_at is None
    several = gettext("%(table)s: what moderators did")
    subject = several if len(notices) > 1 or gone else str(words.TABLE_SUBJECTS[what])
    return _one_line(subject % values)


def _rules(notices: Sequence[Notice]) -> Iterator[Fact]:
    """Each rule once."""
    found = [conduct.BROKEN_AT_TABLE.get(row.reason) for row in notices]
    for rule in dict.fromkeys(rule for rule in found if rule is not None):
        yield Fact(gettext("What it breaks"), rule.cited, rule.url)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _at(table: Table) -> str:
    return settings.SITE_URL + reverse("table", args=[table.code])


def _appeal(sanction: Sanction) -> str:
    return f"{settings.SITE_URL}{reverse('appeal', args=[sanction.appeal_token])}"


def _link(name: str) -> str:
    return f"{settings.SITE_URL}{reverse(name)}"
