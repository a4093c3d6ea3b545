"""The words of The Duel: reasons of advice, what happened, and the highlights of a game.

The solo game uses most of these sentences and has some of its own (`solo/words.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine import Event, Mine, Preview
from games.kinds.common.highlights import (
    GameMove,
    Highlight,
    events_of,
    first_of_each,
    greatest,
    highlight,
)
from games.kinds.common.words import tools
from games.kinds.common.words.cards import cell_words
from games.kinds.common.words.game import EventSentence, Foresight, GameWords
from games.kinds.common.words.moves import Button
from games.kinds.common.words.phrases import (
    Line,
    Names,
    Words,
    cell_of,
    fill,
    nuggets,
    you_or_other,
)
from games.kinds.common.words.tools import OWN, TOOLS, YOURS
from games.kinds.duel import card_words
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
        return card_words.button(move, names)

    def heading(self, move: Move, key: str) -> str:
        return card_words.heading(move) if not key else super().heading(move, key)

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        said = card_words.would(move, preview, mine, names, self.would_discard)
        return card_words.with_gains(said, move, preview, mine, names)


# --- highlights -----------------------------------------------------------------------------------

GREAT_FIND = 2
MANY_TROLLS = 2


def highlights(steps: Sequence[GameMove], names: Names) -> list[Highlight]:
    return first_of_each(
        _turning_point(steps, names),
        _stolen(steps, names),
        _found(steps, names),
        _trolls(steps, names),
    )


def _turning_point(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the round in which the winner took the lead for good."""
    ends = [step for step in steps if any(e.kind == "round-ended" for e in step.events)]
    ahead = [_ahead(step) for step in ends]
    turned = [
        n
        for n in range(1, len(ahead))
        if None not in ahead[n - 1 : n + 1] and ahead[n] != ahead[n - 1]
    ]
    if not turned or ahead[turned[-1]] != ahead[-1]:
        return
    step = ends[turned[-1]]
    sentence = _("The tables turned in round %(round)s: %(who)s took the lead and kept it.")
    words = fill(sentence, round=step.before.round, who=names.of(ahead[-1]))
    yield Highlight(step.number, words)


def _ahead(step: GameMove) -> int | None:
    totals = [sum(cards) for cards in step.after.gold]
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return best[0] if len(best) == 1 < len(totals) else None


def _found(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the largest claim of the game."""
    sentence = _("The biggest find: %(who)s claimed %(gold)s at %(cell)s in round %(round)s.")
    for step, event in greatest(events_of(steps, "claimed"), GREAT_FIND):
        gold, cell = nuggets(event.amount or 0), cell_words(cell_of(event))
        yield highlight((step, event), sentence, names, gold=gold, cell=cell)


def _trolls(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the player who paid the most trolls, if there is one."""
    paid = list(events_of(steps, "bribed"))
    counted = Counter(event.seat for _, event in paid).most_common()
    if not counted or counted[0][1] < MANY_TROLLS:
        return
    seat, number = counted[0]
    if len(counted) > 1 and counted[1][1] == number:
        return
    last = [step for step, event in paid if event.seat == seat][-1]
    sentence = _("A friend of trolls: %(who)s paid %(number)s of them.")
    yield Highlight(last.number, fill(sentence, who=names.of(seat), number=number))


def _stolen(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield gold that a player claimed by the opponent's card."""
    sentence = _("A gift: a card of %(other)s led %(who)s to %(gold)s.")
    for step, event in events_of(steps, "claimed"):
        if event.seat != step.seat and (event.amount or 0) >= GREAT_FIND:
            other, gold = names.of(step.seat), nuggets(event.amount or 0)
            yield highlight((step, event), sentence, names, other=other, gold=gold)
