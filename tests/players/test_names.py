"""The log of a seat that changed hands uses the names of the time."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from config.clock import now
from games.kinds.common.words.phrases import plain
from games.tables import services
from games.tables.bot_players import dwarf_of
from games.tables.models import LogEntry, Table
from tests.at_table import get
from tests.factories import UserFactory
from tests.real_tables import running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]

SEAT = 1
DID = " discarded a card."
FORMER = "Former player 2"


@pytest.fixture
def three() -> list[User]:
    return UserFactory.create_batch(3)


@pytest.fixture
def stranger() -> User:
    return UserFactory.create()


def discards(table: Table, count: int = 1) -> None:
    """Add entries of discards by the seat's holder; these tests only read the log."""
    table.refresh_from_db()
    numbers = range(table.length + 1, table.length + count + 1)
    entry: dict[str, Any] = {"table": table, "round_number": 1, "seat": SEAT, "state_hash": ""}
    events = [["discarded", SEAT, None]]
    LogEntry.objects.bulk_create(
        LogEntry(number=n, at=now(), events=events, **entry) for n in numbers
    )
    Table.objects.filter(pk=table.pk).update(length=table.length + count)


def bot(table: Table) -> str:
    """Return the dwarf who plays or played there."""
    return f"{dwarf_of(table.seats.get(number=SEAT)).name} (bot)"


def who(entries: Any) -> list[str]:
    """Return who discarded, in order."""
    found = sorted(entries, key=lambda entry: entry.number)
    lines = [plain(line.text) for entry in found for line in entry.lines]
    return [line.removesuffix(DID) for line in lines if line.endswith(DID)]


def told(table: Table) -> list[str]:
    """Return what a visitor reads, on the table's page and in its log."""
    board, log = get(Client(), table), get(Client(), table, "table-log")
    assert who(board.context["page"].log.entries) == who(log.context["entries"])
    return who(log.context["entries"])


def test_a_replacement_is_not_named_for_earlier_moves(three: list[User], stranger: User) -> None:
    table = running(*three)
    discards(table)
    assert told(table) == [three[SEAT].name]
    services.leave(three[SEAT], table.code, now())
    assert told(table) == [FORMER]
    services.take_seat(stranger, table.code, SEAT, now())
    discards(table)
    assert told(table) == [FORMER, stranger.name]
    assert f"{stranger.name} plays on" in plain(get(Client(), table).content.decode())


def test_moves_of_a_bot_keep_the_bots_name(three: list[User]) -> None:
    table = running(*three, offer_hours=0)
    discards(table)
    services.leave(three[SEAT], table.code, now())
    discards(table)
    assert told(table) == [FORMER, bot(table)]
    services.take_back(three[SEAT], table.code, now())
    discards(table)
    assert told(table) == [three[SEAT].name, bot(table), three[SEAT].name]
    assert f"{bot(table)} plays on" in plain(get(Client(), table).content.decode())


def test_a_player_who_came_back_is_named_throughout(three: list[User]) -> None:
    table = running(*three)
    table.seats.filter(number=SEAT).update(offered_until=now())
    discards(table)
    services.come_back(three[SEAT], table.code, now())
    discards(table)
    assert table.log.filter(kind=LogEntry.Kind.RETURNED).exists()
    assert told(table) == [three[SEAT].name] * 2


def test_a_bot_from_the_beginning_is_named_throughout(three: list[User]) -> None:
    table = running(three[0], bots=2)
    discards(table)
    assert told(table) == [bot(table)]


def test_the_seats_holder_is_addressed_as_you(three: list[User], stranger: User) -> None:
    """What a seat did and saw belongs to it, so its new player reads it as their own."""
    table = running(*three)
    discards(table)
    services.leave(three[SEAT], table.code, now())
    services.take_seat(stranger, table.code, SEAT, now())
    assert who(get(signed_in(stranger), table, "table-log").context["entries"]) == ["You"]


def test_old_pages_of_the_log_use_the_right_names(
    three: list[User], stranger: User, django_assert_num_queries: Any
) -> None:
    table = running(*three)
    discards(table, 120)
    services.leave(three[SEAT], table.code, now())
    services.take_seat(stranger, table.code, SEAT, now())
    with django_assert_num_queries(4):  # the table, its seats, where pages begin, the entries
        page = get(Client(), table, "table-log", page="2")
    table.refresh_from_db()
    assert [e.number for e in page.context["entries"]] == list(range(21, 0, -1))
    assert set(who(page.context["entries"])) == {FORMER}
