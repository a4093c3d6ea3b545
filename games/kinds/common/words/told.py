"""How an event is told: to who did it, to others, and where on the board it shows."""

from __future__ import annotations

from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, Words, fill
from games.mine import Cell, Event


def both(event: Event, names: Names, others: Words, mine: Words, **parts: object) -> Line:
    """A sentence about the reader, or about somebody else."""
    sentence = mine if names.is_me(event.seat) else others
    cells = () if event.cell is None else (event.cell,)
    return Line(fill(sentence, who=names.of(event.seat), **parts), "", cells)


def at(event: Event) -> Cell:
    """The cell of an event of a kind that has one."""
    if event.cell is None:
        raise ValueError(f"an event without a cell: {event.kind}")
    return event.cell
