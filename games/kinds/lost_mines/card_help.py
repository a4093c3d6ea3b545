"""What each card and token of The Lost Mines does, in a line."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.help import CardHelp
from games.kinds.lost_mines.nouns import CARDS

LOYAL: Final = _("Works for their own clan: all who do so share its treasures evenly.")
SELFISH: Final = _("Works for nobody: keeps the treasures taken, and gets no share of a clan.")
SABOTEUR: Final = _("Works for the other clan: brings it treasures and gets a share there.")
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
        "mine-gems": (
            _("Mine with gems"),
            _("Whoever ends a walk here takes a treasure of gems, worth 3 to 5."),
        ),
        "mine-gold": (
            _("Mine with gold"),
            _("Whoever ends a walk here takes a treasure of gold, worth 2 to 4."),
        ),
        "mine-silver": (
            _("Mine with silver"),
            _("Whoever ends a walk here takes a treasure of silver, worth 1 to 3."),
        ),
        "mine-dragon": (
            _("Mine with the dragon"),
            _("Whoever reaches it first takes the dragon along: 2 points less."),
        ),
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
        "dwarf-blue": (_("Dwarf of the blue clan"), _("All see the clan; not whom it works for.")),
        "dwarf-yellow": (
            _("Dwarf of the yellow clan"),
            _("All see the clan; not whom it works for."),
        ),
        "dwarf-blue-loyal": (_("Loyal dwarf of the blue clan"), LOYAL),
        "dwarf-yellow-loyal": (_("Loyal dwarf of the yellow clan"), LOYAL),
        "dwarf-blue-selfish": (_("Selfish dwarf of the blue clan"), SELFISH),
        "dwarf-yellow-selfish": (_("Selfish dwarf of the yellow clan"), SELFISH),
        "dwarf-blue-saboteur": (_("Saboteur of the blue clan"), SABOTEUR),
        "dwarf-yellow-saboteur": (_("Saboteur of the yellow clan"), SABOTEUR),
        "figure-blue": (_("Dwarf of the blue clan"), _("It goes up to three cards a turn.")),
        "figure-yellow": (_("Dwarf of the yellow clan"), _("It goes up to three cards a turn.")),
        "token-axe": (_("Axe"), _("The logs are cleared: room for one dwarf.")),
        "token-boat": (_("Boat"), _("The lake can be crossed: room for one dwarf.")),
        "token-rope": (_("Rope"), _("The ravine can be crossed: room for one dwarf.")),
        "token-trap": (_("Trap"), _("Whoever passes it loses a card of their hand, by lot.")),
        "token-troll": (_("Troll"), _("Nobody passes until the next turn of whoever set it.")),
        "token-dragon": (_("The dragon"), _("2 points less at the end of the round.")),
        "token-gems": (_("Gems"), _("A treasure taken; only its owner knows what it is worth.")),
        "token-gold": (_("Gold"), _("A treasure taken; only its owner knows what it is worth.")),
        "token-silver": (
            _("Silver"),
            _("A treasure taken; only its owner knows what it is worth."),
        ),
    },
)
