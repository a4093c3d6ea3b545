"""Abandoned tables, and tables deleted without a result."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts import time_zones
from config.clock import now
from games.notices.models import Notice
from games.players import vacation as vacations
from games.replays import log_check
from games.tables import services, tasks
from games.tables.models import Table
from games.tables.services.lobby import LOBBY_LIFETIME, TablePlan
from games.tables.store import LoadedTable
from tests.factories import UserFactory
from tests.tables.play import age, kinds, load, new_table, on_turn, play, seat_on_turn, token, told

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY = timedelta(days=1)


def lifeless(loaded: LoadedTable, **columns: datetime | None) -> LoadedTable:
    """Let this much time pass without any activity."""
    columns.setdefault("abandon_at", now() - timedelta(seconds=1))
    Table.objects.filter(pk=loaded.table.pk).update(**columns)
    return load(loaded.table)


def all_gone() -> LoadedTable:
    """Make a table that everybody has left to bots."""
    loaded = new_table(3, offer_hours=0)
    for seat in loaded.seats:
        assert seat.user is not None
        services.leave(seat.user, loaded.table.code, now())
    return load(loaded.table)


def test_a_table_where_nobody_is_left_is_closed_and_all_are_notified() -> None:
    loaded = lifeless(all_gone())
    players = [seat.former for seat in loaded.seats]
    assert tasks.abandon_tables() == 1
    after = load(loaded.table)
    table = after.table
    assert table.status == "abandoned"
    assert table.ended_at is not None
    assert table.remove_at == table.ended_at + 90 * DAY
    assert kinds(after)[-1] == "abandoned"
    assert [told(player, "over") for player in players] == [["abandoned"]] * 3
    assert not any(seat.on_turn or seat.act_at or seat.offered_until for seat in after.seats)
    assert log_check.check_table(table).sound
    assert tasks.abandon_tables() == 0


def test_everybody_absent_ends_up_abandoned() -> None:
    """Nobody does anything: only time passes and sweeps run."""
    loaded = new_table(3, excused=1, offer_hours=24)
    players = [seat.user for seat in loaded.seats]
    for _ in range(60):
        age(loaded, "due_at", "remind_at", "offered_until")
        lifeless(loaded)
        for sweep in (tasks.remind, tasks.miss_turns, tasks.end_offers, tasks.abandon_tables):
            sweep()
        tasks.move_bots()
        loaded = load(loaded.table)
        if loaded.table.status != "running":
            break
    assert loaded.table.status == "abandoned"
    assert [seat.bot for seat in loaded.seats] == ["normal"] * 3
    assert [seat.former for seat in loaded.seats] == players
    assert sorted(set(kinds(loaded))) == ["abandoned", "absent", "excused", "handover", "offered"]
    assert log_check.check_table(loaded.table).sound


def test_a_table_waits_for_a_player_whose_clock_still_runs() -> None:
    loaded = new_table(3)
    player = on_turn(loaded)
    today = time_zones.local_date(now(), player.zone)
    vacations.announce_vacation(player, today, today + 20 * DAY, now())
    lifeless(loaded)
    assert tasks.abandon_tables() == 0
    after = load(loaded.table)
    due = seat_on_turn(after).due_at
    assert due is not None
    assert (after.table.status, after.table.abandon_at) == ("running", due + 7 * DAY)


def test_a_table_waits_for_a_deadline_that_no_sweep_has_seen_yet() -> None:
    loaded = lifeless(age(new_table(3), "due_at"))
    at = now()
    assert not services.abandon_table(loaded.table.code, at)
    assert load(loaded.table).table.abandon_at == at + 7 * DAY


def test_a_table_waits_for_an_offer_to_end() -> None:
    loaded = new_table(1, bots=2)
    person = loaded.seats[0].user
    assert person is not None
    services.leave(person, loaded.table.code, now())
    lifeless(loaded)
    assert tasks.abandon_tables() == 0
    lifeless(age(loaded, "offered_until"))
    tasks.end_offers()
    assert tasks.abandon_tables() == 1


def test_any_action_of_a_person_keeps_a_table_alive() -> None:
    loaded = new_table(3)
    past = now() + DAY

    def lives() -> bool:
        table = load(loaded.table).table
        assert table.abandon_at is not None
        Table.objects.filter(pk=table.pk).update(abandon_at=past)
        return table.abandon_at > past

    assert lives()
    mover = on_turn(loaded)
    play(loaded)
    assert lives()
    services.say(mover, loaded.table.code, "Here", token(), now())
    assert lives()
    services.agree_to_cancel(mover, loaded.table.code, True, now())
    assert lives()
    services.say(UserFactory.create(), loaded.table.code, "From the gallery", token(), now())
    assert not lives()
    services.miss_turn(seat_on_turn(age(loaded)).pk, now())
    assert not lives()


def test_bots_do_not_keep_a_table_alive() -> None:
    loaded = new_table(1, bots=3)
    before = load(loaded.table).table.abandon_at
    tasks.move_bots()
    assert load(loaded.table).table.abandon_at == before


def test_a_slow_table_waits_four_turns() -> None:
    loaded = new_table(3, pace_hours=336)
    assert loaded.table.abandon_at is not None
    assert loaded.table.started_at is not None
    assert loaded.table.abandon_at >= loaded.table.started_at + 56 * DAY


def test_only_unfinished_tables_are_removed_after_a_month() -> None:
    owner = UserFactory.create()
    expired = services.open_table(owner, TablePlan("classic", 4, "Empty"), token(), now())
    at = now() + LOBBY_LIFETIME
    services.expire_lobby(expired.code, at)
    closed = services.open_table(owner, TablePlan("classic", 4, "Closed"), token(), now())
    services.leave(owner, closed.code, at)
    cancelled = new_table(2, bots=1)
    for seat in cancelled.seats:
        if seat.user:
            services.agree_to_cancel(seat.user, cancelled.table.code, True, at)
    for table in (expired, closed, cancelled.table):
        assert load(table).table.remove_at == at + 30 * DAY
    assert load(cancelled.table).table.abandon_at is None
    assert Notice.objects.filter(table=cancelled.table, what="cancelled").count() == 2
