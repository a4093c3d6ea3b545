"""The words of The Duel: reasons of advice, and what happened.

The solo game uses most of these sentences and has some of its own (`solo/words.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Event, Mine, Preview
from games.kinds.common.words import tools
from games.kinds.common.words.cards import cell_words
from games.kinds.common.words.game import EventSentence, Foresight, GameWords
from games.kinds.common.words.moves import Button
from games.kinds.common.words.phrases import Line, Names, Words, cell_of, fill, you_or_other
from games.kinds.common.words.tools import OWN, TOOLS, YOURS
from games.kinds.duel import card_words, move_words
from games.kinds.duel.card_words import CARDS, HELP
from games.kinds.duel.rules.moves import Move

REASONS: Final[Mapping[str, Words]] = {
    # gold and goals
    "claims-gold": _("It claims %(amount)s gold at once."),
    "turns-goal": _("It turns over the goal at %(place)s."),
    "turns-seen-goal": _("It turns over the goal at %(place)s, where you saw %(amount)s gold."),
    "nearer": _("It brings your tunnels nearer to the goal at %(place)s, by %(amount)s."),
    "nearer-to-seen-gold": _(
        "It brings your tunnels nearer to the gold you saw at %(place)s, by %(amount)s."
    ),
    "nearer-to-gold": _("It brings your tunnels nearer to the gold at %(place)s, by %(amount)s."),
    "then-last-card": _("You hold %(card)s, which can then reach %(place)s."),
    "goal-unknown": _("You do not know the goal at %(place)s yet."),
    # doors and trolls
    "own-door": _("Its door lets you pass; %(who)s would need a key."),
    "door-opened": _("It opens the door at %(place)s to you."),
    "troll-paid": _("For one gold the troll at %(place)s lets you pass."),
    # the opponent
    "one-card-away": _("%(who)s needs only one card to the goal at %(place)s."),
    "hinders": _("It takes %(who)s farther from the goal at %(place)s."),
    "cannot-dig": _("%(who)s cannot dig until it is repaired."),
    "leaves-last-card": _(
        "Whoever digs on now may leave %(who)s the last card to the goal at %(place)s."
    ),
    # tools and cards
    "dig-again": _("Then you can dig again."),
    "one-broken-less": _("Broken tools keep you from digging; this mends one of them."),
    "tools-broken": _("You cannot dig while a tool is broken."),
    "least-useful": _("Of your cards, %(card)s helps you least."),
    "no-card-helps": _("No card that you could lay brings you nearer to gold."),
}


# --- events ---------------------------------------------------------------------------------------


def _bribed(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s bribed the troll at %(cell)s."),
        _("You bribed the troll at %(cell)s."),
        cell=cell_words(cell_of(event)),
    )


def _opened(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s opened the door at %(cell)s with a key."),
        _("You opened the door at %(cell)s with a key."),
        cell=cell_words(cell_of(event)),
    )


def _threw(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s threw %(card)s away."),
        _("You threw %(card)s away."),
        card=CARDS.object(event.card),
    )


def _cleared(event: Event, names: Names) -> Line:
    forms = TOOLS[event.what or ""]
    tool = forms[YOURS] if names.is_me(event.seat) else forms[OWN]
    return you_or_other(
        event,
        names,
        _("%(who)s gave two cards to repair %(tool)s."),
        _("You gave two cards to repair %(tool)s."),
        tool=tool,
    )


def _wasted(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s drew %(card)s, without effect."),
        _("You drew %(card)s, without effect."),
        card=CARDS.object(event.card),
    )


def _looked(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s looked at the goal at %(cell)s."),
        _("You looked at the goal at %(cell)s and saw %(goal)s. Only you know."),
        cell=cell_words(cell_of(event)),
        goal=card_words.goal(event.what) if event.what else "",
    )


def _turned_over(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s turned over the goal at %(cell)s and found %(goal)s."),
        _("You turned over the goal at %(cell)s and found %(goal)s."),
        cell=cell_words(cell_of(event)),
        goal=card_words.goal(event.what or ""),
    )


def _oriented(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s chose how the goal at %(cell)s lies."),
        _("You chose how the goal at %(cell)s lies."),
        cell=cell_words(cell_of(event)),
    )


def _claimed(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext(
        "%(who)s claims %(number)s gold at %(cell)s.",
        "%(who)s claims %(number)s gold at %(cell)s.",
        number,
    )
    mine = ngettext(
        "You claim %(number)s gold at %(cell)s.",
        "You claim %(number)s gold at %(cell)s.",
        number,
    )
    return you_or_other(event, names, others, mine, number=number, cell=cell_words(cell_of(event)))


ROUND_ENDED: Final[Mapping[str, Words]] = {
    "goals": _("Round %(round)s is over: every goal is face up."),
    "markers": _("Round %(round)s is over: the last marker is laid."),
    "cards": _("Round %(round)s is over: all cards are played."),
}


def _round_ended(event: Event, names: Names) -> Line:
    return Line(fill(ROUND_ENDED[event.what or "cards"], round=event.amount))


def _collected(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext("%(who)s takes %(number)s gold.", "%(who)s takes %(number)s gold.", number)
    mine = ngettext("You take %(number)s gold.", "You take %(number)s gold.", number)
    return you_or_other(event, names, others, mine, number=number)


def _paid(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext(
        "%(who)s pays the trolls %(number)s gold.",
        "%(who)s pays the trolls %(number)s gold.",
        number,
    )
    mine = ngettext(
        "You pay the trolls %(number)s gold.", "You pay the trolls %(number)s gold.", number
    )
    return you_or_other(event, names, others, mine, number=number)


class DuelWords(GameWords[Move]):
    """Texts about colours, and goals named by what they show."""

    CARDS = CARDS
    HELP = HELP
    ROLES = card_words.COLOURS
    YOUR_ROLE = card_words.YOUR_COLOUR
    OWN_REFUSALS = card_words.REFUSALS
    NOT_NOW = card_words.NOT_NOW
    REASONS: ClassVar = {**GameWords.REASONS, **REASONS}
    MINOR: ClassVar[tuple[str, ...]] = (
        "drew", "threw", "wasted", "round-ended", "collected", "paid",
    )  # fmt: skip
    REACHED: ClassVar = _("%(who)s reached the goal at %(goal)s.")
    OPEN_VERBS: ClassVar = ("place", "play", "bribe", "clear", "orient")
    MAILED: ClassVar = (
        "laid", "bribed", "opened", "broke", "repaired", "cleared", "removed", "looked",
        "discarded", "skipped", "oriented", "round-began", "game-ended",
    )  # fmt: skip

    def goal(self, known: str | None) -> str:
        if known is None:
            return gettext("Goal, face down")
        sentence = gettext("Goal, face down, only you know what it is: %(goal)s")
        return sentence % {"goal": card_words.goal(known)}

    def mailed(self, event: Event, names: Names) -> Line | None:
        """Mention no gold, not even what is visible on a card."""
        card = event.card and event.card.partition("+gold")[0]
        return super().mailed(event._replace(card=card), names)

    @cached_property
    def events(self) -> Mapping[str, EventSentence]:
        return {
            "laid": self.laid,
            "bribed": _bribed,
            "opened": _opened,
            "broke": tools.broke,
            "repaired": tools.repaired,
            "threw": _threw,
            "cleared": _cleared,
            "removed": self.removed,
            "wasted": _wasted,
            "looked": _looked,
            "discarded": self.discarded,
            "drew": self.drew,
            "skipped": self.skipped,
            "turned-over": _turned_over,
            "oriented": _oriented,
            "claimed": _claimed,
            "round-ended": _round_ended,
            "collected": _collected,
            "paid": _paid,
            "round-began": self.round_began,
            "game-ended": self.game_ended,
        }

    def button(self, move: Move, names: Names, foresight: Foresight[Move]) -> Button:
        return move_words.button(move, names)

    def heading(self, move: Move, key: str) -> str:
        return move_words.heading(move) if not key else super().heading(move, key)

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        said = move_words.would(move, preview, mine, names, self.would_discard)
        return move_words.with_gains(said, move, preview, mine, names)
