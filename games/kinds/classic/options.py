"""What a table of the classic game can choose, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.classic.rules import OPTIONS
from games.kinds.common.options import GameOptions, OptionWords, Preset, ValueWords

WORDS: Final[Mapping[str, OptionWords]] = {
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
            5: ValueWords(_("Five"), _("One map fewer: knowing a goal is worth more.")),
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
PRESETS: Final[Mapping[str, Preset]] = {
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
}
"""The game was printed with different rules; the first are the usual ones."""
CHOICES: Final = GameOptions(OPTIONS, WORDS, PRESETS)
