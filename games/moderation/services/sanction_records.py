"""The grounds of a decision about a player, and the row that stores it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext

from accounts import dates
from accounts.models import User
from games.moderation import code_of_conduct, texts
from games.moderation.models import Hidden, Report, Sanction, new_token
from games.moderation.permissions import refuse_if
from games.moderation.services import audit
from games.notices.texts import Fact
from games.tables import titles
from games.tables.models import Message, Table
from games.tables.titles import mailed_title


@dataclass(frozen=True, slots=True)
class Grounds:
    """The grounds: a code and text for the player, the full reason for the audit trail."""

    code: str
    reason: str
    words: str = ""
    report: Report | None = None
    message: Message | None = None
    """The message it is about, if nobody reported that."""
    token: str = field(default_factory=new_token)
    """The token of the form: a form that is sent twice decides once."""


def record_sanction(
    actor: User,
    player: User,
    kind: Sanction.Kind,
    grounds: Grounds,
    at: datetime,
    until: datetime | None = None,
    before: dict[str, Any] | None = None,
    hand_on: bool = False,
    table: Table | None = None,
) -> Sanction:
    """Store the row of a decision, without its effect, audit entry and mail.

    A report about the actor is left out, as if it did not exist.
    """
    _check_grounds(kind, grounds)
    report = grounds.report if grounds.report and grounds.report.about_id != actor.pk else None
    hides = kind in Sanction.HIDING
    about = {} if hides else record_subject(player, report, grounds.message, table)
    return Sanction.objects.create(
        user=player,
        kind=kind,
        reason=grounds.code,
        words=grounds.words.strip(),
        by=actor,
        report=report,
        at=at,
        until=until,
        table=table,
        before=before or {},
        about=about,
        hands_on=hand_on,
        seats_due=at if hand_on else None,
        token=grounds.token,
    )


def _check_grounds(kind: str, grounds: Grounds) -> None:
    """Check that the reason fits: goodwill justifies no warning, nor anything else that binds."""
    fitting = texts.Reason.values if kind == Sanction.Kind.RESET else texts.BREACH_REASONS
    refuse_if(grounds.code not in fitting, "unknown")
    refuse_if(len(grounds.words) > audit.LONGEST_REASON, "too-long")


def removal_of(user: User, code: str) -> Sanction | None:
    """Return the decision that keeps this player from that table."""
    rows = Sanction.objects.standing().filter(user=user, kind=Sanction.Kind.REMOVAL)
    return rows.filter(table__code=code).select_related("user").order_by("-at").first()


# The subject of a decision: stored with it, and shown to the player in mail and on pages alike.
#
# It has their own texts, name, table, rule and time; never the reporter or the report's time.

Subject = dict[str, str]


def record_subject(
    player: User, report: Report | None, message: Message | None = None, table: Table | None = None
) -> Subject:
    """Return the subject as plain values: the rows may be gone when the player reads it.

    A report or a message by somebody else says nothing about this player.
    """
    found: Subject = {}
    if report is not None and report.about_id == player.pk:
        found = _subject_of_report(player, report.context)
    if table is not None:
        found |= {"table": table.code, "title": table.title}
    if message is not None and message.user_id == player.pk:
        found |= {"table": message.table.code, "title": message.table.title}
        found |= {"said": message.text, "said_at": message.at.isoformat(timespec="seconds")}
    return found


def _subject_of_report(player: User, context: Mapping[str, Any]) -> Subject:
    found = {name: str(context[name]) for name in ("table", "title") if context.get(name)}
    said = (row for row in context.get("chat", ()) if row.get("reported"))
    own = next((row for row in said if row.get("user") == player.pk), None)
    return found | {"said": own["text"], "said_at": own["at"]} if own else found


def facts_of(sanction: Sanction) -> tuple[Fact, ...]:
    """Return the facts in the active language and time zone."""
    return tuple(_facts(sanction))


def _facts(sanction: Sanction) -> Iterator[Fact]:
    """Yield what was said, where, which rule it breaks, and how long the decision holds."""
    found: Subject = sanction.about or {}
    if found.get("said"):
        when = moment_with_zone(datetime.fromisoformat(found["said_at"]))
        yield Fact(gettext("You wrote, on %(at)s") % {"at": when}, found["said"], quoted=True)
    if found.get("name"):
        yield Fact(gettext("Your name was"), found["name"], quoted=True)
    if found.get("line"):
        yield Fact(gettext("Your bio was"), found["line"], quoted=True)
    if code := found.get("table"):
        title = found.get("title", "")  # an old one that contains a link is replaced by the code
        called = code if not title or titles.has_link(title) else title
        yield Fact(gettext("Table"), called, settings.SITE_URL + reverse("table", args=[code]))
    rule = code_of_conduct.RULE_BY_REASON.get(sanction.reason)
    if rule is not None and sanction.lifted_at is None:
        yield rule.as_fact()
    yield Fact(gettext("Decided"), moment_with_zone(sanction.at))
    if sanction.lifted_at is not None:
        yield Fact(gettext("Withdrawn"), moment_with_zone(sanction.lifted_at))
    elif sanction.until is not None:
        yield Fact(gettext("In effect until"), moment_with_zone(sanction.until))
    elif sanction.kind == Sanction.Kind.BAN:
        yield Fact(gettext("In effect until"), gettext("we lift it"))


def explanation(sanction: Sanction) -> tuple[str, ...]:
    """Return the reason, the moderator's text, and the effect for the player."""
    until = moment_with_zone(sanction.until) if sanction.until else ""
    named = (sanction.about or {}).get("now") or sanction.user.display_name
    values = {"until": until, "name": named}
    if sanction.kind in Sanction.HIDING:
        values |= hidden_placeholders(sanction)
    changed = str(texts.EFFECTS[sanction.kind]) % values
    if sanction.kind == Sanction.Kind.REMOVAL:
        return _one_line_each(changed, *_reason_lines(sanction))
    return _one_line_each(*_reason_lines(sanction), changed, _seats_line(sanction))


def suspension_explanation(sanction: Sanction) -> tuple[str, ...]:
    """Return the same, for a page that has said already that they cannot play."""
    return _one_line_each(*_reason_lines(sanction), _seats_line(sanction))


def _reason_lines(sanction: Sanction) -> tuple[str, str]:
    return str(texts.reason_text(sanction.reason)), sanction.words


def _one_line_each(*found: str) -> tuple[str, ...]:
    return tuple(" ".join(line.split()) for line in found if line)


def _seats_line(sanction: Sanction) -> str:
    """Say what happens to their seats if the decision keeps them from playing."""
    out = sanction.kind in Sanction.EXCLUDING
    return str(texts.SEAT_EFFECTS[sanction.hands_on]) if out else ""


def moment_with_zone(at: datetime) -> str:
    """Format a time with its zone, as a mail is read anywhere."""
    return f"{dates.moment_without_zone(at)} ({timezone.get_current_timezone_name()})"


MAX_QUOTES: Final = 5
"""The number of messages that a mail quotes, and the length of each quote."""
MAX_QUOTE_LENGTH: Final = 200


def hidden_rows(sanction: Sanction) -> QuerySet[Hidden]:
    """Return what this decision hid, in the order of writing."""
    found = Hidden.objects.filter(sanction=sanction).select_related("message", "table")
    return found.order_by("message__id", "pk")


def hidden_at_table(sanction: Sanction) -> Table | None:
    """Return the table at which this decision hid something, if any."""
    first = hidden_rows(sanction).first()
    return first.table if first else None


def hiding_decisions(messages: Collection[int]) -> dict[int, int]:
    """Return the decision that now hides each of these messages."""
    holds = Hidden.objects.filter(message__in=messages, sanction__lifted_at=None)
    found = holds.values_list("message", "sanction").order_by("pk")
    return {message: sanction for message, sanction in found if message is not None}


def hidden_title_of(table: Table) -> Hidden | None:
    """Return the title that is hidden at this table now."""
    holds = Hidden.objects.filter(table=table, message=None, sanction__lifted_at=None)
    return holds.order_by("pk").last()


def hidden_placeholders(sanction: Sanction) -> dict[str, str]:
    """Return the place and kind of what was hidden, for the sentences of the mail."""
    found = list(hidden_rows(sanction))
    where = mailed_title(found[0].table) if found else "–"
    return {"table": where, "quote": _all_quotes(found)}


def _all_quotes(found: list[Hidden]) -> str:
    quotes = [_quote(row) for row in found[:MAX_QUOTES]]
    more = len(found) - len(quotes)
    if more and found[0].message:
        words = ngettext("and %(n)d more message", "and %(n)d more messages", more)
        quotes.append(words % {"n": more})
    return "; ".join(quotes if found and found[0].message else quotes[:1])


def _quote(row: Hidden) -> str:
    text = " ".join(Truncator(row.text).chars(MAX_QUOTE_LENGTH).split())
    if row.message is None:
        return gettext("“%s”") % text
    values = {"at": dates.moment(row.message.at), "text": text}
    return gettext("“%(text)s” (%(at)s)") % values
