"""The words of the classic game: what happened, and what its moves say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds.classic import move_words, nouns, reasons
from games.kinds.classic.card_help import HELP
from games.kinds.classic.nouns import kind_of_goal, place
from games.kinds.classic.rules.moves import Move, Pick
from games.kinds.common.words import not_now, tools
from games.kinds.common.words.game import Foresight, GameWords, Teller
from games.kinds.common.words.moves import Button
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, at, both, fill, nuggets
from games.mine import Cell, Event, Mine, Preview


def _looked(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s looked at %(goal)s."),
        _("You looked at %(goal)s and saw %(what)s. Only you know."),
        goal=place(at(event)),
        what=kind_of_goal(event.what),
    )


def _turned_over(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s reached %(goal)s and found %(what)s."),
        _("You reached %(goal)s and found %(what)s."),
        goal=place(at(event)),
        what=kind_of_goal(event.what),
    )


ROUND_ENDED: Final[Mapping[str, Words]] = {
    "diggers": _("Round %(round)s is over: the treasure was found. The diggers win."),
    "saboteurs": _("Round %(round)s is over: the treasure stays buried. The saboteurs win."),
    "nobody": _("Round %(round)s is over: no treasure and no saboteur. Nobody wins."),
}


def _round_ended(event: Event, names: Names) -> Line:
    return Line(fill(ROUND_ENDED[event.what or "nobody"], round=event.amount))


WAS: Final[Mapping[str, tuple[Words, Words, Words]]] = {
    "digger": (
        _("%(who)s was a digger."),
        _("You were a digger."),
        _("The role card set aside was a digger."),
    ),
    "saboteur": (
        _("%(who)s was a saboteur."),
        _("You were a saboteur."),
        _("The role card set aside was a saboteur."),
    ),
}


def _role_shown(event: Event, names: Names) -> Line:
    others, mine, aside = WAS[event.what or ""]
    return both(event, names, aside if event.seat is None else others, mine)


def _offered(event: Event, names: Names) -> Line:
    number = event.amount or 0
    sentence = ngettext(
        "%(number)s nugget card is handed round, to %(who)s first.",
        "%(number)s nugget cards are handed round, to %(who)s first.",
        number,
    )
    return Line(fill(sentence, number=number, who=names.of(event.seat)))


def _took(event: Event, names: Names) -> Line:
    if event.amount is None or not names.is_me(event.seat):
        return Line(fill(_("%(who)s took a nugget card."), who=names.of(event.seat)))
    sentence = ngettext(
        "You took a card with %(number)s nugget.",
        "You took a card with %(number)s nuggets.",
        event.amount,
    )
    return Line(fill(sentence, number=event.amount))


def _paid(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext("%(who)s got %(number)s nugget.", "%(who)s got %(number)s nuggets.", number)
    mine = ngettext("You got %(number)s nugget.", "You got %(number)s nuggets.", number)
    return both(event, names, others, mine, number=number)


class ClassicWords(GameWords[Move]):
    """Roles that stay secret, goals with names of their own, nugget cards to pick from."""

    CARDS = nouns.CARDS
    LEARNS: ClassVar = ("looked",)  # what a nugget card is worth they saw when they picked it
    HELP = HELP
    ROLES = nouns.ROLES
    YOUR_ROLE = nouns.YOUR_ROLE
    OWN_REFUSALS = tools.REFUSALS
    NOT_NOW = not_now.TOOLS
    REASONS: ClassVar = {**GameWords.REASONS, **reasons.REASONS}
    MINOR: ClassVar = ("drew", "round-ended", "role-shown", "offered", "took", "paid")
    OPEN_VERBS: ClassVar = ("place", "play")
    MAILED: ClassVar = (
        "laid", "broke", "repaired", "removed", "looked", "discarded", "skipped", "round-began",
        "game-ended",
    )  # fmt: skip

    def place(self, cell: Cell) -> str:
        return place(cell)

    def goal(self, known: str | None) -> str:
        return str(nouns.KNOWN[known])

    @cached_property
    def events(self) -> Mapping[str, Teller]:
        return {
            "laid": self.laid,
            "broke": tools.broke,
            "repaired": tools.repaired,
            "removed": self.removed,
            "looked": _looked,
            "discarded": self.discarded,
            "drew": self.drew,
            "skipped": self.skipped,
            "turned-over": _turned_over,
            "round-ended": _round_ended,
            "role-shown": _role_shown,
            "offered": _offered,
            "took": _took,
            "paid": _paid,
            "round-began": self.round_began,
            "game-ended": self.game_ended,
        }

    def button(self, move: Move, names: Names, foresight: Foresight[Move]) -> Button:
        return move_words.button(move, names)

    def heading(self, move: Move, key: str) -> str:
        return nuggets(move.value) if isinstance(move, Pick) else super().heading(move, key)

    def would(self, move: Move, preview: Preview | None, mine: Mine, names: Names) -> SafeString:
        return move_words.would(move, preview, mine, names, self.would_discard)
