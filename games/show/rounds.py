"""The end of a round, the end of the game, and whether the deals were fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine import Event
from games.models import Game
from games.show.log import Entry
from games.show.looks.parts import Shown
from games.store import Table
from games.wording import Names


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round that is over: who won it, and of everybody what the game shows at its end."""

    number: int | None
    title: SafeString
    winners: str
    shown: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The commitment to a deal; once the round is over, what it was a commitment to."""

    name: str
    commitment: str
    seed: str = ""
    salt: str = ""


def round_end(
    view: Any,
    look: ModuleType,
    log: Sequence[Entry],
    after: int,
    words: ModuleType,
    names: Names,
) -> RoundEnd | None:
    """The last round that ended, if the reader has not moved since."""
    events = [(entry.number, event) for entry in log for event in entry.events]
    ends = [place for place, (number, event) in enumerate(events) if _ends(number, event, after)]
    if not ends:
        return None
    return _round_end(view, look, [event for _, event in events[ends[-1] :]], words, names)


def _ends(number: int, event: Event, after: int) -> bool:
    return event.kind == "round-ended" and number > after


def _round_end(
    view: Any, look: ModuleType, events: Sequence[Event], words: ModuleType, names: Names
) -> RoundEnd:
    end = events[0]
    line = words.event(end, names)
    shown = look.round_end(view, events, words, names)
    return RoundEnd(number=end.amount, title=line.text, winners=end.what or "", shown=shown)


def deals(table: Table) -> list[Deal]:
    """One for each round dealt so far, and one for what outlasts a round."""
    game = table.game
    rounds = [row for row in table.rounds if row.number <= game.round_number]
    found = [
        Deal(
            gettext("Round %(number)d") % {"number": row.number},
            row.commitment,
            *((row.seed, row.salt) if row.ended_at else ()),
        )
        for row in rounds
    ]
    over = game.status == Game.Status.FINISHED
    whole = (game.seed, game.salt) if over else ()
    return [*found, Deal(gettext("Whole game"), game.commitment, *whole)]
