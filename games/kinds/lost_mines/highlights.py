"""Highlights of The Lost Mines: treasures, walks, the dragon, unsuspected saboteurs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.kinds.common.highlights import (
    GameMove,
    Highlight,
    events_of,
    first_of_each,
    greatest,
    highlight,
    moves_of_round,
)
from games.kinds.common.words.phrases import Names, points
from games.kinds.lost_mines.card_words import MINES
from games.kinds.lost_mines.rules.cards import SABOTEUR

GREAT_FIND = 4
LONG_WALK = 4


def highlights(steps: Sequence[GameMove], names: Names) -> list[Highlight]:
    return first_of_each(
        _unseen(steps, names),
        _treasure(steps, names),
        _dragon(steps, names),
        _walk(steps, names),
    )


def _unseen(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield saboteurs who brought treasures to the other clan and whom no scout looked at."""
    sentence = _(
        "Never suspected: %(who)s brought %(points)s to the other clan in round %(round)s, "
        "and no scout looked at them."
    )
    for step, event in events_of(steps, "brought"):
        seat = event.seat or 0
        if step.after.characters[seat] != SABOTEUR or not event.amount:
            continue
        scouted = {e.to for _, e in events_of(moves_of_round(steps, step.before.round), "looked")}
        if seat not in scouted:
            yield highlight((step, event), sentence, names, points=points(event.amount))


def _treasure(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    sentence = _("The best find: %(who)s took %(what)s worth %(worth)s in round %(round)s.")
    for step, event in greatest(events_of(steps, "took"), GREAT_FIND):
        what = str(MINES[event.what or ""])
        yield highlight((step, event), sentence, names, what=what, worth=event.amount)


def _dragon(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    woken = list(events_of(steps, "woke"))
    if len(woken) == 1:
        sentence = _("Do not wake it: %(who)s walked in on the dragon in round %(round)s.")
        yield highlight(woken[0], sentence, names)


def _walk(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    for step, event in greatest(events_of(steps, "walked"), LONG_WALK):
        number = event.amount or 0
        sentence = ngettext(
            "The longest walk: %(who)s went %(number)s card in one turn.",
            "The longest walk: %(who)s went %(number)s cards in one turn.",
            number,
        )
        yield highlight((step, event), sentence, names, number=number)
