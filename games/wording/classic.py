"""The words of the classic game: what happened, who is what, where things are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import Cell, Event
from games.wording.cards import card_object, cell_words
from games.wording.names import Names
from games.wording.phrases import Line, Words, fill

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

MINOR: Final = ("drew", "round-ended", "role-shown", "offered", "took", "paid")
OPEN_VERBS: Final = ("place", "play")


def open_text(text: str) -> str:
    """A move of somebody else, in notation: what was thrown away or taken stays hidden."""
    verb = text.split(" ")[0]
    return text if verb in OPEN_VERBS or not text else f"{verb} ?"


def place(cell: Cell) -> str:
    """A goal by its name, any other cell by its numbers."""
    return str(PLACES[cell]) if cell in PLACES else cell_words(cell)


def tool(name: str) -> str:
    return str(TOOLS[name][BARE])


def broken(name: str) -> str:
    return str(BROKEN[name])


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


def _both(event: Event, names: Names, others: Words, mine: Words, **parts: object) -> Line:
    """A sentence about the reader, or about somebody else."""
    sentence = mine if names.is_me(event.seat) else others
    cells = () if event.cell is None else (event.cell,)
    return Line(fill(sentence, who=names.of(event.seat), **parts), "", cells)


def _laid(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return _both(
        event,
        names,
        _("%(who)s laid %(card)s at %(cell)s."),
        _("You laid %(card)s at %(cell)s."),
        card=card_object(event.card),
        cell=cell_words(event.cell),
    )


def _broke(event: Event, names: Names) -> Line:
    return _done_to(
        event,
        names,
        "bad",
        _("%(who)s broke %(tool)s of %(to)s."),
        _("You broke %(tool)s of %(to)s."),
        _("%(who)s broke %(tool)s."),
        _("You broke %(tool)s."),
    )


def _repaired(event: Event, names: Names) -> Line:
    return _done_to(
        event,
        names,
        "good",
        _("%(who)s repaired %(tool)s of %(to)s."),
        _("You repaired %(tool)s of %(to)s."),
        _("%(who)s repaired %(tool)s."),
        _("You repaired %(tool)s."),
    )


def _done_to(
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


def _removed(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return _both(
        event,
        names,
        _("%(who)s let the rock fall at %(cell)s and buried %(card)s."),
        _("You let the rock fall at %(cell)s and buried %(card)s."),
        card=card_object(event.what),
        cell=cell_words(event.cell),
    )


def _looked(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return _both(
        event,
        names,
        _("%(who)s looked at %(goal)s."),
        _("You looked at %(goal)s and saw %(what)s."),
        goal=place(event.cell),
        what=kind_of_goal(event.what),
    )


def _discarded(event: Event, names: Names) -> Line:
    return _both(
        event,
        names,
        _("%(who)s discarded a card."),
        _("You discarded %(card)s."),
        card=card_object(event.card),
    )


def _drew(event: Event, names: Names) -> Line | None:
    """That others draw goes without saying."""
    if not names.is_me(event.seat):
        return None
    return Line(fill(_("You drew %(card)s."), card=card_object(event.card)))


def _skipped(event: Event, names: Names) -> Line:
    return _both(
        event,
        names,
        _("%(who)s has no card left and is skipped."),
        _("You have no card left and are skipped."),
    )


def _turned_over(event: Event, names: Names) -> Line:
    assert event.cell is not None
    return _both(
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
    return _both(event, names, aside if event.seat is None else others, mine)


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
    return _both(event, names, others, mine, number=number)


def _round_began(event: Event, names: Names) -> Line:
    return _both(
        event,
        names,
        _("Round %(round)s begins with %(who)s."),
        _("Round %(round)s begins with you."),
        round=event.amount,
    )


def _game_ended(event: Event, names: Names) -> Line:
    return Line(fill(_("The game is over.")))


EVENTS: Final[Mapping[str, Callable[[Event, Names], Line | None]]] = {
    "laid": _laid,
    "broke": _broke,
    "repaired": _repaired,
    "removed": _removed,
    "looked": _looked,
    "discarded": _discarded,
    "drew": _drew,
    "skipped": _skipped,
    "turned-over": _turned_over,
    "round-ended": _round_ended,
    "role-shown": _role_shown,
    "offered": _offered,
    "took": _took,
    "paid": _paid,
    "round-began": _round_began,
    "game-ended": _game_ended,
}


# --- what may stand in a mail ---------------------------------------------------------------------


def _reached(event: Event, names: Names) -> Line:
    """A goal was turned over; what lay there is for the board to show."""
    assert event.cell is not None
    sentence = _("%(who)s reached %(goal)s.")
    return Line(fill(sentence, who=names.of(event.seat), goal=place(event.cell)))


def _over(event: Event, names: Names) -> Line:
    return Line(fill(_("Round %(round)s is over."), round=event.amount))


MAILED: Final[Mapping[str, Callable[[Event, Names], Line | None]]] = {
    "laid": _laid,
    "broke": _broke,
    "repaired": _repaired,
    "removed": _removed,
    "looked": _looked,
    "discarded": _discarded,
    "skipped": _skipped,
    "turned-over": _reached,
    "round-ended": _over,
    "round-began": _round_began,
    "game-ended": _game_ended,
}


def mailed(event: Event, names: Names) -> Line | None:
    """A line for a mail, of an event as a spectator may know it; nothing for what it must not say.

    Never a role, a hand, a goal's face or gold, not even when all can see it on the board.
    """
    own = names.is_me(event.seat) and event.kind not in ("skipped", "round-began")
    known = None if own else MAILED.get(event.kind)
    return known(event, names) if known else None
