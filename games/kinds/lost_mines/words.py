"""The words of The Lost Mines: what happened, who is what, where things are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds.common.words.cards import card_object, cell_words, joint_words
from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, fill
from games.kinds.common.words.told import (
    both,
    discarded,
    drew,
    game_ended,
    laid,
    round_began,
    skipped,
)
from games.kinds.lost_mines import point_words as points
from games.mine import Cell, Event

CLANS: Final[Mapping[str, Words]] = {"blue": _("blue clan"), "yellow": _("yellow clan")}
ROLES: Final[Mapping[str, Words]] = {
    "loyal": _("loyal dwarf"),
    "selfish": _("selfish dwarf"),
    "saboteur": _("saboteur"),
}
YOUR_ROLE: Final[Mapping[str, Words]] = {
    "loyal": _("You are loyal: bring treasures home for your clan."),
    "selfish": _("You are selfish: only the treasures you take yourself count for you."),
    "saboteur": _("You are a saboteur: you work for the other clan."),
}
PLACES: Final[Mapping[Cell, Words]] = {
    (9, 0): _("the top mine"),
    (9, 2): _("the upper mine"),
    (9, 4): _("the lower mine"),
    (9, 6): _("the bottom mine"),
    (1, 2): _("the start of the blue clan"),
    (1, 4): _("the start of the yellow clan"),
}
MINES: Final[Mapping[str, Words]] = {
    "gems": _("gems"),
    "gold": _("gold"),
    "silver": _("silver"),
    "dragon": _("the dragon"),
}
KNOWN: Final[Mapping[str | None, Words]] = {
    None: _("Mine, face down"),
    "gems": _("Mine, face down: you saw gems there"),
    "gold": _("Mine, face down: you saw gold there"),
    "silver": _("Mine, face down: you saw silver there"),
    "dragon": _("Mine, face down: you saw the dragon there"),
}
OBSTACLES: Final[Mapping[str, Words]] = {
    "logs": _("the logs"),
    "lake": _("the lake"),
    "ravine": _("the ravine"),
}

PROMPTS: Final[Mapping[str, Words]] = {
    "play": _("Your turn: pick a card."),
    "walk": _("Now your dwarf: pick where it goes, or let it stay."),
    "orient": _("Your turn: lay the mine, one way or the other."),
}
LAYING: Final[tuple[Words, Words, Words]] = (
    _("Lay the mine"),
    _("Lay the mine at %(cell)s as it is."),
    _("Lay the mine at %(cell)s after a half turn."),
)
"""A mine just turned over: the heading, and what each way would do."""

MINOR: Final = (
    "drew", "stayed", "round-ended", "role-shown", "brought", "shared", "remainder", "gave-up",
    "scored",
)  # fmt: skip
OPEN_VERBS: Final = ("place", "play", "walk", "stay", "orient", "propose", "agree", "refuse")
MAILED: Final = (
    "round-began", "laid", "overcame", "looked", "set", "lifted", "removed", "swept", "discarded",
    "walked", "lost", "oriented", "skipped", "proposed", "agreed", "refused", "lapsed",
    "game-ended",
)  # fmt: skip


def open_text(text: str) -> str:
    """A move of somebody else, in notation: what was thrown away, or wished for, stays hidden."""
    verb = text.split(" ")[0]
    return text.partition(" take ")[0] if verb in OPEN_VERBS or not text else f"{verb} ?"


def place(cell: Cell) -> str:
    """A mine or a start by its name, any other cell by its numbers."""
    return str(PLACES[cell]) if cell in PLACES else cell_words(cell)


def goal(known: str | None) -> str:
    """A mine that lies face down, to who has scouted it or has not."""
    return str(KNOWN[known])


def prompt(phase: str) -> str:
    """What who is on turn is asked to do."""
    return str(PROMPTS.get(phase, ""))


def mine(kind: str) -> str:
    return str(MINES[kind])


# --- what happened ----------------------------------------------------------------------------


def event(event: Event, names: Names) -> Line | None:
    """One line for the log; nothing for what is not worth one."""
    line = EVENTS[event.kind](event, names)
    return line._replace(minor=event.kind in MINOR) if line else None


def _at(event: Event) -> Cell:
    assert event.cell is not None
    return event.cell


def _overcame(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s overcame %(obstacle)s at %(cell)s: the way is free for all."),
        _("You overcame %(obstacle)s at %(cell)s: the way is free for all."),
        obstacle=OBSTACLES[event.what or ""],
        cell=cell_words(_at(event)),
    )


def _looked(event: Event, names: Names) -> Line:
    """At a mine, a treasure or a dwarf; what was seen is told to the scout alone."""
    if event.cell is not None:
        return _looked_at_mine(event, names)
    if event.to is not None:
        return _looked_at_dwarf(event, names)
    return both(
        event,
        names,
        _("%(who)s looked at treasure %(number)s in secret."),
        _("You looked at treasure %(number)s: it is worth %(value)s."),
        number=event.amount,
        value=event.what,
    )


def _looked_at_mine(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s looked at %(place)s in secret."),
        _("You looked at %(place)s and saw %(what)s."),
        place=place(_at(event)),
        what=MINES.get(event.what or "", ""),
    )


def _looked_at_dwarf(event: Event, names: Names) -> Line:
    others = _("%(who)s looked at the dwarf card of %(to)s in secret.")
    if names.is_me(event.to):
        others = _("%(who)s looked at your dwarf card in secret.")
    line = both(
        event,
        names,
        others,
        _("You looked at the dwarf card of %(to)s: %(role)s."),
        to=names.of(event.to),
        role=ROLES.get(event.what or "", ""),
    )
    return line._replace(tone="bad" if names.is_me(event.to) else "")


def _set(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s set %(token)s %(joint)s."),
        _("You set %(token)s %(joint)s."),
        token=card_object(event.card),
        joint=joint_words(_at(event), event.what or ""),
    )


def _lifted(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("The troll of %(who)s %(joint)s has gone."),
        _("Your troll %(joint)s has gone."),
        joint=joint_words(_at(event), event.what or ""),
    )


def _removed(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s called a storm at %(cell)s: %(card)s is gone."),
        _("You called a storm at %(cell)s: %(card)s is gone."),
        cell=cell_words(_at(event)),
        card=card_object(event.what),
    )


def _swept(event: Event, names: Names) -> Line:
    sentence = _("The storm took %(token)s along, %(joint)s.")
    joint = joint_words(_at(event), event.what or "")
    return Line(fill(sentence, token=card_object(event.card), joint=joint), "", (_at(event),))


def _walked(event: Event, names: Names) -> Line:
    number = event.amount or 0
    others = ngettext(
        "%(who)s walked %(number)s card, to %(place)s.",
        "%(who)s walked %(number)s cards, to %(place)s.",
        number,
    )
    mine = ngettext(
        "You walked %(number)s card, to %(place)s.",
        "You walked %(number)s cards, to %(place)s.",
        number,
    )
    return both(event, names, others, mine, number=number, place=place(_at(event)))


def _stayed(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("The dwarf of %(who)s stayed at %(place)s."),
        _("Your dwarf stayed at %(place)s."),
        place=place(_at(event)),
    )


def _lost(event: Event, names: Names) -> Line:
    line = both(
        event,
        names,
        _("%(who)s lost a card to the trap %(joint)s."),
        _("You lost %(card)s to the trap %(joint)s."),
        card=card_object(event.card),
        joint=joint_words(_at(event), event.what or ""),
    )
    return line._replace(tone="bad" if names.is_me(event.seat) else "")


def _turned_over(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s turned over %(place)s: %(what)s."),
        _("You turned over %(place)s: %(what)s."),
        place=place(_at(event)),
        what=MINES[event.what or ""],
    )


def _oriented(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s chose how %(place)s lies."),
        _("You chose how %(place)s lies."),
        place=place(_at(event)),
    )


TOOK: Final[Mapping[str, tuple[Words, Words]]] = {
    "gems": (_("%(who)s took gems."), _("You took gems worth %(value)s.")),
    "gold": (_("%(who)s took gold."), _("You took gold worth %(value)s.")),
    "silver": (_("%(who)s took silver."), _("You took silver worth %(value)s.")),
}


def _took(event: Event, names: Names) -> Line:
    others, mine = TOOK[event.what or ""]
    line = both(event, names, others, mine, value=event.amount)
    return line._replace(tone="good" if names.is_me(event.seat) else "")


def _woke(event: Event, names: Names) -> Line:
    line = both(
        event,
        names,
        _("%(who)s woke the dragon: two points less at the end of the round."),
        _("You woke the dragon: two points less at the end of the round."),
    )
    return line._replace(tone="bad" if names.is_me(event.seat) else "")


def _proposed(event: Event, names: Names) -> Line:
    return both(
        event,
        names,
        _("%(who)s proposes to end the round. All must agree."),
        _("You propose to end the round. All must agree."),
    )


def _agreed(event: Event, names: Names) -> Line:
    others = _("%(who)s agrees to end the round.")
    return both(event, names, others, _("You agree to end the round."))


def _refused(event: Event, names: Names) -> Line:
    others = _("%(who)s wants to play on: the round goes on.")
    return both(event, names, others, _("You want to play on: the round goes on."))


def _lapsed(event: Event, names: Names) -> Line:
    others = _("Not all agreed with %(who)s: the round goes on.")
    return both(event, names, others, _("Not all agreed with you: the round goes on."))


EVENTS: Final[Mapping[str, Callable[[Event, Names], Line | None]]] = {
    "round-began": round_began,
    "laid": laid,
    "overcame": _overcame,
    "looked": _looked,
    "set": _set,
    "lifted": _lifted,
    "removed": _removed,
    "swept": _swept,
    "discarded": discarded,
    "walked": _walked,
    "stayed": _stayed,
    "lost": _lost,
    "turned-over": _turned_over,
    "oriented": _oriented,
    "took": _took,
    "woke": _woke,
    "drew": drew,
    "skipped": skipped,
    "proposed": _proposed,
    "agreed": _agreed,
    "refused": _refused,
    "lapsed": _lapsed,
    "round-ended": points.round_ended,
    "role-shown": points.role_shown,
    "brought": points.brought,
    "shared": points.shared,
    "remainder": points.remainder,
    "gave-up": points.gave_up,
    "scored": points.scored,
    "game-ended": game_ended,
}
