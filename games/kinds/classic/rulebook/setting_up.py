"""What is dealt: C1 to C6."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.classic.rules import OPTIONS, PLAYERS, ROUNDS
from games.kinds.classic.rules.cards import ACTIONS, GOALS, HAND, NUGGETS, PATHS, ROLES, deck
from games.kinds.common.rulebook import Chapter, Rule, RuleTable

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
NUGGET_CARDS: Final = RuleTable(
    _("Nugget cards"),
    (_("Nuggets on the card"), *sorted(set(NUGGETS))),
    ((_("Cards"), *(NUGGETS.count(value) for value in sorted(set(NUGGETS)))),),
)
CHAPTER: Final = Chapter(
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
            tables=(NUGGET_CARDS,),
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
