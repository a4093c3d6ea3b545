"""The words of the classic game: what happened, who is what, where things are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds.common.words.cards import cell_words
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, fill
from games.kinds.common.words.told import (
    BARE,
    BROKEN,
    OWN,
    THE,
    TOOLS,
    YOURS,
    both,
    broke,
    broken,
    discarded,
    drew,
    game_ended,
    laid,
    prompt,
    removed,
    repaired,
    round_began,
    skipped,
    tool,
)
from games.mine import Cell, Event

ROLES: Final[Mapping[str, Words]] = {"digger": _("digger"), "saboteur": _("saboteur")}
YOUR_ROLE: Final[Mapping[str, Words]] = {
    "digger": _("You are a digger: find the treasure."),
    "saboteur": _("You are a saboteur: keep the others from the treasure."),
}
PLACES: Final[Mapping[Cell, Words]] = {
    (8, -2): _("the top goal"),
    (8, 0): _("the middle goal"),
    (8, 2): _("the bottom goal"),
}
KNOWN: Final[Mapping[str | None, Words]] = {
    None: _("Goal, face down"),
    "treasure": _("Goal, face down: you saw the treasure there"),
    "stone-ne": _("Goal, face down: you saw a stone there"),
    "stone-nw": _("Goal, face down: you saw a stone there"),
}
WINNERS: Final[Mapping[str, Words]] = {
    "diggers": _("The diggers win"),
    "saboteurs": _("The saboteurs win"),
    "nobody": _("Nobody wins"),
}

__all__ = [
    "BARE",
    "BROKEN",
    "EVENTS",
    "OWN",
    "ROLES",
    "THE",
    "TOOLS",
    "YOURS",
    "YOUR_ROLE",
    "broken",
    "event",
    "goal",
    "open_text",
    "place",
    "prompt",
    "tool",
]

MINOR: Final = ("drew", "round-ended", "role-shown", "offered", "took", "paid")
OPEN_VERBS: Final = ("place", "play")
MAILED: Final = (
    "laid", "broke", "repaired", "removed", "looked", "discarded", "skipped", "round-began",
    "game-ended",
)  # fmt: skip


def open_text(text: str) -> str:
    """A move of somebody else, in notation: what was thrown away or taken stays hidden."""
    verb = text.split(" ")[0]
    return text if verb in OPEN_VERBS or not text else f"{verb} ?"


def place(cell: Cell) -> str:
    """A goal by its name, any other cell by its numbers."""
    return str(PLACES[cell]) if cell in PLACES else cell_words(cell)


def kind_of_goal(name: str | None) -> str:
    return str(_("the treasure") if name == "treasure" else _("only stone"))


def goal(known: str | None) -> str:
    """A goal that lies face down, to who has looked at it or has not."""
    return str(KNOWN[known])


# --- what happened ----------------------------------------------------------------------------


def event(event: Event, names: Names) -> Line | None:
    """One line for the log; nothing for what is not worth one."""
    line = EVENTS[event.kind](event, names)
    return line._replace(minor=event.kind in MINOR) if line else None


def _looked(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s looked at %(goal)s."),
        _("You looked at %(goal)s and saw %(what)s."),
        goal=place(event.cell),
        what=kind_of_goal(event.what),
    )


def _turned_over(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s reached %(goal)s: %(what)s."),
        _("You reached %(goal)s: %(what)s."),
        goal=place(event.cell),
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


EVENTS: Final[Mapping[str, Callable[[Event, Names], Line | None]]] = {
    "laid": laid,
    "broke": broke,
    "repaired": repaired,
    "removed": removed,
    "looked": _looked,
    "discarded": discarded,
    "drew": drew,
    "skipped": skipped,
    "turned-over": _turned_over,
    "round-ended": _round_ended,
    "role-shown": _role_shown,
    "offered": _offered,
    "took": _took,
    "paid": _paid,
    "round-began": round_began,
    "game-ended": game_ended,
}
