"""The options of a game in words, and its odds: results of simulated rounds in a sentence.

The figures of a game are in its `odds.toml`, which `python -m bench.balance odds` writes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from games.engine import Option, Value, chosen_options
from games.kinds.common.words.phrases import Words, fill

ODDS_FILE: Final = "odds.toml"


class Odds(NamedTuple):
    """Results of simulated rounds, or games, for one number of players."""

    of: int
    """The number of rounds or games."""
    won: Mapping[str, float]
    """The share of wins of each role, from 0 to 1."""
    points: Mapping[str, float]
    """Mean points, or gold, by role."""


def read_odds(folder: Path) -> dict[int, Odds]:
    """Return the odds by number of players; empty if nothing was simulated."""
    file = folder / ODDS_FILE
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {int(players): Odds(**figures) for players, figures in found.items()}


@dataclass(frozen=True, slots=True)
class GameOdds:
    """The figures of a game, and the sentence that tells them."""

    known: Mapping[int, Odds]
    words: Words
    """Its gaps: `count`, `players`, `share`, and the mean points by role."""
    share_of: str = ""
    """The role whose share of wins the sentence gives, in percent."""

    def sentence(self, players: int) -> str:
        """Return the sentence for this number of players; empty if there are no figures."""
        if players not in self.known:
            return ""
        odds = self.known[players]
        count = number_format(odds.of, force_grouping=True)
        won = odds.won[self.share_of] if self.share_of else 0
        share = number_format(100 * won, decimal_pos=0)
        points = {role: number_format(mean, decimal_pos=1) for role, mean in odds.points.items()}
        return fill(self.words, players=players, count=count, share=share, **points)


@dataclass(frozen=True, slots=True)
class ValueWords:
    """The name of a value, and its meaning in a sentence."""

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
    """An edition's rules: its name, and the options that differ from the default."""

    words: ValueWords
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Setting:
    """An option as a table has chosen it."""

    label: Words
    value: ValueWords
    usual: bool
    name: str = ""
    """The option's name; empty for an edition."""


HOUSE: Final = "house"
HOUSE_WORDS: Final = ValueWords(_("House rules"), _("Every rule is chosen for this table."))
PRESET: Final = _("Rules")


@dataclass(frozen=True, slots=True)
class GameOptions:
    """All options of a game, with their words."""

    options: tuple[Option, ...]
    words: Mapping[str, OptionWords]
    presets: Mapping[str, Preset] = field(default_factory=dict)
    """The editions of a game that was printed with different rules, the default first."""

    def preset(self, given: Mapping[str, Value]) -> str:
        """Return the edition with these options, or house rules."""
        values = chosen_options(self.options, given)
        for name, found in self.presets.items():
            if values == chosen_options(self.options, found.options):
                return name
        return HOUSE

    def preset_words(self) -> dict[str, ValueWords]:
        """Return the editions that a new table can choose from; empty if there is only one."""
        found = {name: preset.words for name, preset in self.presets.items()}
        return found | {HOUSE: HOUSE_WORDS} if found else {}

    def edition(self, given: Mapping[str, Value]) -> list[Setting]:
        """Return the edition as a setting, if there is a choice."""
        words = self.preset_words()
        return [Setting(PRESET, words[self.preset(given)], usual=True)] if words else []

    def settings(self, given: Mapping[str, Value]) -> list[Setting]:
        """Return every option in order with its value; options set by an edition are not house
        rules."""
        printed = self.preset(given) != HOUSE
        return [
            self._setting(option, given.get(option.name, option.default), printed)
            for option in self.options
        ]

    def _setting(self, option: Option, value: Value, printed: bool) -> Setting:
        words = self.words[option.name]
        usual = printed or value == option.default
        return Setting(words.label, words.values[value], usual, option.name)
