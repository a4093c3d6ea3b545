"""Entries of the log that are not, or not only, what the rules report."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts import dates
from games.kinds.common.words import Names, bot_name
from games.kinds.common.words.phrases import Line, Words, fill
from games.tables.models import LogEntry

SENTENCES: Final[Mapping[str, Words]] = {
    LogEntry.Kind.ABSENT: _("%(who)s was away; a card was discarded for them."),
    LogEntry.Kind.EXCUSED: _("%(who)s missed a deadline. It is excused; the clock starts again."),
    LogEntry.Kind.OFFERED: _("A seat is on offer to anybody who would play on: %(who)s."),
    LogEntry.Kind.HANDOVER: _("A player has left; %(who)s plays on in their place."),
    LogEntry.Kind.RETURNED: _("%(who)s is back."),
    LogEntry.Kind.AWAY: _("%(who)s is on vacation from %(first)s to %(last)s."),
    LogEntry.Kind.ABANDONED: _("Nobody came any more: the table was closed as abandoned."),
    LogEntry.Kind.RESIGNED: _("%(who)s gave the game up."),
    LogEntry.Kind.CANCELLED: _("All players agreed to cancel this table."),
}

MODERATED: Final[Mapping[str, Words]] = {
    "paused": _("The moderators have paused this table: no clock runs."),
    "resumed": _("The moderators let this table go on. Every clock has what was left of it."),
    "extended": _("The moderators have given %(who)s more time."),
    "skipped": _("The moderators let the turn of %(who)s pass."),
    "removed": _("The moderators have taken a player from the table."),
    "cancelled": _("The moderators have cancelled this table."),
    "chat-closed": _("The moderators have closed the chat of this table."),
    "chat-opened": _("The moderators have opened the chat of this table again."),
}
"""What moderators did, by the code in its entry: that it was done, and nothing about why."""
TAKEN_BACK: Final = _("The moderators have taken back move %(number)s. It is the turn of %(who)s.")

WORRYING: Final = (LogEntry.Kind.ABSENT, LogEntry.Kind.EXCUSED, LogEntry.Kind.OFFERED)
"""What a player should read first when it happened to him."""


def entry_line(kind: str, seat: int | None, names: Names, text: str = "") -> Line | None:
    """The sentence for a kind of entry that has one of its own; `text` is what the entry says."""
    if kind == LogEntry.Kind.MODERATION:
        return Line(fill(MODERATED[text], who=names.of(seat)))
    if kind == LogEntry.Kind.UNDO:
        return Line(fill(TAKEN_BACK, who=names.of(seat), number=text))
    if kind not in SENTENCES:
        return None
    # The bot that took over is named as such, whoever has the seat by now.
    bot = seat is not None and kind == LogEntry.Kind.HANDOVER and text == "bot"
    who = fill("%(name)s", name=bot_name(seat)) if bot and seat is not None else names.of(seat)
    own = names.is_me(seat) and kind in WORRYING
    return Line(fill(SENTENCES[kind], who=who, **_days(text)), tone="bad" if own else "")


def _days(text: str) -> dict[str, str]:
    """First and last day of a vacation, as an entry writes them: 2026-12-24/2027-01-02."""
    first, _slash, last = text.partition("/")
    try:
        days = {"first": date.fromisoformat(first), "last": date.fromisoformat(last)}
    except ValueError:
        return {"first": "?", "last": "?"}
    return {name: dates.day(day) for name, day in days.items()}
