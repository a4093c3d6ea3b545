"""Settings for the length of turns and for absent players, and their wording.

A table whose turns are shorter than an hour is live: all its players are there at the same time.
(decision 118)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.options import OptionWords, Setting, ValueWords
from games.tables.models import Table

_WRITTEN: Final = re.compile(r"(\d{1,3})(m?)", re.ASCII)


class TurnLength(NamedTuple):
    """Time for a turn, as a table's row has it."""

    hours: int
    """1 at a live table."""
    minutes: int = 0
    """Minutes at a live table, otherwise 0."""

    @property
    def is_live(self) -> bool:
        return self.minutes > 0

    def __str__(self) -> str:
        """Write it as forms and URLs carry it: `72`, or `10m`."""
        return f"{self.minutes}m" if self.is_live else str(self.hours)


def live_turns(minutes: int) -> TurnLength:
    return TurnLength(1, minutes)


def read_turn_length(text: str) -> TurnLength:
    """Read what `str` wrote, or raise ValueError."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(text)
    number = int(found[1])
    return live_turns(number) if found[2] else TurnLength(number)


TURN_LENGTHS: Final = (live_turns(10), *map(TurnLength, (1, 8, 24, 72, 168, 336)))
USUAL_TURN_LENGTH: Final = TurnLength(72)
LIVE_SETTINGS: Final[Mapping[str, int | bool]] = {
    "bank_hours": 0, "sleep_aware": False, "vacation_ok": False, "offer_hours": 0,
}  # fmt: skip
"""Fixed at every live table: its clock never stops, and a seat is never offered for hours."""


HOURS_A_DAY = 24


def turn_length(hours: int, minutes: int = 0) -> str:
    """Say how long a turn may take; minutes, if any, replace the hours."""
    if minutes:
        said = ngettext("%(count)s minute a turn", "%(count)s minutes a turn", minutes)
        return said % {"count": minutes}
    if hours % HOURS_A_DAY:
        return ngettext("%(count)s hour a turn", "%(count)s hours a turn", hours) % {"count": hours}
    days = hours // HOURS_A_DAY
    return ngettext("%(count)s day a turn", "%(count)s days a turn", days) % {"count": days}


def duration(hours: int, minutes: int = 0) -> str:
    """Word a duration as the object of a sentence: `8 hours`, `3 days`, `10 minutes`."""
    if minutes:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    if hours % HOURS_A_DAY:
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    days = hours // HOURS_A_DAY
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def _bank_of(hours: int) -> str:
    return gettext("A bank of %(time)s") % {"time": duration(hours)}


def _misses(number: int) -> str:
    return ngettext("%(count)s miss", "%(count)s misses", number) % {"count": number}


def _at_least_per_cent(number: int) -> str:
    return gettext("%(number)s %% or more") % {"number": number}


bank_of, misses, at_least_per_cent, lazy_duration = (
    lazy(words, str) for words in (_bank_of, _misses, _at_least_per_cent, duration)
)

BANK_HELP = _(
    "Each player starts with this much time. Thinking uses it up, every move adds the pace to it, "
    "and it never holds more than at the start."
)
SETTING_WORDS: Mapping[str, OptionWords] = {
    "bank_hours": OptionWords(
        _("Clock"),
        {
            0: ValueWords(
                _("Each turn its own time"), _("Every turn has the whole pace, used or not.")
            ),
            **{hours: ValueWords(bank_of(hours), BANK_HELP) for hours in (24, 72, 168, 336)},
        },
    ),
    "sleep_aware": OptionWords(
        _("While you sleep"),
        {
            True: ValueWords(
                _("The clock stands still"),
                _("The quiet hours that a player has set do not count."),
            ),
            False: ValueWords(_("The clock runs on"), _("Quiet hours only hold back notices.")),
        },
    ),
    "vacation_ok": OptionWords(
        _("On vacation"),
        {
            True: ValueWords(
                _("The clock stands still"), _("Days that a player has announced do not count.")
            ),
            False: ValueWords(
                _("The clock runs on"), _("Players on vacation play on, or give up their seat.")
            ),
        },
    ),
    "excused": OptionWords(
        _("Excused"),
        {
            0: ValueWords(_("No miss"), _("The first missed deadline counts.")),
            1: ValueWords(
                _("One miss"), _("Once a game, a missed deadline only restarts the clock.")
            ),
            **{
                number: ValueWords(
                    misses(number),
                    _("A missed deadline only restarts the clock, this many times a game."),
                )
                for number in (2, 3, 4)
            },
        },
    ),
    "offer_hours": OptionWords(
        _("An absent player's seat"),
        {
            0: ValueWords(_("Goes to a bot"), _("Nobody waits: a bot plays on at once.")),
            **{
                hours: ValueWords(
                    lazy_duration(hours),
                    _("A person may take it over for this long; then a bot does."),
                )
                for hours in (8, 24, 72)
            },
        },
    ),
    "gives_back": OptionWords(
        _("Whoever returns"),
        {
            True: ValueWords(
                _("Gets the seat back"),
                _("As long as a bot sits there, its former player may take the seat again."),
            ),
            False: ValueWords(
                _("Stays away"), _("A seat that a bot has taken over is the bot's for good.")
            ),
        },
    ),
    "min_reliability": OptionWords(
        _("Reliability"),
        {
            0: ValueWords(_("Any"), _("Everybody may join.")),
            **{
                number: ValueWords(
                    at_least_per_cent(number),
                    _("Only players who take this many turns in time, or are new here, may join."),
                )
                for number in (70, 80, 90)
            },
        },
    ),
}
SETTING_HELP: Mapping[str, Any] = {
    "bank_hours": _(
        "Every turn its own time, or a store of time: thinking uses it up, each move adds the pace."
    ),
    "excused": _("This many times a game, a missed deadline only restarts the clock."),
    "offer_hours": _("A person may take it over for this long before a bot does."),
    "min_reliability": _(
        "This share of all turns so far, taken in time. Newcomers may always join."
    ),
}
"""A sentence for each setting that is a number."""
USUAL_SETTINGS: Mapping[str, Any] = {name: getattr(Table(), name) for name in SETTING_WORDS}


def settings(values: Mapping[str, Any]) -> list[Setting]:
    """Return these time settings, of a table or a form, each with its sentence."""
    return [
        Setting(
            SETTING_WORDS[name].label,
            SETTING_WORDS[name].values.get(value) or ValueWords(_other(name, value), ""),
            value == USUAL_SETTINGS[name],
        )
        for name, value in values.items()
    ]


def _other(name: str, value: Any) -> str:
    """Describe a value that no form offers, since rows may hold any."""
    if name in ("bank_hours", "offer_hours"):
        return duration(int(value))
    return _at_least_per_cent(int(value)) if name == "min_reliability" else str(value)


def clock_sentence(table: Table) -> str:
    if not table.bank_hours:
        return gettext("You can think about a move for this long at most.")
    return gettext(
        "Everybody begins with %(bank)s in store, and each move adds %(time)s to it."
    ) % _bank_parts(table)


def clock_words(table: Table) -> str:
    """Describe the clock briefly, for lists."""
    if not table.bank_hours:
        return turn_length(table.pace_hours, table.pace_minutes)
    return gettext("%(bank)s + %(time)s a move") % _bank_parts(table)


def _bank_parts(table: Table) -> dict[str, str]:
    added = duration(table.pace_hours, table.pace_minutes)
    return {"bank": duration(table.bank_hours), "time": added}


def absence_steps(table: Table) -> list[str]:
    """Say what happens step by step to players who miss deadlines."""
    steps = _played(table.excused)
    if table.offer_hours:
        offered = gettext(
            "After one more, the seat is offered for %(time)s to anybody who would play on. "
            "Until it is taken you can come back by making a move."
        ) % {"time": duration(table.offer_hours)}
        steps += [offered, gettext("If nobody comes, a bot takes the seat.")]
    else:
        steps += [gettext("After one more, a bot takes the seat.")]
    if table.gives_back:
        steps += [gettext("You can take your seat back from a bot for as long as the game runs.")]
    return steps


def _played(excused: int) -> list[str]:
    if not excused:
        first = gettext(
            "If you miss a deadline, your turn is played for you: a card is discarded, chosen "
            "without looking at your role."
        )
        return [first]
    first = ngettext(
        "One missed deadline is excused: the clock starts again.",
        "%(count)s missed deadlines are excused: the clock starts again each time.",
        excused,
    ) % {"count": excused}
    following = gettext(
        "The next one is played for you: a card is discarded, chosen without looking at your role."
    )
    return [first, following]


def leaving_steps(table: Table) -> list[str]:
    """Say what happens to the seat of a player who leaves on purpose."""
    if table.offer_hours:
        first = gettext(
            "Your seat is offered for %(time)s to anybody who would play on; then a bot takes it."
        ) % {"time": duration(table.offer_hours)}
    else:
        first = gettext("A bot takes your seat at once.")
    if table.gives_back:
        back = gettext("As long as no other player has taken it, you can take it back.")
    else:
        back = gettext("You cannot come back.")
    return [first, back, gettext("You may not watch until the game is over.")]


def time_control(table: Table) -> dict[str, Any]:
    """Return everything that a page says about time at a table."""
    return {
        "words": clock_words(table),
        "sentence": clock_sentence(table),
        "settings": settings({name: getattr(table, name) for name in SETTING_WORDS}),
        "absence_steps": absence_steps(table),
        "leaving": leaving_steps(table),
    }


def bank_left(bank: timedelta) -> str:
    """Write the time in a bank briefly."""
    minutes = max(0, int(bank.total_seconds() // 60))
    days, hours = minutes // 1440, minutes // 60
    if days:
        return gettext("%(days)d d %(hours)d h") % {"days": days, "hours": hours % 24}
    return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes % 60}
