"""Names of the players at a table, now and at the time of an entry, and whether they are away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final

from django.utils.translation import gettext

from accounts.models import User
from games.kinds.common.words.phrases import Names, bot_name
from games.tables import bot_players
from games.tables.models import LogEntry, Seat

CHANGES: Final = (LogEntry.Kind.HANDOVER, LogEntry.Kind.RETURNED)
"""Entries that say that somebody else, or somebody again, has a seat from then on."""


def empty_name(number: int) -> str:
    """A seat that its player has left and that nobody has taken yet."""
    return gettext("Empty seat %(number)d") % {"number": number + 1}


def is_empty(seat: Seat) -> bool:
    return seat.user_id is None and not seat.bot


def seat_name(seat: Seat) -> str:
    """Whoever sits there, a bot marked as such; or that nobody does."""
    if seat.user:
        return seat.user.display_name
    return empty_name(seat.number) if is_empty(seat) else bot_name(bot_players.dwarf_of(seat))


def plain_name(seat: Seat) -> str:
    """The same where something next to the name says that it is a bot."""
    return bot_players.dwarf_of(seat).name if seat.bot else seat_name(seat)


class SeatNames(Names):
    """The names of those who sit at a table now; `me` is the reader's seat."""

    def __init__(self, seats: Sequence[Seat], me: int | None) -> None:
        names = {seat.number: seat_name(seat) for seat in seats}
        super().__init__(names, me, {seat.number: seat.dwarf for seat in seats if seat.dwarf})
        self.seats = seats


def away_until(user: User, at: datetime) -> date | None:
    """The last day of their vacation, if they are on one now, by their own calendar."""
    if user.away_from is None or user.away_to is None:
        return None
    today = at.astimezone(user.zone).date()
    return user.away_to if user.away_from <= today <= user.away_to else None


def former_name(number: int) -> str:
    """Somebody who has left their seat: the log does not say who they were."""
    return gettext("Former player %(number)d") % {"number": number + 1}


class PastNames:
    """What players were called when it happened: a seat that changed hands keeps its log.

    Names by entry, out of the entries in which seats changed hands.

    They must be all such from some number on; nothing is known of those before. Nobody but the
    last person of a seat comes back to it: a bot's seat is not on offer.
    """

    def __init__(self, names: SeatNames, log: Iterable[LogEntry]) -> None:
        self._names = names.but({})
        self._changes: dict[int, list[LogEntry]] = defaultdict(list)
        changes = [entry for entry in log if entry.kind in CHANGES]
        for entry in sorted(changes, key=lambda entry: entry.number):
            if entry.seat is not None:
                self._changes[entry.seat].append(entry)
        self._moved = [s for s in names.seats if s.number in self._changes or is_empty(s)]

    def at(self, number: int) -> Names:
        """The names as they were when this entry had been written."""
        moved = {seat.number: self._name(seat, number) for seat in self._moved}
        return self._names.but(moved) if moved else self._names

    def _name(self, seat: Seat, number: int) -> str:
        changes = self._changes[seat.number]
        before = [entry for entry in changes if entry.number <= number]
        later = [entry for entry in changes if entry.number > number]
        if before and before[-1].goes_to_bot:
            return self._names.bot(seat.number)
        if any(entry.taken_by == LogEntry.TakenBy.PLAYER for entry in later):
            return former_name(seat.number)
        if seat.user is None and (later or is_empty(seat)):
            return former_name(seat.number)
        return self._names.plain(seat.number)
