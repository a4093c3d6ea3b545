"""Entries of the log that are not, or not only, what the rules report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.models import Move
from games.wording.names import Names
from games.wording.phrases import Line, Words, fill

SENTENCES: Final[Mapping[str, Words]] = {
    Move.Kind.ABSENT: _("%(who)s was away; a card was discarded for them."),
    Move.Kind.EXCUSED: _("%(who)s missed a deadline. It is excused; the clock starts again."),
    Move.Kind.OFFERED: _("The seat of %(who)s is offered to anybody who would play on."),
    Move.Kind.HANDOVER: _("A player has left; %(who)s plays on in their place."),
    Move.Kind.RETURNED: _("%(who)s is back."),
    Move.Kind.AWAY: _("%(who)s has announced a vacation."),
    Move.Kind.ABANDONED: _("Nobody came any more: the table was closed as abandoned."),
    Move.Kind.RESIGNED: _("%(who)s gave the game up."),
    Move.Kind.CANCELLED: _("All players agreed to cancel this table."),
}

WORRYING: Final = (Move.Kind.ABSENT, Move.Kind.EXCUSED, Move.Kind.OFFERED)
"""What a player should read first when it happened to him."""


def entry_line(kind: str, seat: int | None, names: Names) -> Line | None:
    """The sentence for a kind of entry that has one of its own."""
    if kind not in SENTENCES:
        return None
    own = names.is_me(seat) and kind in WORRYING
    return Line(fill(SENTENCES[kind], who=names.of(seat)), tone="bad" if own else "")
