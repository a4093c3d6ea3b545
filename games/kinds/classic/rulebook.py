"""The rules of the classic game for people: every rule of `docs/rules/classic.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.classic.rules import cards
from games.kinds.classic.rules.state import OPTIONS, PLAYERS, ROUNDS
from games.kinds.common.learn import (
    FIRST_BY_LOT,
    NO_DIGGING_WITH_BROKEN_TOOLS,
    PATH,
    Chapter,
    Rule,
    Rulebook,
    RuleTable,
)

MAPS: Final = next(option for option in OPTIONS if option.name == "maps").values
DECK: Final = len(cards.deck(int(MAPS[0])))
POOL: Final = RuleTable.by(
    _("Role cards by number of players"),
    _("Players"),
    PLAYERS,
    (_("Saboteurs"), lambda players: cards.ROLES[players][0]),
    (_("Diggers"), lambda players: cards.ROLES[players][1]),
)
HANDS: Final = RuleTable.by(
    _("Cards by number of players"),
    _("Players"),
    PLAYERS,
    (_("Hand"), lambda players: cards.HAND[players]),
    (_("Stock"), lambda players: DECK - players * cards.HAND[players]),
)
NUGGET_TABLE: Final = RuleTable.by(
    _("Nugget cards"),
    _("Nuggets on the card"),
    sorted(set(cards.NUGGETS)),
    (_("Cards"), cards.NUGGETS.count),
)
SETTING_UP: Final = Chapter(
    "setting-up",
    _("Setting up"),
    C1=Rule(
        _("Players and rounds"),
        _("From %(fewest)s to %(most)s can play. A game has %(rounds)s rounds."),
        values={"fewest": min(PLAYERS), "most": max(PLAYERS), "rounds": ROUNDS},
        shows=_("A first round: whole tools, no gold, nothing dug yet."),
    ),
    C2=Rule(
        _("Roles"),
        _(
            "Role cards are put together by the number of players, one more than there are "
            "players. Everybody is dealt one and keeps it secret. The one left over is set aside "
            "unseen, so nobody knows for sure how many saboteurs there are."
        ),
        _(
            "When the round is over all roles are shown, and the card set aside too. Saboteurs do "
            "not know each other."
        ),
        tables=(POOL,),
        options=("saboteurs",),
        cards=("digger", "saboteur"),
        shows=_("With the last card of the round the roles are shown."),
    ),
    C3=Rule(
        _("Start and goals"),
        _(
            "The start lies face up. Far to the right lie %(goals)s goals face down, in an order "
            "that nobody knows: one is the treasure, the others are stone."
        ),
        values={"goals": len(cards.GOALS)},
        cards=("start", "goal"),
        shows=_("The table before the first card."),
    ),
    C4=Rule(
        _("Hands and stock"),
        _(
            "%(paths)s path cards and %(actions)s action cards are shuffled together. Everybody is "
            "dealt a hand; the rest, face down, is the stock."
        ),
        values={"paths": sum(cards.PATHS.values()), "actions": sum(cards.ACTIONS.values())},
        tables=(HANDS,),
        options=("maps",),
        shows=_("Six players: five cards each."),
    ),
    C5=Rule(
        _("Nugget cards"),
        _(
            "Gold lies ready as %(cards)s nugget cards with %(nuggets)s nuggets in all. They are "
            "shuffled, and those left over are shuffled again for each round. What was handed out "
            "stays with its owner."
        ),
        values={"cards": len(cards.NUGGETS), "nuggets": sum(cards.NUGGETS)},
        tables=(NUGGET_TABLE,),
        cards=("nugget",),
        shows=_("Three of ten nugget cards are handed out; seven are left for later rounds."),
    ),
    C6=FIRST_BY_LOT,
)
TURN: Final = Chapter(
    "turn",
    _("Your turn"),
    C7=Rule(
        _("One thing, then a card"),
        _(
            "Do exactly one thing: lay a path card, play an action card, or pass and discard one "
            "card face down. Then draw a card, as long as there is a stock."
        ),
        refusals=(
            "not-your-turn", "wrong-phase", "unknown-card", "not-in-hand", "wrong-count",
            "no-troll",
        ),
    ),
    C8=Rule(
        _("Passing, and an empty hand"),
        _(
            "You may always pass, whatever you hold. Whoever has no card left is skipped: that "
            "counts as passing."
        ),
    ),
)  # fmt: skip
PATH_CARDS: Final = Chapter(
    "path-cards",
    _("Path cards"),
    C9=Rule(
        _("Where a card may lie"),
        _(
            "On an empty cell next to a card that lies face up: the start, a path card or a goal "
            "that was turned over. It lies upright or after a half turn, never crosswise. The mine "
            "has no border."
        ),
        _("You cannot build on from a goal that lies face down."),
        refusals=("occupied", "no-neighbour"),
        cards=(PATH,),
    ),
    C10=Rule(
        _("Every side must fit"),
        _(
            "Each side of the card must fit the card next to it: opening to opening, wall to "
            "wall. A goal that lies face down fits anything."
        ),
        refusals=("does-not-fit",),
    ),
    C11=Rule(
        _("Joined to the start"),
        _(
            "At least one opening of the new card must meet a tunnel that leads to the start "
            "without a gap. Nothing leads through a dead end."
        ),
        _(
            "The first printed rules ask only that a card fits. We ask for the tunnel, as nearly "
            "everybody does; a table may choose otherwise."
        ),
        options=("connection",),
        refusals=("not-connected",),
        cards=("dead-end",),
    ),
    C12=NO_DIGGING_WITH_BROKEN_TOOLS,
)
ACTION_CARDS: Final = Chapter(
    "action-cards",
    _("Action cards"),
    C13=Rule(
        _("Breaking a tool"),
        _(
            "Lay the card before another player: their pick, lantern or cart is broken. Nobody has "
            "two broken tools of the same kind before them."
        ),
        options=("own_tools",),
        refusals=("already-broken", "own-tool"),
        cards=("broken",),
    ),
    C14=Rule(
        _("Repairing a tool"),
        _(
            "A repair card takes a broken tool that it shows from any player, yourself included. "
            "Both cards are discarded. A card with two tools repairs one of them: you choose. It "
            "can only be played where such a tool is broken."
        ),
        refusals=("nothing-to-repair", "wrong-tool"),
        cards=("fix",),
    ),
    C15=Rule(
        _("Rockfall"),
        _(
            "Takes any path card out of the mine; it is discarded with the rockfall. The start and "
            "the goals stay, also those that lie face up. The gap can be filled later. A goal that "
            "was turned over stays so."
        ),
        refusals=("nothing-there", "cannot-remove"),
        cards=("rockfall",),
    ),
    C16=Rule(
        _("Map"),
        _(
            "Look in secret at one goal that lies face down. All see which one, only you see what "
            "it is. You may tell, and you may lie."
        ),
        refusals=("already-face-up",),
        cards=("map",),
    ),
)
SHARED: Final = RuleTable.by(
    _("Nugget cards for the diggers"),
    _("Players"),
    PLAYERS,
    (_("Nugget cards"), lambda players: min(players, cards.MOST_SHARED)),
)
PAID: Final = RuleTable(
    _("Gold for the saboteurs"),
    (_("Saboteurs dealt"), *cards.SABOTEURS_GOLD),
    ((_("Nuggets for each"), *cards.SABOTEURS_GOLD.values()),),
)
REACHING_GOALS: Final = Chapter(
    "goals",
    _("Reaching a goal"),
    C17=Rule(
        _("A goal is turned over"),
        _(
            "When you lay a path card and an unbroken tunnel then leads from the start into a goal "
            "that lies face down, the goal is turned over. A dead end next to a goal does not "
            "reach it."
        ),
        _(
            "One card may reach two goals. The tunnel of a goal that was turned over counts at "
            "once, so it may reach the next."
        ),
    ),
    C18=Rule(
        _("The treasure"),
        _("Whoever reaches the treasure ends the round at once. Nobody draws any more."),
        cards=("treasure",),
    ),
    C19=Rule(
        _("Stone: how it lies"),
        _(
            "Stone: play goes on. The goal is laid so that it fits all its neighbours. If that "
            "cannot be, it joins the card just laid, or else a card that reached it; then as many "
            "sides as possible fit; then it lies as printed."
        ),
        _("Only a goal may lie unfitting like that. Cards laid later must fit it."),
        cards=("stone",),
    ),
    C20=Rule(
        _("Stone is a tunnel"),
        _("From then on the tunnel of the stone belongs to the mine like any other."),
    ),
)
END_OF_ROUND: Final = Chapter(
    "end-of-round",
    _("End of the round"),
    C21=Rule(
        _("When the cards run out"),
        _(
            "The round is also over when the stock and all hands are empty. As long as anybody "
            "holds a card it goes on, because nobody looks into hands."
        ),
        _(
            "A table may choose that passing ends it too: with the stock empty, when all have "
            "passed one after another. Whoever has no card counts as passing."
        ),
        options=("exhaustion",),
    ),
    C22=Rule(
        _("Who wins the round"),
        _(
            "The diggers, if the treasure was reached, whoever reached it. Otherwise the "
            "saboteurs. If no saboteur was dealt and the treasure was missed, nobody."
        ),
    ),
    C23=Rule(
        _("Gold for the diggers"),
        _(
            "As many nugget cards are handed round as there are players, but %(most)s at most. "
            "Whoever reached the treasure takes one first, then the next digger counter-clockwise, "
            "and so on until all are gone: some may get more than others. If a saboteur reached "
            "it, the next digger counter-clockwise begins."
        ),
        _(
            "Automatically, the best card left is taken, which is never worse. By hand, each "
            "digger is asked, also where all cards left are alike; only the very last card is not "
            "asked for. Who took what stays secret."
        ),
        values={"most": cards.MOST_SHARED},
        tables=(SHARED,),
        options=("gold", "picking"),
        refusals=("wrong-choice",),
    ),
    C24=Rule(
        _("Gold for the saboteurs"),
        _(
            "If the treasure was missed each saboteur gets the same, by how many were really "
            "dealt. They are paid in nugget cards of exactly that sum; where no cards left make it "
            "up, the sum is written down for them. If none was dealt, nobody gets gold."
        ),
        tables=(PAID,),
    ),
    C25=Rule(
        _("Gold is secret"),
        _("Until the game ends you see only your own gold."),
        options=("totals",),
        shows=_("You have 3 nuggets. What the others have you do not see."),
    ),
    C26=Rule(
        _("The next round"),
        _(
            "Goals, roles and cards are shuffled and dealt again, the role card set aside too. "
            "Broken tools are gone, gold stays. The player after whoever last played or discarded "
            "a card begins; picking gold is not playing."
        ),
        shows=_("You end the round, so Bob begins the next one."),
    ),
    C27=Rule(
        _("Who wins the game"),
        _("After %(rounds)s rounds the most nuggets win. A tie is a shared win."),
        values={"rounds": ROUNDS},
        refusals=("game-over",),
    ),
)
NUGGET_CARDS: Final = {
    f"nugget-{value}": cards.NUGGETS.count(value) for value in set(cards.NUGGETS)
}
RULEBOOK: Final = Rulebook(
    chapters=(SETTING_UP, TURN, PATH_CARDS, ACTION_CARDS, REACHING_GOALS, END_OF_ROUND),
    examples=Path(__file__).parent / "examples",
    counts={
        **cards.PATHS,
        **cards.ACTIONS,
        **NUGGET_CARDS,
        "start": 1,
        **dict.fromkeys(cards.GOALS, 1),
    },
)
