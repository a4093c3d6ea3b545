"""Highlights of a classic game: the decisive dead end or repair, the unsuspected saboteur."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine import Cell
from games.kinds.classic.rules.cards import SABOTEUR, TREASURE
from games.kinds.classic.rules.state import State
from games.kinds.common.highlights import (
    GameMove,
    Highlight,
    MoveEvent,
    events_of,
    first_of_each,
    moves_of_round,
)
from games.kinds.common.words.phrases import Names, cell_of, fill

NEAR = 4
"""The distance in cells within which a dead end can decide a round; farther away it is chance."""


def highlights(steps: Sequence[GameMove], names: Names) -> list[Highlight]:
    """Return the highlights of all rounds, what decided them first."""
    ends = list(events_of(steps, "round-ended"))
    lost = [end for end in ends if end[1].what == "saboteurs"]
    won = [end for end in ends if end[1].what == "diggers"]
    return first_of_each(
        (line for end in lost for line in _dead_end(steps, end, names)),
        (line for end in won for line in _repair(steps, end, names)),
        (line for end in lost for line in _unsuspected(steps, end, names)),
        (line for end in won for line in _alone(end, names)),
    )


def _played(steps: Sequence[GameMove], end: MoveEvent) -> list[GameMove]:
    return moves_of_round(steps, end[1].amount or 0)


# --- the dead end that decided it -----------------------------------------------------------------


def _dead_end(steps: Sequence[GameMove], end: MoveEvent, names: Names) -> Iterator[Highlight]:
    """Yield the last dead end that a saboteur laid near the treasure, if nobody came nearer
    later."""
    played = _played(steps, end)
    blind = [step for step in played if _is_dead_end(step)]
    if not blind or blind[-1].before.roles[blind[-1].seat] != SABOTEUR:
        return
    last = blind[-1]
    cell = cell_of(next(event for event in last.events if event.kind == "laid"))
    far = _apart(cell, _treasure(last.before))
    later = [_far(step.after) for step in played if step.number >= last.number]
    if far > NEAR or min(later) < _far(last.before):
        return
    sentence = ngettext(
        "The dead end that decided it: %(who)s laid it %(far)s cell from the treasure.",
        "The dead end that decided it: %(who)s laid it %(far)s cells from the treasure.",
        far,
    )
    yield Highlight(last.number, fill(sentence, who=names.of(last.seat), far=far))


def _is_dead_end(step: GameMove) -> bool:
    cells = [event.cell for event in step.events if event.kind == "laid"]
    faces = [step.after.mine.tiles[cell].face for cell in cells if cell in step.after.mine.tiles]
    return any(all(group.bit_count() == 1 for group in face.groups) for face in faces)


def _far(state: State) -> int:
    """Return the steps from the tunnels to the treasure if nothing were in the way."""
    joined = (*state.mine.starts, *state.mine.reach)
    return min(_apart(cell, _treasure(state)) for cell in joined)


def _treasure(state: State) -> Cell:
    return next(cell for cell, name in state.goals if name == TREASURE)


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


# --- the repair that won it -----------------------------------------------------------------------


def _repair(steps: Sequence[GameMove], end: MoveEvent, names: Names) -> Iterator[Highlight]:
    """Yield the last repair that freed the player who then found the treasure."""
    finder = end[1].seat
    repairs = [
        (step, event)
        for step, event in events_of(_played(steps, end), "repaired")
        if event.to == finder and event.seat != finder and not step.after.broken[finder]
    ]
    if not repairs:
        return
    step, event = repairs[-1]
    sentence = _("The repair that won it: %(who)s helped %(finder)s, who then found the treasure.")
    yield Highlight(step.number, fill(sentence, who=names.of(event.seat), finder=names.of(finder)))


# --- never suspected ------------------------------------------------------------------------------


def _unsuspected(steps: Sequence[GameMove], end: MoveEvent, names: Names) -> Iterator[Highlight]:
    """Yield saboteurs who won and whose tools nobody ever broke."""
    suspected = {event.to for _, event in events_of(_played(steps, end), "broke")}
    sentence = _(
        "Never suspected: %(who)s was a saboteur in round %(round)s, and nobody broke their tools."
    )
    for seat, role in enumerate(end[0].after.roles):
        if role == SABOTEUR and seat not in suspected:
            words = fill(sentence, who=names.of(seat), round=end[1].amount)
            yield Highlight(end[0].number, words)


def _alone(end: MoveEvent, names: Names) -> Iterator[Highlight]:
    """Yield a saboteur who reached the treasure."""
    finder = end[1].seat
    if finder is None or end[0].before.roles[finder] != SABOTEUR:
        return
    sentence = _(
        "Of all people: %(who)s was a saboteur and reached the treasure in round %(round)s."
    )
    yield Highlight(end[0].number, fill(sentence, who=names.of(finder), round=end[1].amount))
