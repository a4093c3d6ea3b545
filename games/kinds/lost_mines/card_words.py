"""Cards, clans, characters and places of The Lost Mines, what moves do, and reasons for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import Cell, Joint, side_letters
from games.kinds.common.words import moves
from games.kinds.common.words.moves import NO_TOKEN_LEFT, PICK_REMOVAL
from games.kinds.common.words.phrases import PATHS, START, CardHelp, CardNames, Words, joint_words

CARDS: Final = CardNames(
    {
        **START,
        "axe": (_("axe"), _("an axe")),
        "boat": (_("boat"), _("a boat")),
        "rope": (_("rope"), _("a rope")),
        "scout-mine-treasure": (_("scout: mine or treasure"), _("a scout for mines or treasures")),
        "scout-mine-dwarf": (_("scout: mine or dwarf"), _("a scout for mines or dwarfs")),
        "scout-treasure-dwarf": (
            _("scout: treasure or dwarf"),
            _("a scout for treasures or dwarfs"),
        ),
        "trap": (_("trap"), _("a trap")),
        "troll": (_("troll"), _("a troll")),
        "storm": (_("storm"), _("a storm")),
        "gems": (_("mine with gems"), _("a mine with gems")),
        "gold": (_("mine with gold"), _("a mine with gold")),
        "silver": (_("mine with silver"), _("a mine with silver")),
        "dragon": (_("mine with the dragon"), _("the mine with the dragon")),
    },
    called={
        ("logs", ""): (_("logs"), _("logs")),
        ("lake", ""): (_("lake"), _("a lake")),
        ("ravine", ""): (_("ravine"), _("a ravine")),
        ("plateau", ""): (_("rock plateau"), _("a rock plateau")),
        ("campfire", ""): (_("campfire"), _("a campfire")),
    },
    shapes=PATHS,
)
ASKS: Final[Mapping[str, Words]] = {
    "axe": _("Now pick logs to clear away."),
    "boat": _("Now pick a lake."),
    "rope": _("Now pick a ravine."),
    "storm": PICK_REMOVAL,
    "trap": _("Now pick a joint: a place between two cards."),
    "troll": _("Now pick a joint: a place between two cards."),
    "scout-mine-treasure": _("Now pick a mine or a treasure."),
    "scout-mine-dwarf": _("Now pick a mine or a player."),
    "scout-treasure-dwarf": _("Now pick a treasure or a player."),
}
"""The prompt of each action card."""
OBSTACLE_DESCRIPTIONS: Final[Mapping[str, Words]] = {
    "logs": _("Nobody passes the logs until somebody clears them with an axe."),
    "lake": _("Nobody passes the lake until somebody lays a boat on it."),
    "ravine": _("Nobody passes the ravine until somebody stretches a rope over it."),
    "plateau": _("There is room for one dwarf, and nobody passes it."),
    "campfire": _("Whoever begins a walk here goes up to five cards."),
}
"""The meaning of what lies on a path."""
PLAYED_AT: Final[Mapping[str, Words]] = {
    "axe": _("Clear the logs at %(place)s away: the way is free for all."),
    "boat": _("Lay a boat on the lake at %(place)s: the way is free for all."),
    "rope": _("Stretch a rope over the ravine at %(place)s: the way is free for all."),
    "storm": _("Call a storm at %(place)s: the card there is gone."),
}
"""The effect of each card that is played at a cell."""
SET_BETWEEN: Final[Mapping[str, Words]] = {
    "trap": _("Set a trap %(joint)s: whoever passes it loses a card. It stays."),
    "troll": _("Set a troll %(joint)s: nobody passes until your next turn."),
}
"""The effect of each card that is set between two cells."""
CARRIES_ON: Final[Mapping[str, Words]] = {
    "blue": _("It carries on the path of the blue clan."),
    "yellow": _("It carries on the path of the yellow clan."),
    "both": _("Paths of both clans lead to it."),
}
LEADS: Final[Mapping[str, Words]] = {
    "": _("Leads to %(mines)s!"),
    "blue": _("Leads the blue clan to %(mines)s!"),
    "yellow": _("Leads the yellow clan to %(mines)s!"),
    "both": _("Leads both clans to %(mines)s!"),
}
ORIENTATIONS: Final[tuple[Words, Words]] = (
    _("Lay the mine at %(cell)s as it is."),
    _("Lay the mine at %(cell)s after a half turn."),
)
"""The two orientations of a mine just turned over."""
CLANS: Final[Mapping[str, Words]] = {"blue": _("blue clan"), "yellow": _("yellow clan")}
ROLES: Final[Mapping[str, Words]] = {
    "loyal": _("loyal dwarf"),
    "selfish": _("selfish dwarf"),
    "saboteur": _("saboteur"),
}
YOUR_ROLE: Final[Mapping[str, Words]] = {
    "loyal": _("You are loyal: bring treasures home for your clan."),
    "selfish": _("You are selfish: only the treasures you take yourself count for you."),
    "saboteur": _("You are a saboteur: you work for the other clan."),
}
ROLE_DESCRIPTIONS: Final[Mapping[str, Words]] = {
    "loyal": _(
        "What your clan brings home is shared among all who work for it: take treasures, and clear "
        "the way for your own."
    ),
    "selfish": _(
        "Only what you take yourself is yours, and you share it with nobody; your clan thinks that "
        "you dig for it."
    ),
    "saboteur": _(
        "You wear one clan's colours and are paid by the other: what you bring is shared over "
        "there, so help your own clan badly."
    ),
}
"""The meaning of a character to the player who was dealt it."""
PLACES: Final[Mapping[Cell, Words]] = {
    (9, 0): _("the top mine"),
    (9, 2): _("the upper mine"),
    (9, 4): _("the lower mine"),
    (9, 6): _("the bottom mine"),
    (1, 2): _("the start of the blue clan"),
    (1, 4): _("the start of the yellow clan"),
}
MINES: Final[Mapping[str, Words]] = {
    "gems": _("gems"),
    "gold": _("gold"),
    "silver": _("silver"),
    "dragon": _("the dragon"),
}
GOALS: Final[Mapping[str | None, Words]] = {
    None: _("Mine, face down"),
    "gems": _("Mine, face down, only you know what is in it: gems"),
    "gold": _("Mine, face down, only you know what is in it: gold"),
    "silver": _("Mine, face down, only you know what is in it: silver"),
    "dragon": _("Mine, face down, only you know what is in it: the dragon"),
}
OBSTACLES: Final[Mapping[str, Words]] = {
    "logs": _("the logs"),
    "lake": _("the lake"),
    "ravine": _("the ravine"),
}
REFUSALS: Final[Mapping[str, Words]] = {
    "no-token-left": NO_TOKEN_LEFT,
    "off-board": _("That place is off the board. Pick one of the glowing cells."),
    "extends-nothing": _("That card would make no path longer. Pick another cell."),
    "no-obstacle": _("There is nothing there that this tool is made for."),
    "already-overcome": _("That obstacle has been overcome already."),
    "joint-taken": _("Something lies on that joint already. Pick another one."),
    "no-path": _("Nothing leads through there. Pick a joint with an opening."),
    "dwarf-there": _("A dwarf stands there. Pick a card without one."),
    "blocked": _("The way is blocked. Pick another way."),
    "too-far": _("That is too far for one turn. Take fewer steps."),
    "not-adjacent": _("A walk goes from card to card. Pick the next one."),
}
CONSENT: Final[Mapping[str, tuple[Words, Words, Words]]] = {
    "propose": (
        _("Propose"),
        _("Propose to end the round"),
        _("Ask all others to end the round now."),
    ),
    "agree": (
        _("Agree"),
        _("Agree to end the round"),
        _("Agree: the round ends when all have agreed."),
    ),
    "refuse": (_("Refuse"), _("Play on"), _("Refuse: the round goes on.")),
}
"""Ending a round by consent: the verb, the button's label and the effect."""
REASONS: Final[Mapping[str, Words]] = {
    "reach-now": _("You can be at %(place)s in this very turn."),
    "on-your-way": _("It lies on your shortest way to %(place)s."),
    "nearest": _("Nobody is nearer to %(place)s than you."),
    "clears-your-way": _("It shortens your way to %(place)s."),
    "longer-for": _("It makes the way to %(place)s longer for %(who)s."),
    "has-hindered": _("%(who)s has been in the way of your clan before: %(amount)s×."),
    "unknown-mine": _("You don't know yet what %(place)s is."),
    "unknown-treasure": _("You don't know yet what treasure %(amount)s is worth."),
    "unknown-dwarf": _("You don't know yet on whose side %(who)s is."),
    "nothing-nearer": _("No card in your hand shortens your way now."),
    "new-cards": _("You draw new cards: %(amount)s."),
    "walks-nearer": _("It brings you nearer to %(place)s."),
    "first-there": _("You are the first at %(place)s and turn it over."),
    "takes-treasure": _("You take a treasure at %(place)s."),
    "takes-more": _("There is more for you to take at %(place)s."),
    "worth": _("The treasure you name is worth %(amount)s."),
    "nowhere-nearer": _("No walk brings you anything now."),
    "knows-and-goes": _("%(who)s has looked at %(place)s and makes for it."),
    "still-to-win": _("There is still something for you to win."),
    "nothing-to-win": _("There is hardly anything left for you to win."),
}
NOT_NOW: Final[Mapping[str, Words]] = {
    **moves.NOT_NOW,
    "walk-first": _("Your card is played: now your dwarf walks or stays."),
    "lay-goal-first": _("First lay the mine that was turned over."),
    "no-token-left": _("All tokens of this kind lie on the board already."),
    "no-logs": _("No logs bar a path now."),
    "no-lake": _("No lake bars a path now."),
    "no-ravine": _("No ravine bars a path now."),
    "no-joint-free": _("No joint between two cards is free for it."),
    "nothing-to-scout": _("Nothing is left that it could look at."),
}
"""Why a card cannot be played now."""


def between(joint: Joint) -> str:
    return joint_words(joint.cell, side_letters(joint.side))


DWARFS: Final[Mapping[tuple[str, str], Words]] = {
    ("blue", "loyal"): _("loyal dwarf of the blue clan"),
    ("blue", "selfish"): _("selfish dwarf of the blue clan"),
    ("blue", "saboteur"): _("saboteur of the blue clan"),
    ("yellow", "loyal"): _("loyal dwarf of the yellow clan"),
    ("yellow", "selfish"): _("selfish dwarf of the yellow clan"),
    ("yellow", "saboteur"): _("saboteur of the yellow clan"),
}
WORKS: Final[Mapping[str, Words]] = {
    "loyal": _("Works for their own clan: all who do so share its treasures evenly."),
    "selfish": _("Works for nobody: keeps the treasures taken, and gets no share of a clan."),
    "saboteur": _("Works for the other clan: brings it treasures and gets a share there."),
}
IN_MINES: Final[Mapping[str, Words]] = {
    "gems": _("Whoever ends a walk here takes a treasure of gems, worth 3 to 5."),
    "gold": _("Whoever ends a walk here takes a treasure of gold, worth 2 to 4."),
    "silver": _("Whoever ends a walk here takes a treasure of silver, worth 1 to 3."),
    "dragon": _("Whoever reaches it first takes the dragon along: 2 points less."),
}
CLAN_DWARFS: Final[Mapping[str, Words]] = {
    "blue": _("Dwarf of the blue clan"),
    "yellow": _("Dwarf of the yellow clan"),
}
HELP: Final = CardHelp(
    CARDS,
    faces={"": _("Lay it next to a path that it lengthens, so that paths meet paths all round.")},
    features={
        ("logs", ""): _("A path. Nobody passes the logs until an axe clears them away."),
        ("lake", ""): _("A path. Nobody passes the lake until a boat lies on it."),
        ("ravine", ""): _("A path. Nobody passes the ravine until a rope spans it."),
        ("plateau", ""): _("A path with room for one dwarf: nobody gets past the one there."),
        ("campfire", ""): _("A path. Whoever begins a walk here goes up to five cards, not three."),
    },
    actions={
        "axe": _("Clears logs away: from then on there is room for one dwarf."),
        "boat": _("Bridges a lake: from then on there is room for one dwarf."),
        "rope": _("Bridges a ravine: from then on there is room for one dwarf."),
        "scout-mine-treasure": _("Look in secret at a mine or a treasure. All see at which."),
        "scout-mine-dwarf": _("Look in secret at a mine or a dwarf card. All see at which."),
        "scout-treasure-dwarf": _(
            "Look in secret at a treasure or a dwarf card. All see at which."
        ),
        "trap": _("Lies between two cards and stays: whoever passes it loses a card by lot."),
        "troll": _("Stands between two cards: nobody passes until your next turn."),
        "storm": _("Washes a path away on which no dwarf stands, and what lies on it."),
    },
    things={
        "start-blue": (_("Start of the blue clan"), _("The dwarfs of the blue clan set out here.")),
        "start-yellow": (
            _("Start of the yellow clan"),
            _("The dwarfs of the yellow clan set out here."),
        ),
        "mine": (
            _("Mine, face down"),
            _("The first dwarf to reach it turns it over. Gems, gold, silver, or the dragon."),
        ),
        **{f"mine-{find}": (CARDS.own[find][0], line) for find, line in IN_MINES.items()},
        "treasure-gems": (
            _("Treasure of gems"),
            _("Worth 3 to 5. It waits in the mine with gems."),
        ),
        "treasure-gold": (
            _("Treasure of gold"),
            _("Worth 2 to 4. It waits in the mine with gold."),
        ),
        "treasure-silver": (
            _("Treasure of silver"),
            _("Worth 1 to 3. It waits in the mine with silver."),
        ),
        **{
            f"dwarf-{clan}": (name, _("All see the clan; not whom it works for."))
            for clan, name in CLAN_DWARFS.items()
        },
        **{f"dwarf-{clan}-{who}": (name, WORKS[who]) for (clan, who), name in DWARFS.items()},
        **{
            f"figure-{clan}": (name, _("It goes up to three cards a turn."))
            for clan, name in CLAN_DWARFS.items()
        },
        "token-axe": (_("Axe"), _("The logs are cleared: room for one dwarf.")),
        "token-boat": (_("Boat"), _("The lake can be crossed: room for one dwarf.")),
        "token-rope": (_("Rope"), _("The ravine can be crossed: room for one dwarf.")),
        "token-trap": (_("Trap"), _("Whoever passes it loses a card of their hand, by lot.")),
        "token-troll": (_("Troll"), _("Nobody passes until the next turn of whoever set it.")),
        "token-dragon": (_("The dragon"), _("2 points less at the end of the round.")),
        **{
            f"token-{kind}": (name, _("A treasure taken; only its owner knows what it is worth."))
            for kind, name in MINES.items()
            if kind != "dragon"
        },
    },
)
