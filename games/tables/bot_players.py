"""Bots at a table: which dwarf each one is, how long it waits, how strong it plays."""

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
    """Return the dwarf that plays, or played, as a bot in this seat."""
    return dwarf_by(seat.dwarf, seat.number)


def hand_to_bot(seat: Seat, seats: Iterable[Seat]) -> None:
    """Let a bot of normal strength play on for a player who left.

    A dwarf that played here before comes back: the log has named it already.
    """
    seat.dwarf = seat.dwarf or next(unused_dwarfs(seats)).key
    seat.bot = NORMAL


def unused_dwarfs(seats: Iterable[Seat], wanted: Sequence[str] = ()) -> Iterator[Dwarf]:
    """Yield dwarfs that aren't at this table yet: the wanted ones first, then others in random
    order, those with a player's name last. There are more dwarfs than seats."""
    there = list(seats)
    known = {dwarf_of(seat).key for seat in there if seat.bot or seat.dwarf}
    names = {seat.user.display_name.casefold() for seat in there if seat.user is not None}
    first = [BY_KEY[key] for key in wanted if key in BY_KEY]
    asked = dict.fromkeys([*first, *_random.sample(DWARFS, len(DWARFS))])
    free = [dwarf for dwarf in asked if dwarf.key not in known]
    return iter(sorted(free, key=lambda dwarf: dwarf.name.casefold() in names))


BOT_DELAY: Final = timedelta(seconds=1.4)
"""The pause before each move, for a dwarf of average tempo."""
HARD_BOT_DELAY: Final = timedelta(seconds=0.3)
"""The pause of a hard bot, which also spends time thinking."""


def bot_delay(seat: Seat) -> timedelta:
    return (HARD_BOT_DELAY if seat.bot == HARD else BOT_DELAY) * dwarf_of(seat).tempo


STRENGTH_WORDS: Final[Mapping[str, ValueWords]] = {
    EASY: ValueWords(_("Easy"), _("Plays along and forgives much: good for a first game.")),
    NORMAL: ValueWords(_("Normal"), _("Remembers what you did, and plays like a club player.")),
    HARD: ValueWords(_("Hard"), _("Thinks ahead for a second or two, and hides well.")),
}
"""The name of each strength, and what to expect."""


def known_strength(strength: str) -> str:
    """Return this strength, or easy if it is unknown."""
    return strength if strength in STRENGTH_WORDS else EASY


def strength_name(strength: str) -> Words:
    """Return the name of a strength, or its key if only a newer release knows it."""
    known = STRENGTH_WORDS.get(strength)
    return strength if known is None else known.label


def strength_names(strengths: Iterable[str]) -> str:
    """Name the strengths of these bots, the weakest first, each once."""
    order = list(STRENGTH_WORDS)
    found = sorted(set(strengths), key=lambda s: order.index(s) if s in order else len(order))
    return ", ".join(str(strength_name(strength)) for strength in found)
