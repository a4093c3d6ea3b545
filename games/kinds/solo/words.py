"""The words of the solo game, where they differ from The Duel's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _

from games.engine import Event
from games.kinds.common.words.game import Events, Said, Verdict
from games.kinds.common.words.phrases import Names, Words
from games.kinds.duel.card_words import SOLO_HELP
from games.kinds.duel.rules.cards import GRADES as LEAST
from games.kinds.duel.words import DuelWords

GRADES: Final[Mapping[int, Words]] = {
    1: _("More dust than gold. The mountain is still there tomorrow."),
    2: _("An honest day of digging."),
    3: _("You can smell gold through solid rock."),
    4: _("The whole mountain digs where you point."),
}
"""The verdicts, worst to best."""


EVENTS: Final[Events] = {
    **DuelWords.EVENTS,
    "broke": Said(
        _("%(who)s drew %(card)s: no digging until it is repaired."),
        _("You drew %(card)s: no digging until it is repaired."),
        tone="bad",
    ),
    "removed": Said(
        _("%(who)s drew a rockfall: it buried %(card)s at %(cell)s."),
        _("You drew a rockfall: it buried %(card)s at %(cell)s."),
        tone="bad",
    ),
    "wasted": {
        "rockfall": Said(
            _("%(who)s drew a rockfall, but it found nothing to bury."),
            _("You drew a rockfall, but it found nothing to bury."),
        ),
        "tool": Said(
            _("%(who)s drew %(card)s as well: one is enough, nothing happens."),
            _("You drew %(card)s as well: one is enough, nothing happens."),
        ),
    },
    "round-began": Said(_("Round %(round)s begins.")),
}


class SoloWords(DuelWords):
    """Texts for cards that act when drawn, and for a single player."""

    HELP = SOLO_HELP
    PROMPTS: ClassVar = {
        "play": _("Pick a card."),
        "orient": _("Lay the goal, one way or the other."),
    }
    EVENTS = EVENTS
    MINOR: ClassVar = ("threw", "round-ended", "collected", "paid")
    PASSING: ClassVar = _("Discard %(card)s, and draw as many from the stock.")

    def grades(self) -> list[Verdict]:
        return [Verdict(n, LEAST[n - 1], str(words)) for n, words in GRADES.items()]

    def variant(self, event: Event, names: Names) -> str:
        if event.kind == "wasted":
            return "rockfall" if event.card == "rockfall" else "tool"
        return super().variant(event, names)
