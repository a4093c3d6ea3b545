"""The words of The Duel: what happened, and what its moves say.

The solo game tells most things in the same words, and some in its own (`solo/words.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words import not_now, tools
from games.kinds.common.words.cards import cell_words
from games.kinds.common.words.game import Foresight, GameWords, Teller
from games.kinds.common.words.moves import Button
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, at, both, fill
from games.kinds.common.words.tools import OWN, TOOLS, YOURS
from games.kinds.duel import move_words, nouns, reasons
from games.kinds.duel.card_help import HELP
from games.kinds.duel.nouns import CARDS
from games.kinds.duel.rules.moves import Move
from games.mine import Event, Mine, Preview


def _bribed(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s bribed the troll at %(cell)s."),
        _("You bribed the troll at %(cell)s."),
        cell=cell_words(at(event)),
    )


def _opened(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s opened the door at %(cell)s with a key."),
        _("You opened the door at %(cell)s with a key."),
        cell=cell_words(at(event)),
    )


def _threw(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s threw %(card)s away."),
        _("You threw %(card)s away."),
        card=CARDS.object(event.card),
    )


def _cleared(event: Event, names: Names) -> Line:
    forms = TOOLS[event.what or ""]
    tool = forms[YOURS] if names.is_me(event.seat) else forms[OWN]
    return both(
        event,
        names,
        _("%(who)s gave two cards to repair %(tool)s."),
        _("You gave two cards to repair %(tool)s."),
        tool=tool,
    )


def _wasted(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s drew %(card)s, without effect."),
        _("You drew %(card)s, without effect."),
        card=CARDS.object(event.card),
    )


def _looked(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s looked at the goal at %(cell)s."),
        _("You looked at the goal at %(cell)s and saw %(goal)s. Only you know."),
        cell=cell_words(at(event)),
        goal=nouns.goal(event.what) if event.what else "",
    )


def _turned_over(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s turned over the goal at %(cell)s and found %(goal)s."),
        _("You turned over the goal at %(cell)s and found %(goal)s."),
        cell=cell_words(at(event)),
        goal=nouns.goal(event.what or ""),
    )


def _oriented(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s chose how the goal at %(cell)s lies."),
        _("You chose how the goal at %(cell)s lies."),
        cell=cell_words(at(event)),
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
    return both(event, names, others, mine, number=number, cell=cell_words(at(event)))


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
    return both(event, names, others, mine, number=number)


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
    return both(event, names, others, mine, number=number)


class DuelWords(GameWords[Move]):
    """Everybody has a colour; goals are named by what they show."""

    CARDS = CARDS
    HELP = HELP
    ROLES = nouns.COLOURS
    YOUR_ROLE = nouns.YOUR_COLOUR
    OWN_REFUSALS = nouns.REFUSALS
    NOT_NOW = not_now.DUEL
    REASONS: ClassVar = {**GameWords.REASONS, **reasons.REASONS}
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
        return sentence % {"goal": nouns.goal(known)}

    def mailed(self, event: Event, names: Names) -> Line | None:
        """Nothing of gold, not even of what lies open on a card."""
        card = event.card and event.card.partition("+gold")[0]
        return super().mailed(event._replace(card=card), names)

    @cached_property
    def events(self) -> Mapping[str, Teller]:
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
