"""The words of the solo game, where they differ from The Duel's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine import Event
from games.kinds.common.words.cards import cell_words
from games.kinds.common.words.game import EventSentence, Verdict
from games.kinds.common.words.phrases import Line, Names, Words, cell_of, fill, you_or_other
from games.kinds.duel.card_words import CARDS, SOLO_HELP
from games.kinds.duel.rules.cards import GRADES as LEAST
from games.kinds.duel.words import DuelWords

GRADES: Final[Mapping[int, Words]] = {
    1: _("More dust than gold. The mountain is still there tomorrow."),
    2: _("An honest day of digging."),
    3: _("You can smell gold through solid rock."),
    4: _("The whole mountain digs where you point."),
}
"""The verdicts, worst to best."""


def _suffered(event: Event, names: Names, others: Words, mine: Words, **parts: object) -> Line:
    """Return the line about what a drawn card did to its player."""
    line = you_or_other(event, names, others, mine, **parts)
    return line._replace(tone="bad") if names.is_me(event.seat) else line


def _broke(event: Event, names: Names) -> Line:
    """Return the line about a sabotage card drawn."""
    return _suffered(
        event,
        names,
        _("%(who)s drew %(card)s: no digging until it is repaired."),
        _("You drew %(card)s: no digging until it is repaired."),
        card=CARDS.object(event.card),
    )


def _removed(event: Event, names: Names) -> Line:
    """Return the line about a rockfall drawn."""
    return _suffered(
        event,
        names,
        _("%(who)s drew a rockfall: it buried %(card)s at %(cell)s."),
        _("You drew a rockfall: it buried %(card)s at %(cell)s."),
        card=CARDS.object(event.what),
        cell=cell_words(cell_of(event)),
    )


def _wasted(event: Event, names: Names) -> Line:
    """Return the line about a card drawn without effect."""
    if event.card == "rockfall":
        return you_or_other(
            event,
            names,
            _("%(who)s drew a rockfall, but it found nothing to bury."),
            _("You drew a rockfall, but it found nothing to bury."),
        )
    return you_or_other(
        event,
        names,
        _("%(who)s drew %(card)s as well: one is enough, nothing happens."),
        _("You drew %(card)s as well: one is enough, nothing happens."),
        card=CARDS.object(event.card),
    )


def _round_began(event: Event, names: Names) -> Line:
    return Line(fill(_("Round %(round)s begins."), round=event.amount))


class SoloWords(DuelWords):
    """Texts for cards that act when drawn, and for a single player."""

    HELP = SOLO_HELP
    MINOR: ClassVar = ("threw", "round-ended", "collected", "paid")
    PASSING: ClassVar = _("Discard %(card)s, and draw as many from the stock.")

    def grade(self, number: int) -> str:
        return str(GRADES[number])

    def grades(self) -> list[Verdict]:
        return [Verdict(n, LEAST[n - 1], str(words)) for n, words in GRADES.items()]

    def prompt(self, phase: str) -> str:
        if phase == "orient":
            return gettext("Lay the goal, one way or the other.")
        return gettext("Pick a card.")

    @cached_property
    def events(self) -> Mapping[str, EventSentence]:
        return {
            **super().events,
            "broke": _broke,
            "removed": _removed,
            "wasted": _wasted,
            "round-began": _round_began,
        }
