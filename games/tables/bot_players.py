"""Which dwarf a bot is: everyone at a table is somebody else."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine.bots import EASY, HARD, NORMAL
from games.kinds.common.dwarfs import BY_KEY, DWARFS, Dwarf, dwarf_by
from games.kinds.common.options import ValueWords
from games.kinds.common.words.phrases import Words
from games.tables.models import Seat

_random = random.SystemRandom()


def dwarf_of(seat: Seat) -> Dwarf:
    """Who plays, or played, as a bot in this seat."""
    return dwarf_by(seat.dwarf, seat.number)


def hand_to_bot(seat: Seat, seats: Iterable[Seat]) -> None:
    """A bot plays on in this one of the seats, neither to win the game for who left nor to lose it.

    Whoever played here as a bot before comes again: the log has named them already.
    """
    seat.dwarf = seat.dwarf or next(unused_dwarfs(seats)).key
    seat.bot = NORMAL


def unused_dwarfs(seats: Iterable[Seat], wanted: Sequence[str] = ()) -> Iterator[Dwarf]:
    """Dwarfs who are not at this table yet: those that are wanted first, then anybody; last of all
    who is called like a player there. They are more than any table has seats."""
    there = list(seats)
    known = {dwarf_of(seat).key for seat in there if seat.bot or seat.dwarf}
    names = {seat.user.display_name.casefold() for seat in there if seat.user is not None}
    first = [BY_KEY[key] for key in wanted if key in BY_KEY]
    asked = dict.fromkeys([*first, *_random.sample(DWARFS, len(DWARFS))])
    free = [dwarf for dwarf in asked if dwarf.key not in known]
    return iter(sorted(free, key=lambda dwarf: dwarf.name.casefold() in names))


# How long bots wait before they move: so long that who looks can follow, else not at all.

BOT_DELAY: Final = timedelta(seconds=1.4)
"""Between two moves, for a dwarf of the usual tempo."""
HARD_BOT_DELAY: Final = timedelta(seconds=0.3)
"""A hard bot thinks for the rest of it."""


def bot_delay(seat: Seat) -> timedelta:
    """What this bot takes over a move, before it begins to think."""
    return (HARD_BOT_DELAY if seat.bot == HARD else BOT_DELAY) * dwarf_of(seat).tempo


# How strong bots play, in words.

STRENGTH_WORDS: Final[Mapping[str, ValueWords]] = {
    EASY: ValueWords(_("Easy"), _("Plays along and forgives much: good for a first game.")),
    NORMAL: ValueWords(_("Normal"), _("Remembers what you did, and plays like a club player.")),
    HARD: ValueWords(_("Hard"), _("Thinks ahead for a second or two, and hides well.")),
}
"""What each is called, and what to expect of it."""


def known_strength(strength: str) -> str:
    """The same, or easy where there is none of that name."""
    return strength if strength in STRENGTH_WORDS else EASY


def strength_name(strength: str) -> Words:
    """One word; of a strength that only a newer release has, its own."""
    known = STRENGTH_WORDS.get(strength)
    return strength if known is None else known.label


def strength_names(strengths: Iterable[str]) -> str:
    """The strengths of these bots, the weakest first, each named once."""
    order = list(STRENGTH_WORDS)
    found = sorted(set(strengths), key=lambda s: order.index(s) if s in order else len(order))
    return ", ".join(str(strength_name(strength)) for strength in found)
