"""The words of The Duel: what happened, who is what, where things are.

The solo game tells most things in the same words, and some in its own (`solo.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds.common.words.cards import card_name, card_object, cell_words
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, fill
from games.kinds.common.words.told import (
    BARE,
    BROKEN,
    LAYING,
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

__all__ = [
    "BARE",
    "BROKEN",
    "COLOURS",
    "EVENTS",
    "LAYING",
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

COLOURS: Final[Mapping[str, Words]] = {"green": _("green"), "blue": _("blue")}
ROLES: Final = COLOURS
YOUR_ROLE: Final[Mapping[str, Words]] = {
    "green": _("You are the green dwarf: green doors are open to you."),
    "blue": _("You are the blue dwarf: blue doors are open to you."),
}
MINOR: Final = ("drew", "threw", "wasted", "round-ended", "collected", "paid")
OPEN_VERBS: Final = ("place", "play", "bribe", "clear", "orient")
MAILED: Final = (
    "laid", "bribed", "opened", "broke", "repaired", "cleared", "removed", "looked", "discarded",
    "skipped", "oriented", "round-began", "game-ended",
)  # fmt: skip


def open_text(text: str) -> str:
    """A move of somebody else, in notation: what was thrown away face down stays hidden."""
    verb = text.split(" ")[0]
    return text if verb in OPEN_VERBS or not text else f"{verb} ?"


def place(cell: Cell) -> str:
    """A cell by its numbers; a goal has no other name here."""
    return cell_words(cell)


def goal(known: str | None) -> str:
    """A goal that lies face down, to who has looked at it or has not."""
    if known is None:
        return str(_("Goal, face down"))
    return str(_("Goal, face down: you saw it there: %(card)s")) % {"card": card_name(known)}


# --- what happened ----------------------------------------------------------------------------


def event(event: Event, names: Names) -> Line | None:
    """One line for the log; nothing for what is not worth one."""
    line = EVENTS[event.kind](event, names)
    return line._replace(minor=event.kind in MINOR) if line else None


def _bribed(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s bribed the troll at %(cell)s."),
        _("You bribed the troll at %(cell)s."),
        cell=cell_words(event.cell),
    )


def _opened(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s opened the door at %(cell)s."),
        _("You opened the door at %(cell)s."),
        cell=cell_words(event.cell),
    )


def _threw(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s threw %(card)s away."),
        _("You threw %(card)s away."),
        card=card_object(event.card),
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
        card=card_object(event.card),
    )


def _looked(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s looked at the goal at %(cell)s."),
        _("You looked at the goal at %(cell)s and saw: %(card)s."),
        cell=cell_words(event.cell),
        card=card_name(event.what) if event.what else "",
    )


def _turned_over(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s reached the goal at %(cell)s: %(card)s."),
        _("You reached the goal at %(cell)s: %(card)s."),
        cell=cell_words(event.cell),
        card=card_name(event.what or ""),
    )


def _oriented(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s laid the goal at %(cell)s."),
        _("You laid the goal at %(cell)s."),
        cell=cell_words(event.cell),
    )


def _claimed(event: Event, names: Names) -> Line:
    assert event.cell is not None
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
    return both(event, names, others, mine, number=number, cell=cell_words(event.cell))


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


EVENTS: Final[Mapping[str, Callable[[Event, Names], Line | None]]] = {
    "laid": laid,
    "bribed": _bribed,
    "opened": _opened,
    "broke": broke,
    "repaired": repaired,
    "threw": _threw,
    "cleared": _cleared,
    "removed": removed,
    "wasted": _wasted,
    "looked": _looked,
    "discarded": discarded,
    "drew": drew,
    "skipped": skipped,
    "turned-over": _turned_over,
    "oriented": _oriented,
    "claimed": _claimed,
    "round-ended": _round_ended,
    "collected": _collected,
    "paid": _paid,
    "round-began": round_began,
    "game-ended": game_ended,
}
