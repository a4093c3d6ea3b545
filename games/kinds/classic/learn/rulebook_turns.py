"""What a turn is, where cards may lie, what they do: C7 to C16."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import PATH, Chapter, Rule

TURN: Final = Chapter(
    "turn",
    _("Your turn"),
    (
        Rule(
            "C7",
            _("One thing, then a card"),
            (
                _(
                    "Do exactly one thing: lay a path card, play an action card, or pass and "
                    "discard one card face down. Then draw a card, as long as there is a stock."
                ),
            ),
            refusals=(
                "not-your-turn", "wrong-phase", "unknown-card", "not-in-hand", "wrong-count",
                "no-troll",
            ),
        ),
        Rule(
            "C8",
            _("Passing, and an empty hand"),
            (
                _(
                    "You may always pass, whatever you hold. Whoever has no card left is skipped: "
                    "that counts as passing."
                ),
            ),
        ),
    ),
)  # fmt: skip
TUNNELS: Final = Chapter(
    "path-cards",
    _("Path cards"),
    (
        Rule(
            "C9",
            _("Where a card may lie"),
            (
                _(
                    "On an empty cell next to a card that lies face up: the start, a path card or "
                    "a goal that was turned over. It lies upright or after a half turn, never "
                    "crosswise. The mine has no border."
                ),
                _("A goal that lies face down is nothing to lay on to."),
            ),
            refusals=("occupied", "no-neighbour"),
            cards=(PATH,),
        ),
        Rule(
            "C10",
            _("Every side must fit"),
            (
                _(
                    "Each side of the card must fit the card beside it: opening to opening, wall "
                    "to wall. A goal that lies face down fits anything."
                ),
            ),
            refusals=("does-not-fit",),
        ),
        Rule(
            "C11",
            _("Joined to the start"),
            (
                _(
                    "At least one opening of the new card must meet a tunnel that leads to the "
                    "start without a gap. Nothing leads through a dead end."
                ),
                _(
                    "The first printed rules ask only that a card fits. We ask for the tunnel, as "
                    "nearly everybody does; a table may choose otherwise."
                ),
            ),
            options=("connection",),
            refusals=("not-connected",),
            cards=("dead-end",),
        ),
        Rule(
            "C12",
            _("A broken tool stops you"),
            (
                _(
                    "With a broken tool before you when your turn begins you cannot lay a path "
                    "card. Everything else you may do: play an action card, repair, or pass."
                ),
            ),
            refusals=("tool-broken",),
        ),
    ),
)
ACTIONS: Final = Chapter(
    "action-cards",
    _("Action cards"),
    (
        Rule(
            "C13",
            _("Breaking a tool"),
            (
                _(
                    "Lay the card before another player: their pick, lantern or cart is broken. "
                    "Nobody has two broken tools of the same kind before them."
                ),
            ),
            options=("own_tools",),
            refusals=("already-broken", "own-tool"),
            cards=("broken",),
        ),
        Rule(
            "C14",
            _("Repairing a tool"),
            (
                _(
                    "A repair card takes a broken tool that it shows from any player, yourself "
                    "included. Both cards are discarded. A card with two tools repairs one of "
                    "them: you choose. It can only be played where such a tool is broken."
                ),
            ),
            refusals=("nothing-to-repair", "wrong-tool"),
            cards=("fix",),
        ),
        Rule(
            "C15",
            _("Rockfall"),
            (
                _(
                    "Takes any path card out of the mine; it is discarded with the rockfall. The "
                    "start and the goals stay, also those that lie face up. The gap can be filled "
                    "later. A goal that was turned over stays so."
                ),
            ),
            refusals=("nothing-there", "cannot-remove"),
            cards=("rockfall",),
        ),
        Rule(
            "C16",
            _("Map"),
            (
                _(
                    "Look in secret at one goal that lies face down. All see which one, only you "
                    "see what it is. You may tell, and you may lie."
                ),
            ),
            refusals=("already-face-up",),
            cards=("map",),
        ),
    ),
)
CHAPTERS: Final = (TURN, TUNNELS, ACTIONS)
