"""Where path cards may lie, and what stands in the way: D8 to D15."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import PATH, Chapter, Rule

CHAPTER: Final = Chapter(
    "path-cards",
    _("Path cards"),
    (
        Rule(
            "D8",
            _("Fitting"),
            (
                _(
                    "On an empty cell next to a start, a path card or a goal that lies face up; "
                    "upright or after a half turn, never crosswise. Every side must fit: opening "
                    "to opening, wall to wall. The mine has no border."
                ),
                _("A goal that lies face down fits anything, and is nothing to lay on to."),
            ),
            refusals=("occupied", "no-neighbour", "does-not-fit"),
            cards=(PATH,),
        ),
        Rule(
            "D9",
            _("Joined to your own start"),
            (
                _(
                    "When you lay a card an unbroken tunnel must lead from your own start to it. "
                    "It is enough that the tunnel reaches the side they share: there the new card "
                    "may have a dead end, a door or a troll."
                ),
            ),
            refusals=("not-connected",),
            cards=("stub",),
        ),
        Rule(
            "D10",
            _("Bridge and double curve"),
            (
                _(
                    "Two tunnels on one card that do not meet. One of them must be joined to your "
                    "start."
                ),
            ),
            cards=("bridge", "double-curve"),
        ),
        Rule(
            "D11",
            _("Door"),
            (
                _(
                    "An arm with a door is open to the dwarf of its colour only, from both sides. "
                    "For fitting it is an opening. To the other it is closed, until they open it "
                    "with a key."
                ),
            ),
            cards=("door",),
        ),
        Rule(
            "D12",
            _("Troll"),
            (
                _(
                    "A troll closes the arm it stands in to both of you, from both sides. Once "
                    "bribed, it lets both through for the rest of the round."
                ),
            ),
            cards=("troll",),
        ),
        Rule(
            "D13",
            _("Bribing a troll"),
            (
                _(
                    "In your own turn, besides the one thing you do, and as often as markers last. "
                    "Your tunnels must reach the troll, from either side. Do it before your card; "
                    "or with it, for a troll that only this card brings within reach."
                ),
                _(
                    "A marker goes on the troll, and at the end of the round you pay 1 gold. What "
                    "lies behind is reached at once: goals are turned over, gold is claimed."
                ),
            ),
            refusals=("no-troll", "not-reached", "already-bribed"),
        ),
        Rule(
            "D14",
            _("Ladder"),
            (
                _(
                    "A ladder is joined straight to the start of its colour, wherever it lies, "
                    "even when the tunnels between are cut. So it may be laid next to any path "
                    "card or start, without a tunnel before; but never next to a goal or next to a "
                    "card with gold. Its sides must fit."
                ),
                _(
                    "You may lay the ladder of the other colour too. Only the dwarf of its colour "
                    "climbs it; for the other it is a plain curve."
                ),
            ),
            options=("ladders",),
            refusals=("next-to-goal", "next-to-gold"),
            cards=("ladder",),
        ),
        Rule(
            "D15",
            _("A broken tool stops you"),
            (
                _(
                    "With a broken tool before you when your turn begins you cannot lay a path "
                    "card. Everything else you may do."
                ),
            ),
            refusals=("tool-broken",),
        ),
    ),
)
