"""What is dealt: C1 to C6."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.classic.rules.cards import ACTIONS, GOALS, HAND, NUGGETS, PATHS, ROLES, deck
from games.kinds.classic.rules.state import OPTIONS, PLAYERS, ROUNDS
from games.kinds.common.learn import PATH, Chapter, Rule, RuleTable

MAPS: Final = next(option for option in OPTIONS if option.name == "maps").values
DECK: Final = len(deck(int(MAPS[0])))
POOL: Final = RuleTable(
    _("Role cards by number of players"),
    (_("Players"), *PLAYERS),
    (
        (_("Saboteurs"), *(ROLES[players][0] for players in PLAYERS)),
        (_("Diggers"), *(ROLES[players][1] for players in PLAYERS)),
    ),
)
HANDS: Final = RuleTable(
    _("Cards by number of players"),
    (_("Players"), *PLAYERS),
    (
        (_("Hand"), *(HAND[players] for players in PLAYERS)),
        (_("Stock"), *(DECK - players * HAND[players] for players in PLAYERS)),
    ),
)
NUGGET_TABLE: Final = RuleTable(
    _("Nugget cards"),
    (_("Nuggets on the card"), *sorted(set(NUGGETS))),
    ((_("Cards"), *(NUGGETS.count(value) for value in sorted(set(NUGGETS)))),),
)
SETTING_UP: Final = Chapter(
    "setting-up",
    _("Setting up"),
    (
        Rule(
            "C1",
            _("Players and rounds"),
            (_("From %(fewest)s to %(most)s can play. A game has %(rounds)s rounds."),),
            {"fewest": min(PLAYERS), "most": max(PLAYERS), "rounds": ROUNDS},
            shows=_("A first round: whole tools, no gold, nothing dug yet."),
        ),
        Rule(
            "C2",
            _("Roles"),
            (
                _(
                    "Role cards are put together by the number of players, one more than there are "
                    "players. Everybody is dealt one and keeps it secret. The one left over is set "
                    "aside unseen, so nobody knows for sure how many saboteurs there are."
                ),
                _(
                    "When the round is over all roles are shown, and the card set aside too. "
                    "Saboteurs do not know each other."
                ),
            ),
            tables=(POOL,),
            options=("saboteurs",),
            cards=("digger", "saboteur"),
            shows=_("With the last card of the round the roles are shown."),
        ),
        Rule(
            "C3",
            _("Start and goals"),
            (
                _(
                    "The start lies face up. Far to the right lie %(goals)s goals face down, in an "
                    "order that nobody knows: one is the treasure, the others are stone."
                ),
            ),
            {"goals": len(GOALS)},
            cards=("start", "goal"),
            shows=_("The table before the first card."),
        ),
        Rule(
            "C4",
            _("Hands and stock"),
            (
                _(
                    "%(paths)s path cards and %(actions)s action cards are shuffled together. "
                    "Everybody is dealt a hand; the rest, face down, is the stock."
                ),
            ),
            {"paths": sum(PATHS.values()), "actions": sum(ACTIONS.values())},
            tables=(HANDS,),
            options=("maps",),
            shows=_("Six players: five cards each."),
        ),
        Rule(
            "C5",
            _("Nugget cards"),
            (
                _(
                    "Gold lies ready as %(cards)s nugget cards with %(nuggets)s nuggets in all. "
                    "They are shuffled, and those left over are shuffled again for each round. "
                    "What was handed out stays with its owner."
                ),
            ),
            {"cards": len(NUGGETS), "nuggets": sum(NUGGETS)},
            tables=(NUGGET_TABLE,),
            cards=("nugget",),
            shows=_("Three of ten nugget cards are handed out; seven are left for later rounds."),
        ),
        Rule(
            "C6",
            _("Who begins"),
            (_("Who begins the first round is decided by lot. Play goes clockwise."),),
            shows=_("After the last seat comes the first again."),
        ),
    ),
)


# What a turn is, where cards may lie, what they do: C7 to C16.

TURN_CHAPTER: Final = Chapter(
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
PATH_CARDS_CHAPTER: Final = Chapter(
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
ACTION_CARDS_CHAPTER: Final = Chapter(
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
TURN_CHAPTERS: Final = (TURN_CHAPTER, PATH_CARDS_CHAPTER, ACTION_CARDS_CHAPTER)
