"""What is told the same way in every game: tools, and what is done with cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.cards import card_object, cell_words
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, fill
from games.mine import Event

TOOLS: Final[Mapping[str, tuple[Words, Words, Words, Words]]] = {
    "pick": (_("pick"), _("the pick"), _("your pick"), _("their own pick")),
    "lantern": (_("lantern"), _("the lantern"), _("your lantern"), _("their own lantern")),
    "cart": (_("cart"), _("the cart"), _("your cart"), _("their own cart")),
}
BARE, THE, YOURS, OWN = range(4)
BROKEN: Final[Mapping[str, Words]] = {
    "pick": _("broken pick"),
    "lantern": _("broken lantern"),
    "cart": _("broken cart"),
}


LAYING: Final[tuple[Words, Words, Words]] = (
    _("Lay the goal"),
    _("Lay the goal at %(cell)s as it is."),
    _("Lay the goal at %(cell)s after a half turn."),
)
"""A goal just turned over: the heading, and what each way would do."""


def prompt(phase: str) -> str:
    """What who is on turn is asked to do."""
    if phase == "orient":
        return gettext("Your turn: lay the goal, one way or the other.")
    return gettext("Your turn: pick a card.")


def tool(name: str) -> str:
    return str(TOOLS[name][BARE])


def broken(name: str) -> str:
    return str(BROKEN[name])


def both(event: Event, names: Names, others: Words, mine: Words, **parts: object) -> Line:
    """A sentence about the reader, or about somebody else."""
    sentence = mine if names.is_me(event.seat) else others
    cells = () if event.cell is None else (event.cell,)
    return Line(fill(sentence, who=names.of(event.seat), **parts), "", cells)


def laid(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s laid %(card)s at %(cell)s."),
        _("You laid %(card)s at %(cell)s."),
        card=card_object(event.card),
        cell=cell_words(event.cell),
    )


def broke(event: Event, names: Names) -> Line:
    return done_to(
        event,
        names,
        "bad",
        _("%(who)s broke %(tool)s of %(to)s."),
        _("You broke %(tool)s of %(to)s."),
        _("%(who)s broke %(tool)s."),
        _("You broke %(tool)s."),
    )


def repaired(event: Event, names: Names) -> Line:
    return done_to(
        event,
        names,
        "good",
        _("%(who)s repaired %(tool)s of %(to)s."),
        _("You repaired %(tool)s of %(to)s."),
        _("%(who)s repaired %(tool)s."),
        _("You repaired %(tool)s."),
    )


def done_to(
    event: Event, names: Names, tone: str, they: Words, you: Words, they_own: Words, you_own: Words
) -> Line:
    """Something done to a tool: of another, of the reader, or one's own."""
    forms = TOOLS[event.what or ""]
    mine, to_me, own = names.is_me(event.seat), names.is_me(event.to), event.seat == event.to
    phrase = forms[YOURS] if to_me else forms[OWN] if own else forms[THE]
    short = to_me or own
    sentence = (you_own if short else you) if mine else (they_own if short else they)
    text = fill(sentence, who=names.of(event.seat), tool=phrase, to=names.of(event.to))
    return Line(text, tone if to_me and not mine else "")


def removed(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return both(
        event,
        names,
        _("%(who)s let the rock fall at %(cell)s and buried %(card)s."),
        _("You let the rock fall at %(cell)s and buried %(card)s."),
        card=card_object(event.what),
        cell=cell_words(event.cell),
    )


def discarded(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s discarded a card."),
        _("You discarded %(card)s."),
        card=card_object(event.card),
    )


def drew(event: Event, names: Names) -> Line | None:
    """That others draw goes without saying."""
    if not names.is_me(event.seat):
        return None
    return Line(fill(_("You drew %(card)s."), card=card_object(event.card)))


def skipped(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s has no card left and is skipped."),
        _("You have no card left and are skipped."),
    )


def round_began(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("Round %(round)s begins with %(who)s."),
        _("Round %(round)s begins with you."),
        round=event.amount,
    )


def game_ended(event: Event, names: Names) -> Line:
    return Line(fill(_("The game is over.")))
