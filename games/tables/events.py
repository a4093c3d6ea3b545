"""Events as they stand in the rows of a log."""

from __future__ import annotations

from collections.abc import Sequence

from games.mine import Event


def event_of(raw: Sequence[object]) -> Event:
    """An event as it stands in a row."""
    event = Event(*raw)  # type: ignore[arg-type]
    return event if event.cell is None else event._replace(cell=(event.cell[0], event.cell[1]))
