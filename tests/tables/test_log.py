"""Entries about people don't displace entries about cards, and cancelled changes aren't shown."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.kinds.common.words.phrases import Names
from games.notices.composing import news_since_turn
from games.players import vacation as vacations
from games.tables import services
from games.tables.models import LogEntry, Table
from games.tables.presenters import log as history
from games.tables.presenters.log import Entry, StoredEntry, entry
from tests.at_table import address, get, post, random_moves
from tests.factories import UserFactory
from tests.real_tables import running, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_in_soak]
CARDS = 6


@pytest.fixture
def three() -> list[User]:
    return UserFactory.create_batch(3)


@pytest.fixture
def table(three: list[User]) -> Table:
    table = running(*three)
    random_moves(table, CARDS)
    return table


def day(number: int) -> date:
    return now().date() + timedelta(days=number)


def kinds(entries: Any) -> list[str]:
    """Return kinds of the entries on a page, oldest first, without the deal."""
    return [e.kind for e in sorted(entries, key=lambda e: e.number) if e.kind != "deal"]


def told(table: Table, client: Client | None = None, page: str = "1") -> list[str]:
    """Return kinds on the log's page; the table's page shows the same for this round."""
    return kinds(get(client or Client(), table, "table-log", page=page).context["entries"])


def on_the_table(table: Table) -> list[str]:
    return kinds(get(Client(), table).context["page"].log.entries)


def fill(table: Table, count: int, kind: str, seat: int = 1) -> None:
    """Add this many entries as rows only; these tests only read the log."""
    table.refresh_from_db()
    numbers = range(table.length + 1, table.length + count + 1)
    entry: dict[str, Any] = {"table": table, "round_number": 1, "seat": seat, "state_hash": ""}
    details: dict[str, dict[str, Any]] = {
        "away": {"away_from": day(1), "away_to": day(2)},
        "moderation": {"act": "paused"},
    }
    entry |= details.get(kind, {})
    rows = [LogEntry(number=n, at=now(), kind=kind, **entry) for n in numbers]
    LogEntry.objects.bulk_create(rows)
    Table.objects.filter(pk=table.pk).update(length=table.length + count)
    table.refresh_from_db()


def test_cancelled_vacations_displace_no_card(table: Table, three: list[User]) -> None:
    for number in range(110):
        vacations.announce_vacation(three[1], day(5), day(5 + number % 9), now())
        vacations.end_vacation(three[1], now())
    assert table.log.filter(kind=LogEntry.Kind.AWAY).count() == 110
    assert told(table) == on_the_table(table) == ["move"] * CARDS + ["away"]


def test_leaving_and_returning_repeatedly_is_not_shown_in_the_log(
    table: Table, three: list[User]
) -> None:
    services.leave(three[1], table.code, now())
    services.take_back(three[1], table.code, now())
    for _ in range(70):
        fill(table, 1, "offered")
        fill(table, 1, "returned")
    assert told(table) == on_the_table(table) == ["move"] * CARDS
    services.leave(three[1], table.code, now())
    assert told(table) == on_the_table(table) == ["move"] * CARDS + ["offered"]


def test_a_bot_that_never_played_is_not_shown_either(three: list[User]) -> None:
    table = running(*three, offer_hours=0)
    random_moves(table, 2)
    for _ in range(2):
        services.leave(three[1], table.code, now())
        services.take_back(three[1], table.code, now())
    assert told(table) == ["move"] * 2


def test_if_a_card_was_played_in_between_leaving_and_returning_are_shown(table: Table) -> None:
    for kind in ("offered", "move", "returned", "offered", "returned", "away", "away"):
        fill(table, 1, kind)
    assert told(table) == ["move"] * CARDS + ["offered", "move", "returned", "away"]


def test_each_seat_is_considered_separately(table: Table) -> None:
    for seat, kind in ((1, "offered"), (2, "offered"), (1, "returned")):
        fill(table, 1, kind, seat=seat)
    assert told(table) == ["move"] * CARDS + ["offered"]


@pytest.mark.parametrize("kind", ["excused", "moderation", "offered"])
def test_entries_about_people_are_counted_separately(table: Table, kind: str) -> None:
    fill(table, 300, kind)
    assert on_the_table(table)[:CARDS] == told(table)[:CARDS] == ["move"] * CARDS
    assert on_the_table(table).count(kind) == history.PEOPLE


def test_a_page_of_the_log_has_a_hundred_cards_and_the_people_between(table: Table) -> None:
    for _ in range(25):
        fill(table, 10, "absent")
        fill(table, 3, "excused")
    cards = 1 + CARDS + 250
    pages = [get(Client(), table, "table-log", page=str(n)).context["entries"] for n in (1, 2, 3)]
    assert [sum(e.kind in history.CARDS for e in page) for page in pages] == [100, 100, cards - 200]
    numbers = [e.number for page in pages for e in page]
    assert numbers == list(range(table.length, 0, -1))


def test_a_full_page_of_log_is_one_page(table: Table) -> None:
    fill(table, 100 - CARDS - 1, "absent")
    assert history.pages(table, 100) == [range(1, 101)]
    fill(table, 1, "absent")
    assert history.pages(table, 100) == [range(2, 102), range(1, 2)]


def test_a_crowded_log_costs_as_many_queries_as_a_short_one(table: Table) -> None:
    def cost(name: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            get(Client(), table, name)
        return len(queries)

    short = [cost(name) for name in ("table", "table-log")]
    fill(table, 150, "offered")
    assert [cost(name) for name in ("table", "table-log")] == short


def test_a_mail_reports_cards_and_no_cancelled_changes(table: Table, three: list[User]) -> None:
    fill(table, 120, "away")
    seats = list(table.seats.select_related("user").order_by("number"))
    seats[0].read_to = 1
    lines = news_since_turn(table, seats, seats[0]).lines
    table.log.filter(kind=LogEntry.Kind.AWAY).exclude(number=table.length).delete()
    assert len(lines) == len(news_since_turn(table, seats, seats[0]).lines) > 1


# --- limits ---------------------------------------------------------------------------------------


def test_vacations_can_be_announced_a_few_times_a_day_and_always_ended(
    table: Table, three: list[User]
) -> None:
    client = signed_in(three[1])
    for _ in range(20):
        client.post("/settings/vacation/", {"first_day": day(5), "last_day": day(6)})
        client.post("/settings/vacation/end/")
    assert table.log.filter(kind=LogEntry.Kind.AWAY).count() == 8
    three[1].refresh_from_db()
    assert three[1].away_from is None


def test_votes_toggled_all_day_cause_no_move_to_be_refused(table: Table, three: list[User]) -> None:
    """A page from before all of them is still valid for a move."""
    mover = table.seats.get(on_turn=True).user
    assert mover is not None
    voter = signed_in(next(user for user in three if user != mover))
    page = get(signed_in(mover), table).context["page"]
    before = Table.objects.get(pk=table.pk)
    for number in range(60):
        post(voter, table, "table-cancel", agrees=str(1 - number % 2))
    after = Table.objects.get(pk=table.pk)
    assert (after.version, after.changes) == (before.version, before.changes + 2 * 12)
    assert not table.seats.filter(wants_cancel=True).exists()
    form = {
        "move": page.turn.groups[0].choices[0].text,
        "version": str(page.turn.version),
        "token": "t",
    }
    signed_in(mover).post(address(table, "table-move"), form)
    assert Table.objects.get(pk=table.pk).version == before.version + 1


# A log entry is worded once for each reader and language.

NAMES = {0: "Ann", 1: "Bob", 2: "Cem"}
CLASSIC = KINDS["classic"]


def row(pk: int | None = 7, card: str = "nes", state: str = "a1") -> LogEntry:
    events = [["discarded", 1, card], ["drew", 1, "rockfall"]]
    at = datetime(2026, 11, 17, tzinfo=UTC)
    move = f"discard {card}"
    return LogEntry(
        pk=pk, number=1, seat=1, kind="move", move=move, events=events, at=at, state_hash=state
    )


def lines_told(written: LogEntry, me: int | None = 0, language: str = "en", **names: str) -> Entry:
    called = {**NAMES, **{int(seat[1:]): name for seat, name in names.items()}}
    with translation.override(language):
        called_so = Names(called, me)
        return entry(StoredEntry.of(written), CLASSIC.rules, CLASSIC.words, called_so, language)


def test_the_words_of_an_entry_are_cached_for_its_reader() -> None:
    assert lines_told(row()) is lines_told(row())


def test_only_the_cards_owner_reads_its_name() -> None:
    own, other, watching = lines_told(row(), 1), lines_told(row(), 0), lines_told(row(), None)
    assert "nes" in own.text
    assert "nes" not in other.text + watching.text
    assert own.events != other.events


def test_another_language_has_other_words() -> None:
    assert lines_told(row()).lines[0].text != lines_told(row(), language="de").lines[0].text


def test_a_new_name_is_shown() -> None:
    assert "Zoe" in lines_told(row(), s1="Zoe").lines[0].text
    assert "Zoe" not in lines_told(row()).lines[0].text


def test_a_row_of_a_restored_database_is_worded_again() -> None:
    lines_told(row(), 1)
    assert "map" in lines_told(row(card="map", state="b2"), 1).text


def test_an_unsaved_entry_is_worded_again() -> None:
    lines_told(row(None), 1)
    assert "map" in lines_told(row(None, "map"), 1).text
