"""The end of a round, the end of the game, and whether the deals were fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.engine import Event
from games.models import Game
from games.show.log import Entry
from games.store import Table
from games.wording import Names


@dataclass(frozen=True, slots=True)
class Shown:
    """A role card turned over, and what came with it."""

    name: str
    role: str
    words: str
    gold: str


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round that is over: who won it, who was what, what gold the reader may know of."""

    number: int | None
    title: SafeString
    winners: str
    roles: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The commitment to a deal; once the round is over, what it was a commitment to."""

    name: str
    commitment: str
    seed: str = ""
    salt: str = ""


def round_end(log: Sequence[Entry], after: int, words: ModuleType, names: Names) -> RoundEnd | None:
    """The last round that ended, if the reader has not moved since."""
    events = [(entry.number, event) for entry in log for event in entry.events]
    ends = [place for place, (number, event) in enumerate(events) if _ends(number, event, after)]
    if not ends:
        return None
    return _round_end([event for _, event in events[ends[-1] :]], words, names)


def _ends(number: int, event: Event, after: int) -> bool:
    return event.kind == "round-ended" and number > after


def _round_end(events: Sequence[Event], words: ModuleType, names: Names) -> RoundEnd:
    end = events[0]
    line = words.event(end, names)
    gold = [event for event in events if event.kind in ("took", "paid")]
    shown = [event for event in events if event.kind == "role-shown"]
    return RoundEnd(
        number=end.amount,
        title=line.text,
        winners=end.what or "",
        roles=tuple(_shown(event, gold, words, names) for event in shown),
    )


def _shown(event: Event, gold: Sequence[Event], words: ModuleType, names: Names) -> Shown:
    role = event.what or ""
    name = gettext("set aside") if event.seat is None else names.plain(event.seat)
    own = [other for other in gold if event.seat is not None and other.seat == event.seat]
    return Shown(name, role, str(words.ROLES[role]), _gold(own))


def _gold(events: Sequence[Event]) -> str:
    """Nuggets where the reader may know them, else how many cards they were."""
    if not events:
        return ""
    if any(event.amount is None for event in events):
        number = len(events)
        return ngettext("%(number)d nugget card", "%(number)d nugget cards", number) % {
            "number": number
        }
    number = sum(event.amount or 0 for event in events)
    return ngettext("%(number)d nugget", "%(number)d nuggets", number) % {"number": number}


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
