"""The players of a table as their row on the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from accounts.dates import time_left
from accounts.models import User
from games.kinds.common import dwarfs
from games.kinds.common.look import PlayerLook, V
from games.kinds.common.words.phrases import Names
from games.kinds.kind import GameKind
from games.players.names import away_until, is_empty, plain_name
from games.tables import access, time_controls
from games.tables.access import Reader
from games.tables.bot_players import dwarf_of
from games.tables.models import Seat, Table
from games.tables.refusals import reason_sentence

Face = int | str
"""The code of a player's dwarf, the key of a bot's dwarf, or a number in a record."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat as the reader may see it. None means hidden, or not applicable."""

    number: int
    name: str
    called: str
    """The name alone, if something next to it marks bots."""
    dwarf: Face
    me: bool
    bot: bool
    empty: bool
    profile: str
    on_turn: bool
    due_at: datetime | None
    left: str
    bank: str
    """The time in their bank when this turn began, if the table has banks."""
    offered_until: datetime | None
    away_until: date | None
    looking: bool
    """Whether they are viewing the table now, and let others see that."""
    cards: int
    look: PlayerLook
    role_words: str
    gold_words: str
    score: int | None
    won: bool
    wants_cancel: bool


def players(
    seats: Sequence[Seat], view: V, kind: GameKind[Any, V], names: Names, at: datetime
) -> list[Player]:
    """All seats, in the order of play."""
    dwarfs = faces(seats)
    return [_player(seat, dwarfs[seat.number], view, kind, names, at) for seat in seats]


def _player(
    seat: Seat, dwarf: Face, view: V, kind: GameKind[Any, V], names: Names, at: datetime
) -> Player:
    number = seat.number
    look = kind.look.player(view, number)
    if seat.score is not None:
        look = look._replace(gold=seat.score)
    offered = seat.offered_until is not None and seat.offered_until > at
    return Player(
        number=number,
        name=names.plain(number),
        called=plain_name(seat) if seat.bot else names.plain(number),
        dwarf=dwarf,
        me=names.is_me(number),
        bot=bool(seat.bot),
        empty=is_empty(seat),
        profile=(seat.user.name or "") if seat.user else "",
        on_turn=seat.on_turn,
        due_at=seat.due_at,
        left=time_left(seat.due_at, at) if seat.due_at else "",
        bank=time_controls.bank_left(seat.bank) if seat.bank is not None and seat.user_id else "",
        offered_until=seat.offered_until if offered else None,
        away_until=away_until(seat.user, at) if seat.user else None,
        looking=seat.is_looking(at) and seat.user is not None and seat.user.shows_looking,
        cards=view.hand_sizes[number],
        look=look,
        role_words=str(kind.words.ROLES[look.role]) if look.role else "",
        gold_words=kind.look.amount(look.gold or 0),
        score=seat.score,
        won=seat.won,
        wants_cancel=seat.wants_cancel,
    )


def faces(seats: Iterable[Seat]) -> dict[int, Face]:
    """Return everybody's dwarf by seat number: a bot's own, or the player's, or another one if that
    is taken at this table."""
    found: dict[int, Face] = {}
    for seat in seats:
        if seat.bot:
            found[seat.number] = dwarf_of(seat).key
            continue
        known = (seat.user.pk, seat.user.dwarf) if seat.user else (seat.number, "")
        code, taken = dwarfs.dwarf_code(*known), found.values()
        found[seat.number] = dwarfs.next_free_code(code, taken) if code in taken else code
    return found


def keep_away(reader: Reader, table: Table) -> str:
    """Say why somebody may neither sit nor talk here; empty for most people.

    Pages ask only for staff, to save others the query. The services check everybody.
    """
    if not isinstance(reader, User) or not reader.is_staff:
        return ""
    return reason_sentence("has-looked") if access.is_barred(reader, table) else ""
