"""The end of a round, gold and debts: D24 to D28."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule
from games.kinds.duel.rules import ROUNDS
from games.kinds.duel.rules.cards import EDITIONS

CHAPTER: Final = Chapter(
    "end-of-round",
    _("End of the round"),
    (
        Rule(
            "D24",
            _("When a round ends"),
            (
                _(
                    "When all %(goals)s goals lie face up, or all %(markers)s markers are used, or "
                    "the stock and both hands are empty: at once after the claims of that move, "
                    "before anybody draws."
                ),
            ),
            {"goals": len(EDITIONS[2].goals), "markers": EDITIONS[2].markers},
        ),
        Rule(
            "D25",
            _("Gold is taken"),
            (
                _(
                    "Each takes the gold of the cards with their markers. Path cards whose gold "
                    "was won leave the game. All goals of the round leave the game too, those that "
                    "are still face down unseen."
                ),
            ),
        ),
        Rule(
            "D26",
            _("The next round"),
            (
                _(
                    "All other path cards and all action cards are shuffled again for the next "
                    "round. The mine is empty, tools are whole."
                ),
            ),
            shows=_("The path card with gold was won: the next round is dealt without it."),
        ),
        Rule(
            "D27",
            _("Paying the trolls"),
            (
                _(
                    "Each troll you bribed costs you 1 gold, after the gold of the round is taken. "
                    "You pay with gold cards you have; no change is given, and what is paid leaves "
                    "the game. You pay the smallest sum that covers the debt, with the fewest "
                    "cards. If all you have is less, you pay all of it and owe nothing more."
                ),
            ),
        ),
        Rule(
            "D28",
            _("Who wins the game"),
            (_("After %(rounds)s rounds the most gold wins. A tie is a shared win."),),
            {"rounds": ROUNDS},
            refusals=("game-over",),
        ),
    ),
)
