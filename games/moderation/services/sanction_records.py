"""What a decision is about: kept with it, and shown to the player in mail and on pages alike.

Their own words, their name, the table, the rule and the time. Never who reported it, nor when.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from accounts import dates
from accounts.models import User
from games.moderation import conduct, hidden, words
from games.moderation.models import Report, Sanction
from games.notices.text import Fact
from games.tables import links
from games.tables.models import Message, Table

Subject = dict[str, str]

# --- when it is decided ---------------------------------------------------------------------------


def subject(
    player: User, report: Report | None, message: Message | None = None, table: Table | None = None
) -> Subject:
    """What it is about, as plain values: the rows may be gone when the player reads it.

    A report or a message of somebody else says nothing about this player.
    """
    found: Subject = {}
    if report is not None and report.about_id == player.pk:
        found = _reported(player, report.context)
    if table is not None:
        found |= {"table": table.code, "title": table.title}
    if message is not None and message.user_id == player.pk:
        found |= {"table": message.table.code, "title": message.table.title}
        found |= _said(message.text, message.at.isoformat(timespec="seconds"))
    return found


def _reported(player: User, context: Mapping[str, Any]) -> Subject:
    found = {name: str(context[name]) for name in ("table", "title") if context.get(name)}
    said = (row for row in context.get("chat", ()) if row.get("reported"))
    own = next((row for row in said if row.get("user") == player.pk), None)
    return found | _said(own["text"], own["at"]) if own else found


def _said(text: str, at: str) -> Subject:
    return {"said": text, "said_at": at}


# --- when it is read ------------------------------------------------------------------------------


def of(sanction: Sanction) -> tuple[Fact, ...]:
    """In the language and the zone that are active."""
    return (*about(sanction), *_bounds(sanction))


def about(sanction: Sanction) -> Iterator[Fact]:
    """What was said, where, and which rule that breaks."""
    found: Subject = sanction.about or {}
    if found.get("said"):
        when = moment(datetime.fromisoformat(found["said_at"]))
        yield Fact(gettext("You wrote, on %(at)s") % {"at": when}, found["said"], quoted=True)
    if found.get("name"):
        yield Fact(gettext("Your name was"), found["name"], quoted=True)
    if found.get("line"):
        yield Fact(gettext("You said of yourself"), found["line"], quoted=True)
    if found.get("table"):
        yield _table(found)
    rule = conduct.BROKEN.get(sanction.reason)
    if rule is not None and sanction.lifted_at is None:
        yield Fact(gettext("What it breaks"), rule.cited, rule.url)


def _table(found: Subject) -> Fact:
    """An old title with a link in it gives way to the code."""
    title = found.get("title", "")
    called = found["table"] if not title or links.found(title) else title
    url = settings.SITE_URL + reverse("table", args=[found["table"]])
    return Fact(gettext("Table"), called, url)


def _bounds(sanction: Sanction) -> Iterator[Fact]:
    yield Fact(gettext("Decided"), moment(sanction.at))
    if sanction.lifted_at is not None:
        yield Fact(gettext("Taken back"), moment(sanction.lifted_at))
    elif sanction.until is not None:
        yield Fact(gettext("Holds until"), moment(sanction.until))
    elif sanction.kind == Sanction.Kind.BAN:
        yield Fact(gettext("Holds until"), gettext("we lift it"))


def lines(sanction: Sanction) -> tuple[str, ...]:
    """Why, what the moderator added, and what has changed for the player."""
    until = moment(sanction.until) if sanction.until else ""
    named = (sanction.about or {}).get("now") or sanction.user.display_name
    values = {"until": until, "name": named}
    if sanction.kind in hidden.KINDS:
        values |= hidden.told(sanction)
    changed = str(words.NEWS[sanction.kind]) % values
    if sanction.kind == Sanction.Kind.REMOVAL:
        return _tidy(changed, *_why(sanction))
    return _tidy(*_why(sanction), changed, _seats(sanction))


def lines_of_suspended(sanction: Sanction) -> tuple[str, ...]:
    """The same, for a page that has said already that they cannot play."""
    return _tidy(*_why(sanction), _seats(sanction))


def _why(sanction: Sanction) -> tuple[str, str]:
    return str(words.reason(sanction.reason)), sanction.words


def _tidy(*found: str) -> tuple[str, ...]:
    return tuple(" ".join(line.split()) for line in found if line)


def _seats(sanction: Sanction) -> str:
    """What becomes of their seats, where the decision keeps them from playing."""
    out = sanction.kind in (Sanction.Kind.SUSPENSION, Sanction.Kind.BAN)
    return str(words.SEATS[sanction.hands_on]) if out else ""


def moment(at: datetime) -> str:
    """With the zone: a mail is read anywhere."""
    return f"{dates.bare(at)} ({timezone.get_current_timezone_name()})"
