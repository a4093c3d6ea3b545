"""Action cards: L13 to L19."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.rulebook import Chapter, Rule

CHAPTER: Final = Chapter(
    "action-cards",
    _("Action cards"),
    (
        Rule(
            "L13",
            _("Axe, boat and rope"),
            (
                _(
                    "They overcome logs, a lake and a ravine, for everybody and for good: the "
                    "token goes on one such card, wherever it lies. It must not be overcome "
                    "already. From then on the card holds one dwarf, and nobody passes while "
                    "somebody stands there."
                ),
            ),
            refusals=("nothing-there", "no-obstacle", "already-overcome"),
            cards=(
                "axe", "boat", "rope", "token-axe", "token-boat", "token-rope",
            ),
        ),
        Rule(
            "L14",
            _("Scouts"),
            (
                _(
                    "Each scout shows two of three things: a mine that lies face down, a treasure "
                    "nobody has taken, the character of another player. Look at one of the two in "
                    "secret. All see at what you looked, only you see what it is. If neither can "
                    "be looked at, the card cannot be played."
                ),
            ),
            refusals=("already-face-up",),
            cards=("scout",),
        ),
        Rule(
            "L15",
            _("Trap"),
            (
                _(
                    "Its token goes on the joint between two cards that meet with openings, also "
                    "towards a mine that lies face down; or on an opening towards an empty cell of "
                    "the board. One token a joint. It stays there."
                ),
                _(
                    "Each time a dwarf passes, its player loses a card of their hand at once, by "
                    "lot and unseen, and gets none for it. An empty hand loses nothing."
                ),
            ),
            refusals=("no-token-left", "joint-taken", "no-path"),
            cards=("trap", "token-trap"),
        ),
        Rule(
            "L16",
            _("Troll"),
            (
                _(
                    "Goes where a trap may go, and lets no dwarf pass, not even yours, until your "
                    "next turn begins: then it goes. If you are out of the round by then, it goes "
                    "when your turn would have begun."
                ),
            ),
            refusals=("no-troll",),
            cards=("troll", "token-troll"),
        ),
        Rule(
            "L17",
            _("Laying on past a token"),
            (_("A path card may be laid at an end that bears a trap or a troll."),),
        ),
        Rule(
            "L18",
            _("Storm"),
            (
                _(
                    "Takes a path card off the board on which no dwarf stands, with the tool on "
                    "it. Never a start or a mine. A trap or troll at its side goes only if no open "
                    "card is left on either side of it; a mine that lies face down does not count. "
                    "With a troll its card goes too."
                ),
            ),
            refusals=("cannot-remove", "dwarf-there"),
            cards=("storm",),
        ),
        Rule(
            "L19",
            _("Passing"),
            (_("Discard one or two cards face down. Your dwarf may walk all the same."),),
            refusals=("wrong-count",),
        ),
    ),
)  # fmt: skip
