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
    """Somebody who has left his seat: the log does not say who he was."""
    return gettext("Former player %(number)d") % {"number": number + 1}


class Past:
    """Names by entry, out of the entries in which seats changed hands.

    They must be all such from some number on; nothing is known of those before. Nobody but the
    last person of a seat comes back to it: a bot's seat is not on offer.
    """

    def __init__(self, names: SeatNames, moves: Iterable[LogEntry]) -> None:
        self._names = names
        self._changes: dict[int, list[LogEntry]] = defaultdict(list)
        for move in sorted(moves, key=lambda move: move.number):
            if move.kind in CHANGES and move.seat is not None:
                self._changes[move.seat].append(move)
        self._moved = [s for s in names.seats if s.number in self._changes or is_empty(s)]

    def at(self, number: int) -> Names:
        """The names as they were when this entry had been written."""
        if not self._moved:
            return self._names
        return self._names.but({seat.number: self._name(seat, number) for seat in self._moved})

    def _name(self, seat: Seat, number: int) -> str:
        changes = self._changes[seat.number]
        before = [move for move in changes if move.number <= number]
        later = [move for move in changes if move.number > number]
        if before and _to_bot(before[-1]):
            return bot_name(seat.number)
        if any(move.kind == LogEntry.Kind.HANDOVER and not _to_bot(move) for move in later):
            return former_name(seat.number)
        if seat.user is None and (later or is_empty(seat)):
            return former_name(seat.number)
        return self._names.plain(seat.number)


def _to_bot(move: LogEntry) -> bool:
    return move.kind == LogEntry.Kind.HANDOVER and move.text == "bot"
