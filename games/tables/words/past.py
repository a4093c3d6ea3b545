"""What players were called when it happened: a seat that changed hands keeps its log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext

from games.kinds.common.words import Names, bot_name
from games.tables.models import LogEntry, Seat
from games.tables.words.names import SeatNames, is_empty

CHANGES: Final = (LogEntry.Kind.HANDOVER, LogEntry.Kind.RETURNED)
"""Entries that say that somebody else, or somebody again, has a seat from then on."""


def former_name(number: int) -> str:
    """Somebody who has left their seat: the log does not say who they were."""
    return gettext("Former player %(number)d") % {"number": number + 1}


class Past:
    """Names by entry, out of the entries in which seats changed hands.

    They must be all such from some number on; nothing is known of those before. Nobody but the
    last person of a seat comes back to it: a bot's seat is not on offer.
    """

    def __init__(self, names: SeatNames, log: Iterable[LogEntry]) -> None:
        self._names = names
        self._changes: dict[int, list[LogEntry]] = defaultdict(list)
        for entry in sorted(log, key=lambda entry: entry.number):
            if entry.kind in CHANGES and entry.seat is not None:
                self._changes[entry.seat].append(entry)
        self._moved = [s for s in names.seats if s.number in self._changes or is_empty(s)]

    def at(self, number: int) -> Names:
        """The names as they were when this entry had been written."""
        if not self._moved:
            return self._names
        return self._names.but({seat.number: self._name(seat, number) for seat in self._moved})

    def _name(self, seat: Seat, number: int) -> str:
        changes = self._changes[seat.number]
        before = [entry for entry in changes if entry.number <= number]
        later = [entry for entry in changes if entry.number > number]
        if before and before[-1].goes_to_bot:
            return bot_name(seat.number)
        if any(entry.taken_by == LogEntry.TakenBy.PLAYER for entry in later):
            return former_name(seat.number)
        if seat.user is None and (later or is_empty(seat)):
            return former_name(seat.number)
        return self._names.plain(seat.number)
