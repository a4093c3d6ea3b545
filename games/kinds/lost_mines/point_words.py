"""The end of a round of The Lost Mines in words: characters, shares and points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import Event
from games.kinds.common.words.phrases import Line, Names, Words, fill, you_or_other

ROUND_ENDED: Final[Mapping[str, Words]] = {
    "cards": _("Round %(round)s is over: all cards are played."),
    "treasures": _("Round %(round)s is over: all treasures are taken."),
    "consent": _("Round %(round)s is over: all agreed to end it."),
}


def round_ended(event: Event, names: Names) -> Line:
    return Line(fill(ROUND_ENDED[event.what or "cards"], round=event.amount))


WAS: Final[Mapping[str, tuple[Words, Words]]] = {
    "blue-loyal": (_("%(who)s was loyal to the blue clan."), _("You were loyal to the blue clan.")),
    "yellow-loyal": (
        _("%(who)s was loyal to the yellow clan."),
        _("You were loyal to the yellow clan."),
    ),
    "blue-selfish": (
        _("%(who)s was a selfish dwarf of the blue clan."),
        _("You were a selfish dwarf of the blue clan."),
    ),
    "yellow-selfish": (
        _("%(who)s was a selfish dwarf of the yellow clan."),
        _("You were a selfish dwarf of the yellow clan."),
    ),
    "blue-saboteur": (
        _("%(who)s was a saboteur of the blue clan, working for the yellow clan."),
        _("You were a saboteur of the blue clan, working for the yellow clan."),
    ),
    "yellow-saboteur": (
        _("%(who)s was a saboteur of the yellow clan, working for the blue clan."),
        _("You were a saboteur of the yellow clan, working for the blue clan."),
    ),
}


def role_shown(event: Event, names: Names) -> Line:
    others, mine = WAS[event.what or ""]
    return you_or_other(event, names, others, mine)


BROUGHT: Final[Mapping[str, tuple[Words, Words]]] = {
    "blue": (
        _("%(who)s brought the blue clan %(number)s."),
        _("You brought the blue clan %(number)s."),
    ),
    "yellow": (
        _("%(who)s brought the yellow clan %(number)s."),
        _("You brought the yellow clan %(number)s."),
    ),
    "own": (_("%(who)s keeps %(number)s alone."), _("You keep %(number)s alone.")),
}


def brought(event: Event, names: Names) -> Line | None:
    """Return the line about treasures brought; None if there were none."""
    if not event.amount:
        return None
    others, mine = BROUGHT[event.what or ""]
    return you_or_other(event, names, others, mine, number=event.amount)


SHARED: Final[Mapping[str, tuple[Words, Words]]] = {
    "blue": (
        _("%(who)s gets %(number)s, a share of the blue clan's finds."),
        _("You get %(number)s, a share of the blue clan's finds."),
    ),
    "yellow": (
        _("%(who)s gets %(number)s, a share of the yellow clan's finds."),
        _("You get %(number)s, a share of the yellow clan's finds."),
    ),
}


def shared(event: Event, names: Names) -> Line:
    others, mine = SHARED[event.what or ""]
    return you_or_other(event, names, others, mine, number=event.amount)


def remainder(event: Event, names: Names) -> Line:
    return you_or_other(
        event,
        names,
        _("%(who)s gets %(number)s more for the clan's most valuable treasure."),
        _("You get %(number)s more for the clan's most valuable treasure."),
        number=event.amount,
    )


def gave_up(event: Event, names: Names) -> Line | None:
    """Return the line about the dragon's cost; None if there was nothing to give up."""
    if not event.amount:
        return None
    others = _("%(who)s gives up %(number)s to the dragon.")
    mine = _("You give up %(number)s to the dragon.")
    return you_or_other(event, names, others, mine, number=event.amount)


def scored(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext(
        "%(who)s scores %(number)s point.", "%(who)s scores %(number)s points.", number
    )
    mine = ngettext("You score %(number)s point.", "You score %(number)s points.", number)
    return you_or_other(event, names, others, mine, number=number)
