"""What a table can choose, in words: for every option its name, for every value a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.phrases import Words
from games.mine import Option, Value, chosen


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
        values = chosen(self.options, given)
        for name, found in self.presets.items():
            if values == chosen(self.options, found.options):
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
