"""What of a game's events may stand in a mail: fewer than in the log, and in fewer words.

Never a role, a hand, a goal's face or gold, not even when all can see it on the board: mails are
read over shoulders. Each game lists in `MAILED` the events whose sentence is safe as it is.
"""

from __future__ import annotations

from types import ModuleType
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kinds.common.words.names import Names
from games.kinds.common.words.phrases import Line, fill
from games.mine import Event

OWN: Final = ("skipped", "round-began")
"""What may be told of the reader himself; his own moves he knows."""


def mailed(words: ModuleType, event: Event, names: Names) -> Line | None:
    """A line of an event as a spectator may know it; nothing for what a mail must not say."""
    if names.is_me(event.seat) and event.kind not in OWN:
        return None
    if event.kind == "turned-over" and event.cell is not None:
        sentence = _("%(who)s reached %(goal)s.")
        return Line(fill(sentence, who=names.of(event.seat), goal=words.place(event.cell)))
    if event.kind == "round-ended":
        return Line(fill(_("Round %(round)s is over."), round=event.amount))
    line: Line | None = (
        words.EVENTS[event.kind](event, names) if event.kind in words.MAILED else None
    )
    return line
