"""Show entries of the audit trail in words: who, what, and what changed.

An entry stores codes, row numbers and times, before and after. Moderators read names, sentences
and dates in their own zone. Exports keep the codes. A field without a label is shown by its
name; a test checks that every field we write has a label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import dates
from accounts.models import FOR_GOOD, User
from games.kinds.common.dwarfs import dwarf_by
from games.kinds.common.words.phrases import bot_name
from games.moderation import conflicts, texts
from games.moderation.models import AuditEntry, Report
from games.moderation.permissions import ROLE_NAMES, Action
from games.moderation.texts import Words
from games.tables.models import Table

Facts = Mapping[str, Any]
People = Mapping[int, str]
NOTHING: Final = "–"


class EntryText(NamedTuple):
    entry: AuditEntry
    done: Words
    changed: tuple[str, ...]
    """The changes, a line each."""


def entry_texts(entries: Iterable[AuditEntry]) -> list[EntryText]:
    """Describe entries, with one query for all names."""
    rows = list(entries)
    users = User.objects.in_bulk({pk for row in rows for pk in _people((row.before, row.after))})
    names = {pk: user.display_name for pk, user in users.items()}
    return [EntryText(row, conflicts.entry_label(row), tuple(_changed(row, names))) for row in rows]


def _people(sides: Iterable[Facts]) -> Iterator[int]:
    for side in sides:
        numbers = [
            side.get("claimed_by"),
            side.get("other"),
            *(seat.get("user") for seat in _seats(side)),
        ]
        yield from (pk for pk in numbers if isinstance(pk, int))


def _seats(side: Facts) -> list[Facts]:
    found = side.get("seats", [])
    return [seat for seat in found if isinstance(seat, dict)] if isinstance(found, list) else []


def _changed(entry: AuditEntry, names: People) -> Iterator[str]:
    """Yield a line per change, after the facts that only the entry itself has."""
    before, after = entry.before, entry.after
    at_seats = _seats(before) or _seats(after)
    for field in [*after, *(field for field in before if field not in after)]:
        old, new = before.get(field), after.get(field)
        if field == "seats":
            yield from _seats_changed(_seats(before), _seats(after), names)
        elif field == "seat":
            yield _line(_("Seat"), _seat_called(new, at_seats, names))
        elif old != new and not _is_uninteresting(entry, field):
            yield _field(entry.action, field, old, new, names, field in before)


def _is_uninteresting(entry: AuditEntry, field: str) -> bool:
    """Return whether to skip a row number, a repetition, or a field that is and was empty."""
    new = field not in entry.before and entry.after.get(field) in (None, "", [])
    return new or field in HIDDEN_FIELDS or (entry.action, field) in REDUNDANT_FIELDS


def _field(action: str, field: str, old: Any, new: Any, names: People, was_there: bool) -> str:
    """Return `Roles: moderator → operator`; for a new value, `Hours added: 24`."""
    label, said = FIELDS.get(field, (_titled(field), _plain))
    label = BY_ACTION.get((action, field), label)
    now_said = said(new, names)
    if not was_there or old in (None, "", []):
        return _line(label, now_said)
    return _line(label, f"{said(old, names)} → {now_said}")


def _line(label: Words, value: Words) -> str:
    return gettext("%(what)s: %(value)s") % {"what": label, "value": value}


Formatter = Callable[[Any, People], str]


def _plain(value: Any, names: People) -> str:
    """Format a value of any kind, never as JSON."""
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return "; ".join(f"{_titled(key)}: {_plain(one, names)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(_plain(one, names) for one in value)
    moment = _parsed(value)
    return dates.moment(moment) if moment else str(value)


def _parsed(value: Any) -> datetime | None:
    """Parse a moment; None for anything else, such as a day or a number alone."""
    if not isinstance(value, str) or "T" not in value:
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return found if found.tzinfo else None


def _titled(field: str) -> str:
    return field.replace("_", " ").replace("-", " ").capitalize()


def _until(value: Any, names: People) -> str:
    moment = _parsed(value)
    if moment is None:
        return gettext("no")
    if moment >= FOR_GOOD:
        return gettext("for good")
    return gettext("until %(until)s") % {"until": dates.moment(moment)}


def _one_of(choices: Mapping[str, Words]) -> Formatter:
    """Return a formatter that replaces a code by its words, and keeps an unknown one."""
    return lambda value, names: str(choices.get(str(value), value)) if value else NOTHING


def _person(value: Any, names: People) -> str:
    return names.get(value, gettext("somebody who left")) if value else gettext("nobody")


def _roles(value: Any, names: People) -> str:
    return ", ".join(str(ROLE_NAMES.get(role, role)) for role in value) or gettext("none")


FIELDS: Final[Mapping[str, tuple[Words, Formatter]]] = {
    "answer": (_("Answer"), _plain),
    "chat_closed": (_("Chat closed"), _plain),
    "chat_muted_until": (_("Muted in chat"), _until),
    "claimed_by": (_("Claimed by"), _person),
    "devices": (_("Devices tied"), _plain),
    "entries": (_("Entries in the log"), _plain),
    "entry": (_("After this entry of the log"), _plain),
    "found": (_("Found"), _plain),
    "form": (_("As"), lambda value, names: str(value).upper()),
    "hands_on": (_("Seats handed on"), _plain),
    "hours": (_("Hours added"), _plain),
    "look": (_("Looks so far"), _plain),
    "matches": (_("Players found"), _plain),
    "message": (_("Additional message to everybody"), _plain),
    "messages": (_("Messages"), lambda value, names: str(len(value))),
    "move": (_("Move taken back"), _plain),
    "name": (_("Name"), _plain),
    "other": (_("Compared with"), _person),
    "outcome": (_("Outcome"), _one_of(texts.OUTCOME_LABELS)),
    "pairs": (_("Pairs that may share a device"), _plain),
    "paused": (_("Paused"), _plain),
    "reason": (_("What the player reads as the reason"), _one_of(texts.REASON_LABELS)),
    "reliability_from": (_("Reliability counts from"), _plain),
    "roles": (_("Roles"), _roles),
    "seconds": (_("Clocks stood still for"), lambda value, names: dates.span(int(value))),
    "shared": (_("Devices shared"), _plain),
    "since": (_("Clocks stand still since"), _plain),
    "state": (_("State"), _one_of(dict(Report.State.choices))),
    "status": (_("State"), _one_of(dict(Table.Status.choices))),
    "suspended_until": (_("Suspended"), _until),
    "to": (
        _("What happens to the seat"),
        _one_of(
            {
                "offer": _("offered to other players"),
                "bot": _("a bot plays on"),
                "leaves-lobby": _("they leave the lobby"),
                "closes-lobby": _("their lobby closes"),
            }
        ),
    ),
    "told": (_("What the players read"), _one_of(dict(texts.TableReason.choices))),
    "until": (_("Expected end"), _plain),
    "words": (_("Additional message to the player"), _plain),
}
"""The label and the formatter of each field."""
BY_ACTION: Final[Mapping[tuple[str, str], Words]] = {
    (Action.EXPORT_AUDIT, "entries"): _("Entries exported"),
}
REDUNDANT_FIELDS: Final = ((Action.RESOLVE, "claimed_by"), (Action.CLAIM, "claimed_by"))
"""Fields that only repeat the actor."""
HIDDEN_FIELDS: Final = ("conflict", "sanction", "title")
"""Fields that lists leave out: shown with the entry itself, row numbers, and hidden words (which
the page of the decision shows)."""


def _seat_called(number: Any, seats: list[Facts], names: People) -> Words:
    if not isinstance(number, int):
        return _("all, as it really was")  # the time machine, without a seat
    if number < len(seats):
        return _seat_holder(seats[number], names, number)
    return gettext("seat %(number)d") % {"number": number + 1}


def _seat_holder(seat: Facts, names: People, number: int) -> str:
    if seat.get("bot"):
        who = bot_name(dwarf_by(seat.get("dwarf", ""), number))
    else:
        who = _person(seat.get("user"), names)
    return gettext("%(who)s (seat %(number)d)") % {"who": who, "number": number + 1}


def _seats_changed(before: list[Facts], after: list[Facts], names: People) -> Iterator[str]:
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old == new:
            continue
        lines = [*_seat_lines(old, new)]
        sat, sits = _seat_holder(old, names, number), _seat_holder(new, names, number)
        who = sat if sat == sits else f"{sat} → {sits}"
        yield _line(who, ", ".join(lines)) if lines else who


def _seat_lines(old: Facts, new: Facts) -> Iterator[str]:
    if old.get("on_turn") != new.get("on_turn"):
        yield gettext("on turn") if new.get("on_turn") else gettext("no longer on turn")
    was, due = _parsed(old.get("due")), _parsed(new.get("due"))
    if was != due:
        yield _due(was, due)
    if new.get("left") not in (None, old.get("left")):
        yield gettext("%(time)s left when it goes on") % {"time": dates.span(int(new["left"]))}
    if bool(old.get("offered")) != bool(new.get("offered")):
        yield gettext("on offer") if new.get("offered") else gettext("no longer on offer")


def _due(was: datetime | None, due: datetime | None) -> str:
    if due is None:
        return gettext("no deadline")
    if was is None:
        return gettext("until %(until)s") % {"until": dates.moment(due)}
    both = {"until": dates.moment(due), "before": dates.moment(was)}
    return gettext("until %(until)s instead of %(before)s") % both
