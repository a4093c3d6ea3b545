"""Sentences for log entries that the rules don't report, or don't report completely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts import dates
from games.kinds.common.words.phrases import Line, Names, Words, fill
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

MINE: Final[Mapping[str, Words]] = {
    LogEntry.Kind.ABSENT: _("You were away; a card was discarded for you."),
    LogEntry.Kind.EXCUSED: _("You missed a deadline. It is excused; the clock starts again."),
    LogEntry.Kind.OFFERED: _("Your seat is on offer to anybody who would play on."),
    LogEntry.Kind.HANDOVER: _("A player has left; you play on in their place."),
    LogEntry.Kind.RETURNED: _("You are back."),
    LogEntry.Kind.AWAY: _("You are on vacation from %(first)s to %(last)s."),
    LogEntry.Kind.RESIGNED: _("You gave the game up."),
}
"""The same, for the player concerned."""

MODERATED: Final[Mapping[str, Words]] = {
    LogEntry.Act.PAUSED: _("The moderators have paused this table: no clock runs."),
    LogEntry.Act.RESUMED: _(
        "The moderators let this table go on. Every clock has what was left of it."
    ),
    LogEntry.Act.EXTENDED: _("The moderators have given %(who)s more time."),
    LogEntry.Act.SKIPPED: _("The moderators let the turn of %(who)s pass."),
    LogEntry.Act.REMOVED: _("The moderators have taken a player from the table."),
    LogEntry.Act.CANCELLED: _("The moderators have cancelled this table."),
    LogEntry.Act.CHAT_CLOSED: _("The moderators have closed the chat of this table."),
    LogEntry.Act.CHAT_OPENED: _("The moderators have opened the chat of this table again."),
}
"""That moderators did it, and nothing about why."""
MODERATED_MINE: Final[Mapping[str, Words]] = {
    LogEntry.Act.EXTENDED: _("The moderators have given you more time."),
    LogEntry.Act.SKIPPED: _("The moderators let your turn pass."),
}
PASSED: Final = _("A card was discarded for %(who)s.")
PASSED_MINE: Final = _("A card was discarded for you.")
"""After the moderators let a turn pass: nobody was away."""
TAKEN_BACK: Final = _("The moderators have taken back move %(number)s. It is the turn of %(who)s.")
TAKEN_BACK_MINE: Final = _("The moderators have taken back move %(number)s. It is your turn.")

WORRYING: Final = (LogEntry.Kind.ABSENT, LogEntry.Kind.EXCUSED, LogEntry.Kind.OFFERED)
"""What a player should read first when it happened to them."""


def entry_line(entry: LogEntry, names: Names) -> Line | None:
    """The sentence for a kind of entry that has one of its own."""
    sentence = _sentence(entry, own=_is_own(entry, names))
    if sentence is None:
        return None
    number = "" if entry.undone is None else str(entry.undone)
    said = fill(sentence, who=_who(entry, names), number=number, **_days(entry))
    worrying = names.is_me(entry.seat) and entry.kind in WORRYING and not entry.act
    return Line(said, tone="bad" if worrying else "")


def _is_own(entry: LogEntry, names: Names) -> bool:
    """Is it the reader's own doing? What a bot does in their seat is not."""
    return names.is_me(entry.seat) and not entry.goes_to_bot


def _sentence(entry: LogEntry, *, own: bool) -> Words | None:
    if entry.kind == LogEntry.Kind.MODERATION:
        mine = MODERATED_MINE.get(entry.act) if own else None
        return mine or MODERATED[entry.act]
    if entry.kind == LogEntry.Kind.UNDO:
        return TAKEN_BACK_MINE if own else TAKEN_BACK
    if entry.kind == LogEntry.Kind.ABSENT and entry.act:
        return PASSED_MINE if own else PASSED
    return (MINE.get(entry.kind) if own else None) or SENTENCES.get(entry.kind)


def _who(entry: LogEntry, names: Names) -> str:
    """A bot that took over is named as such, whoever has the seat by now."""
    if entry.seat is not None and entry.goes_to_bot:
        return fill("%(name)s", name=names.bot(entry.seat))
    return names.of(entry.seat)


def _days(entry: LogEntry) -> dict[str, str]:
    """The first and the last day of a vacation."""
    days = {"first": entry.away_from, "last": entry.away_to}
    return {name: "?" if day is None else dates.day(day) for name, day in days.items()}
