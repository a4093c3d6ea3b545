"""Which dwarf a bot is: everyone at a table is somebody else."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from games.kinds.common.dwarfs import BY_KEY, DWARFS, Dwarf, dwarf_by
from games.mine.minds import NORMAL
from games.tables.models import Seat

_luck = random.SystemRandom()


def dwarf_of(seat: Seat) -> Dwarf:
    """Who plays, or played, as a bot in this seat."""
    return dwarf_by(seat.dwarf, seat.number)


def take_over(seat: Seat, seats: Iterable[Seat]) -> None:
    """A bot plays on in this one of the seats, neither to win the game for who left nor to lose it.

    Whoever played here as a bot before comes again: the log has named them already.
    """
    seat.dwarf = seat.dwarf or next(newcomers(seats)).key
    seat.bot = NORMAL


def newcomers(seats: Iterable[Seat], wanted: Sequence[str] = ()) -> Iterator[Dwarf]:
    """Dwarfs who are not at this table yet: those that are wanted first, then anybody; last of all
    who is called like a player there. They are more than any table has seats."""
    there = list(seats)
    known = {dwarf_of(seat).key for seat in there if seat.bot or seat.dwarf}
    names = {seat.user.display_name.casefold() for seat in there if seat.user is not None}
    first = [BY_KEY[key] for key in wanted if key in BY_KEY]
    asked = dict.fromkeys([*first, *_luck.sample(DWARFS, len(DWARFS))])
    free = [dwarf for dwarf in asked if dwarf.key not in known]
    return iter(sorted(free, key=lambda dwarf: dwarf.name.casefold() in names))
