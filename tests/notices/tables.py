"""Tables and notices for the tests of delivery."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.notices import creation, delivery, triggers
from games.notices.creation import Cause
from games.notices.models import Notice
from games.tables.models import Seat, Table
from games.tables.services.news import TableEvent, TimeIsShort, TurnBegan, TurnMissed
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.tables.play import new_table, play_on

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def running(moves: int = 2) -> tuple[LoadedTable, Seat, Notice]:
    """Return a table of three, the seat on turn, and its turn mail as the only notice."""
    loaded = play_on(new_table(3), moves)
    seat = next(seat for seat in loaded.seats if seat.on_turn)
    notice = only(Notice.objects.get(kind="turn", table=loaded.table, cause_number=seat.turn))
    return loaded, seat, notice


def only(*kept: Notice) -> Notice:
    """Delete all other notices, and date these to noon."""
    pks = [notice.pk for notice in kept]
    Notice.objects.exclude(pk__in=pks).delete()
    Notice.objects.update(created_at=NOON, due_at=NOON)
    kept[0].refresh_from_db()
    return kept[0]


def reminded(loaded: LoadedTable, number: int) -> None:
    """Write a reminder, at noon, to the player of this seat."""
    hear(loaded, TimeIsShort(number, *_turn(loaded, number), loaded.seats[number].missed))


def turn_began(loaded: LoadedTable, number: int) -> None:
    hear(loaded, TurnBegan(number, *_turn(loaded, number)))


def excused(loaded: LoadedTable, number: int) -> None:
    missed = loaded.seats[number].missed
    hear(loaded, TurnMissed("excused", number, *_turn(loaded, number), missed))


def hear(loaded: LoadedTable, news: TableEvent) -> None:
    triggers.on_table_news(loaded.table, [news], NOON)


def _turn(loaded: LoadedTable, number: int) -> tuple[User, int]:
    seat = loaded.seats[number]
    assert seat.user is not None
    return seat.user, seat.turn


def write(user: User, kind: str, table: Table | None = None, **more: Any) -> Notice:
    """Write a notice of this kind at noon; return the one for the first channel."""
    cause = more.pop("cause", Cause("why"))
    rows = creation.notices_for(user, kind, cause, NOON, table=table, **more)
    creation.save_notices(rows)
    return Notice.objects.get(
        recipient=user,
        kind=kind,
        table=table,
        cause=cause.kind,
        cause_number=cause.number,
        cause_count=cause.count,
        channel=rows[0].channel,
    )


def send(at: datetime = NOON) -> int:
    """Send all that is due at this moment; return the number of steps."""
    steps = 0
    while delivery.send_next(at):
        steps += 1
        assert steps < 1000
    return steps


def state(notice: Notice) -> str:
    notice.refresh_from_db()
    return notice.state


def reader(**fields: Any) -> User:
    return UserFactory.create(**fields)
