"""What came of many simulated rounds, in a sentence for whoever opens a table.

The figures of a game are in its `odds.toml`, which `python -m bench.balance odds` writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from games.engine import Option, Value, chosen_options
from games.kinds.common.words.phrases import Words, fill

ODDS_FILE: Final = "odds.toml"


class Odds(NamedTuple):
    """What rounds, or games, with one number of players came to."""

    of: int
    """How many there were."""
    won: Mapping[str, float]
    """How often each role won, as parts of 1."""
    points: Mapping[str, float]
    """Mean points, or gold, by role."""


def read_odds(folder: Path) -> dict[int, Odds]:
    """By the number of players; nothing where nothing was simulated."""
    file = folder / ODDS_FILE
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {int(players): Odds(**figures) for players, figures in found.items()}


@dataclass(frozen=True, slots=True)
class GameOdds:
    """The figures of a game, and how they are said."""

    known: Mapping[int, Odds]
    say: Callable[[int, Odds], str]

    def sentence(self, players: int) -> str:
        """For so many players; empty where there are no figures."""
        return self.say(players, self.known[players]) if players in self.known else ""


def grouped(number: int) -> str:
    """`5,000`."""
    return number_format(number, force_grouping=True)


def percent(part: float) -> str:
    """Without the sign, which is a word of the sentence."""
    return number_format(100 * part, decimal_pos=0)


def one_decimal(number: float) -> str:
    return number_format(number, decimal_pos=1)


def odds_sentence(sentence: str, odds: Odds, **parts: object) -> str:
    """The sentence, with how many there were."""
    return fill(sentence, count=grouped(odds.of), **parts)


# What a table can choose, in words: for every option its name, for every value a sentence.


@dataclass(frozen=True, slots=True)
class ValueWords:
    """A value: what it is called, and what it means at the table."""

    label: Words
    sentence: Words

    def __str__(self) -> str:
        return str(self.label)


@dataclass(frozen=True, slots=True)
class OptionWords:
    label: Words
    values: Mapping[Value, ValueWords]


@dataclass(frozen=True, slots=True)
class Preset:
    """The rules of an edition: what it is called, and the options that differ from the default."""

    words: ValueWords
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Setting:
    """An option as a table has chosen it."""

    label: Words
    value: ValueWords
    usual: bool
    name: str = ""
    """Of the option; an edition is none."""


HOUSE: Final = "house"
HOUSE_WORDS: Final = ValueWords(_("House rules"), _("Every rule is chosen for this table."))
PRESET: Final = _("Rules")


@dataclass(frozen=True, slots=True)
class GameOptions:
    """All that a table of one game can choose."""

    options: tuple[Option, ...]
    words: Mapping[str, OptionWords]
    presets: Mapping[str, Preset] = field(default_factory=dict)
    """The editions of a game that was printed with different rules, the usual one first."""

    def preset(self, given: Mapping[str, Value]) -> str:
        """By whose rules a table plays with these options: an edition's, or those of the house."""
        values = chosen_options(self.options, given)
        for name, found in self.presets.items():
            if values == chosen_options(self.options, found.options):
                return name
        return HOUSE

    def preset_words(self) -> dict[str, ValueWords]:
        """What a new table may choose from; nothing where there is one edition only."""
        found = {name: preset.words for name, preset in self.presets.items()}
        return found | {HOUSE: HOUSE_WORDS} if found else {}

    def edition(self, given: Mapping[str, Value]) -> list[Setting]:
        """By whose rules a table plays, where there is a choice."""
        words = self.preset_words()
        return [Setting(PRESET, words[self.preset(given)], usual=True)] if words else []

    def settings(self, given: Mapping[str, Value]) -> list[Setting]:
        """Every option in its order, those not chosen at their default. What an edition says is no
        house rule."""
        printed = self.preset(given) != HOUSE
        return [
            self._setting(option, given.get(option.name, option.default), printed)
            for option in self.options
        ]

    def _setting(self, option: Option, value: Value, printed: bool) -> Setting:
        words = self.words[option.name]
        usual = printed or value == option.default
        return Setting(words.label, words.values[value], usual, option.name)
