"""Names of the players at a table, now and at the time of an entry, and their vacations."""

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
"""Entries after which a seat has another player, or its former one again."""


def empty_name(number: int) -> str:
    """Return the name for a seat whose player left and that nobody has taken yet."""
    return gettext("Empty seat %(number)d") % {"number": number + 1}


def is_empty(seat: Seat) -> bool:
    return seat.user_id is None and not seat.bot


def seat_name(seat: Seat) -> str:
    """Return the name of the seat's player or bot (marked as a bot), or say that it is empty."""
    if seat.user:
        return seat.user.display_name
    return empty_name(seat.number) if is_empty(seat) else bot_name(bot_players.dwarf_of(seat))


def plain_name(seat: Seat) -> str:
    """Return the same name without marking bots, for places that show this next to the name."""
    return bot_players.dwarf_of(seat).name if seat.bot else seat_name(seat)


class SeatNames(Names):
    """The current names at a table; `me` is the reader's seat."""

    def __init__(self, seats: Sequence[Seat], me: int | None) -> None:
        names = {seat.number: seat_name(seat) for seat in seats}
        super().__init__(names, me, {seat.number: seat.dwarf for seat in seats if seat.dwarf})
        self.seats = seats


def away_until(user: User, at: datetime) -> date | None:
    """Return the last day of their current vacation in their own time zone, if they are on one."""
    if user.away_from is None or user.away_to is None:
        return None
    today = at.astimezone(user.zone).date()
    return user.away_to if user.away_from <= today <= user.away_to else None


def former_name(number: int) -> str:
    """Return the name for a player who left their seat: the log doesn't reveal who it was."""
    return gettext("Former player %(number)d") % {"number": number + 1}


class PastNames:
    """Players' names at the time of an entry: the log of a seat that changed hands keeps them.

    The names come from the entries in which seats changed hands.

    `log` must hold all such entries from some number on; earlier names are unknown. Only the last
    player of a seat can return to it, since a bot's seat is not on offer.
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
        """Return the names right after this entry."""
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
