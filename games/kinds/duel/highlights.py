"""Highlights of The Duel and the solo game: gold, trolls, a turning point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _

from games.kinds.common.highlights import (
    GameMove,
    Highlight,
    events_of,
    first_of_each,
    greatest,
    highlight,
)
from games.kinds.common.words.cards import cell_words
from games.kinds.common.words.phrases import Names, cell_of, fill, nuggets

GREAT_FIND = 2
MANY_TROLLS = 2


def highlights(steps: Sequence[GameMove], names: Names) -> list[Highlight]:
    return first_of_each(
        _turning_point(steps, names),
        _stolen(steps, names),
        _found(steps, names),
        _trolls(steps, names),
    )


def _turning_point(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the round in which the winner took the lead for good."""
    ends = [step for step in steps if any(e.kind == "round-ended" for e in step.events)]
    ahead = [_ahead(step) for step in ends]
    turned = [
        n
        for n in range(1, len(ahead))
        if None not in ahead[n - 1 : n + 1] and ahead[n] != ahead[n - 1]
    ]
    if not turned or ahead[turned[-1]] != ahead[-1]:
        return
    step = ends[turned[-1]]
    sentence = _("The tables turned in round %(round)s: %(who)s took the lead and kept it.")
    words = fill(sentence, round=step.before.round, who=names.of(ahead[-1]))
    yield Highlight(step.number, words)


def _ahead(step: GameMove) -> int | None:
    totals = [sum(cards) for cards in step.after.gold]
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return best[0] if len(best) == 1 < len(totals) else None


def _found(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the largest claim of the game."""
    sentence = _("The biggest find: %(who)s claimed %(gold)s at %(cell)s in round %(round)s.")
    for step, event in greatest(events_of(steps, "claimed"), GREAT_FIND):
        gold, cell = nuggets(event.amount or 0), cell_words(cell_of(event))
        yield highlight((step, event), sentence, names, gold=gold, cell=cell)


def _trolls(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield the player who paid the most trolls, if there is one."""
    paid = list(events_of(steps, "bribed"))
    counted = Counter(event.seat for _, event in paid).most_common()
    if not counted or counted[0][1] < MANY_TROLLS:
        return
    seat, number = counted[0]
    if len(counted) > 1 and counted[1][1] == number:
        return
    last = [step for step, event in paid if event.seat == seat][-1]
    sentence = _("A friend of trolls: %(who)s paid %(number)s of them.")
    yield Highlight(last.number, fill(sentence, who=names.of(seat), number=number))


def _stolen(steps: Sequence[GameMove], names: Names) -> Iterator[Highlight]:
    """Yield gold that a player claimed by the opponent's card."""
    sentence = _("A gift: a card of %(other)s led %(who)s to %(gold)s.")
    for step, event in events_of(steps, "claimed"):
        if event.seat != step.seat and (event.amount or 0) >= GREAT_FIND:
            other, gold = names.of(step.seat), nuggets(event.amount or 0)
            yield highlight((step, event), sentence, names, other=other, gold=gold)
