"""What a table can choose, in words: for every option its name, for every value a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import mine
from games.kinds import GAMES
from games.mine import Value


@dataclass(frozen=True, slots=True)
class ValueWords:
    """A value: what it is called, and what it means at the table."""

    label: Any
    sentence: Any

    def __str__(self) -> str:
        return str(self.label)


@dataclass(frozen=True, slots=True)
class OptionWords:
    label: Any
    values: Mapping[Value, ValueWords]


CLASSIC = {
    "saboteurs": OptionWords(
        _("Saboteurs"),
        {
            "dealt": ValueWords(
                _("By lot"),
                _("One role card stays aside unseen: perhaps there is one saboteur fewer."),
            ),
            "all": ValueWords(
                _("All of them"),
                _("No role card is left over: every saboteur is at the table."),
            ),
        },
    ),
    "maps": OptionWords(
        _("Maps"),
        {
            6: ValueWords(_("Six"), _("Six cards let their player look at a goal in secret.")),
            5: ValueWords(_("Five"), _("One map fewer: who knows the goals is worth more.")),
        },
    ),
    "connection": OptionWords(
        _("Where tunnels may go"),
        {
            "start": ValueWords(
                _("On from the start"),
                _("A new card must join a tunnel that leads to the start without a gap."),
            ),
            "touch": ValueWords(
                _("Anywhere they fit"),
                _("A new card only has to fit its neighbours, even beyond a gap."),
            ),
        },
    ),
    "own_tools": OptionWords(
        _("Your own tools"),
        {
            "safe": ValueWords(_("Safe from you"), _("You can break only the tools of others.")),
            "breakable": ValueWords(
                _("Breakable"), _("You may break your own tools too, to look innocent.")
            ),
        },
    ),
    "exhaustion": OptionWords(
        _("When cards run out"),
        {
            "hands": ValueWords(
                _("To the last card"),
                _("The round goes on until the stock and every hand are empty."),
            ),
            "passes": ValueWords(
                _("Until all pass"),
                _("With the stock empty, the round is over once everybody has passed in turn."),
            ),
        },
    ),
    "gold": OptionWords(
        _("Gold for the diggers"),
        {
            "per_player": ValueWords(
                _("By players"),
                _("They share as many nugget cards as there are players, nine with ten players."),
            ),
            "per_digger": ValueWords(
                _("By diggers"), _("They share as many nugget cards as there are diggers.")
            ),
        },
    ),
    "picking": OptionWords(
        _("Handing out gold"),
        {
            "automatic": ValueWords(
                _("By itself"), _("Every digger is given the best nugget card left, at once.")
            ),
            "by_hand": ValueWords(
                _("By hand"),
                _("Every digger in turn picks a nugget card in secret. It takes longer."),
            ),
        },
    ),
    "totals": OptionWords(
        _("Who has how much"),
        {
            "secret": ValueWords(_("Secret"), _("You see only your own gold until the game ends.")),
            "open": ValueWords(_("Open"), _("Everybody sees everybody's gold after each round.")),
        },
    ),
}

CLAIMS = OptionWords(
    _("Claiming gold"),
    {
        "tunnel": ValueWords(
            _("By its tunnel"),
            _("Gold is claimed by whoever reaches the very tunnel it lies in."),
        ),
        "card": ValueWords(
            _("By its card"),
            _("Gold is claimed by whoever reaches any opening of its card."),
        ),
    },
)
DUEL = {
    "colours": OptionWords(
        _("Colours"),
        {
            "lot": ValueWords(_("By lot"), _("Who is green and begins is left to chance.")),
            "first_is_green": ValueWords(
                _("Host is green"), _("Who opens the table is the green dwarf and begins.")
            ),
            "first_is_blue": ValueWords(
                _("Host is blue"), _("Who opens the table is the blue dwarf and plays second.")
            ),
        },
    ),
    "claims": CLAIMS,
    "ladders": OptionWords(
        _("The other's ladder"),
        {
            "free": ValueWords(
                _("Anywhere"),
                _("You may lay either ladder where no tunnel of yours leads."),
            ),
            "connected": ValueWords(
                _("On your tunnels"),
                _("The other colour's ladder must join a tunnel from your start; yours need not."),
            ),
        },
    ),
}
SOLO = {
    "colour": OptionWords(
        _("Your colour"),
        {
            "green": ValueWords(
                _("Green"), _("Green doors are open to you, blue ones need a key.")
            ),
            "blue": ValueWords(_("Blue"), _("Blue doors are open to you, green ones need a key.")),
        },
    ),
    "claims": CLAIMS,
}

LOST_MINES = {
    "rounds": OptionWords(
        _("Rounds"),
        {
            2: ValueWords(_("Two"), _("Two rounds, as printed.")),
            3: ValueWords(_("Three"), _("Three rounds: a longer game.")),
            4: ValueWords(_("Four"), _("Four rounds: a long game.")),
            5: ValueWords(_("Five"), _("Five rounds: a very long game.")),
        },
    ),
}

WORDS: Mapping[str, Mapping[str, OptionWords]] = {
    "classic": CLASSIC,
    "duel": DUEL,
    "solo": SOLO,
    "lost_mines": LOST_MINES,
}


@dataclass(frozen=True, slots=True)
class Preset:
    """The rules of an edition: what it is called, and the options that differ from the default."""

    words: ValueWords
    options: Mapping[str, Value]


PRESETS: Mapping[str, Mapping[str, Preset]] = {
    "classic": {
        "2004": Preset(
            ValueWords(
                _("2004 rules"),
                _("The diggers share as many nugget cards as there are players."),
            ),
            {},
        ),
        "newer": Preset(
            ValueWords(
                _("Newer edition"),
                _("The diggers share only as many nugget cards as there are diggers."),
            ),
            {"gold": "per_digger"},
        ),
    },
}
"""The games that were printed with different rules; the first is the usual one."""
HOUSE = "house"
HOUSE_WORDS = ValueWords(_("House rules"), _("Every rule is chosen for this table."))
PRESET = _("Rules")


def preset(kind: str, chosen: Mapping[str, Value]) -> str:
    """By whose rules a table plays with these options: an edition's, or those of the house."""
    values = mine.chosen(GAMES[kind].OPTIONS, chosen)
    for name, found in PRESETS.get(kind, {}).items():
        if values == mine.chosen(GAMES[kind].OPTIONS, found.options):
            return name
    return HOUSE


def presets(kind: str) -> dict[str, ValueWords]:
    """What a new table may choose from, in words; nothing where there is one edition only."""
    found = {name: preset.words for name, preset in PRESETS.get(kind, {}).items()}
    return found | {HOUSE: HOUSE_WORDS} if found else {}


HOURS_A_DAY = 24


def pace(hours: int) -> str:
    """How long a turn may take."""
    if hours % HOURS_A_DAY:
        return ngettext("%(count)s hour a turn", "%(count)s hours a turn", hours) % {"count": hours}
    days = hours // HOURS_A_DAY
    return ngettext("%(count)s day a turn", "%(count)s days a turn", days) % {"count": days}


@dataclass(frozen=True, slots=True)
class Setting:
    """An option as a table has chosen it."""

    label: Any
    value: ValueWords
    usual: bool


def rules(kind: str, chosen: Mapping[str, Value]) -> list[Setting]:
    """By whose rules a table plays, where there is a choice."""
    words = presets(kind)
    return [Setting(PRESET, words[preset(kind, chosen)], usual=True)] if words else []


def settings(kind: str, chosen: Mapping[str, Value]) -> list[Setting]:
    """Every option of the game in its order, those not chosen at their default. What an edition
    says is no house rule."""
    printed = preset(kind, chosen) != HOUSE
    return [
        _setting(WORDS[kind][option.name], option, chosen.get(option.name, option.default), printed)
        for option in GAMES[kind].OPTIONS
    ]


def _setting(words: OptionWords, option: mine.Option, value: Value, printed: bool) -> Setting:
    return Setting(words.label, words.values[value], printed or value == option.default)
