"""Nobody loses a turn because the site was down or under maintenance."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.clock import now
from games.moderation.permissions import MODERATOR
from games.moderation.services import table_actions
from games.tables import services, tasks
from games.tables.models import Seat, SiteClock, Table
from games.tables.store import LoadedTable
from tests import real_tables
from tests.moderation.at_tables import order
from tests.moderation.staff import staff
from tests.tables.play import (
    any_move,
    kinds,
    load,
    new_table,
    on_turn,
    play,
    seat_on_turn,
    token,
    told,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
TWO_HOURS = 2 * HOUR
SWEEPS = [
    tasks.miss_turns,
    tasks.remind,
    tasks.end_offers,
    tasks.expire_lobbies,
    tasks.abandon_tables,
]
every_sweep = pytest.mark.parametrize("sweep", SWEEPS, ids=lambda sweep: sweep.name)


def away(length: timedelta = TWO_HOURS) -> datetime:
    """Pretend that no sweep has finished for this long; return since when."""
    since = now() - length
    SiteClock.objects.update_or_create(pk=SiteClock.THE_ROW, defaults={"swept_at": since})
    return since


def moved() -> timedelta:
    """Return how long clocks were last stopped."""
    clock = SiteClock.objects.get()
    assert clock.stopped_at
    assert clock.went_on_at
    return clock.went_on_at - clock.stopped_at


def fresh(seat: Seat) -> Seat:
    return Seat.objects.get(pk=seat.pk)


def ago(loaded: LoadedTable, **columns: timedelta) -> Seat:
    """Move these columns of the seat on turn into the past."""
    seat = seat_on_turn(loaded)
    times = {name: now() - length for name, length in columns.items()}
    Seat.objects.filter(pk=seat.pk).update(**times)
    return fresh(seat)


# --- the site was down ----------------------------------------------------------------------------


@every_sweep
def test_after_two_hours_every_deadline_has_moved_by_two_hours(sweep: Callable[[], int]) -> None:
    """Whichever sweep runs first, and although everything fell due during the outage."""
    late = ago(new_table(3), due_at=HOUR, remind_at=1.5 * HOUR)
    offered = ago(new_table(3), offered_until=HOUR)
    table, lobby = new_table(3).table, real_tables.lobby()
    Table.objects.filter(pk=table.pk).update(abandon_at=now() - HOUR)
    Table.objects.filter(pk=lobby.pk).update(expires_at=now() - HOUR)
    table.refresh_from_db()
    lobby.refresh_from_db()
    away()
    assert [sweep(), *(other() for other in SWEEPS)] == [0] * 6
    assert moved() >= TWO_HOURS
    assert late.due_at
    assert late.remind_at
    assert offered.offered_until
    assert fresh(late).due_at == late.due_at + moved()
    assert fresh(late).remind_at == late.remind_at + moved()
    assert fresh(offered).offered_until == offered.offered_until + moved()
    assert table.abandon_at
    assert lobby.expires_at
    assert Table.objects.get(pk=table.pk).abandon_at == table.abandon_at + moved()
    assert Table.objects.get(pk=lobby.pk).expires_at == lobby.expires_at + moved()


def test_open_pages_are_updated() -> None:
    table = new_table(3).table
    away()
    tasks.miss_turns()
    assert Table.objects.get(pk=table.pk).changes == table.changes + 1


def test_an_outage_moves_deadlines_once() -> None:
    seat = ago(new_table(3), due_at=HOUR)
    away()
    tasks.remind()
    due, length = fresh(seat).due_at, moved()
    for sweep in SWEEPS:
        sweep()
    assert (fresh(seat).due_at, moved()) == (due, length)


def test_an_upgrade_is_not_an_outage() -> None:
    loaded = new_table(3, excused=1)
    ago(loaded, due_at=HOUR)
    away(SiteClock.DOWN_AFTER - timedelta(minutes=1))
    assert tasks.miss_turns() == 1
    assert kinds(load(loaded.table)) == ["excused"]


def test_the_first_sweep_ever_finds_no_outage() -> None:
    ago(new_table(3), due_at=TWO_HOURS)
    assert tasks.miss_turns() == 1
    assert SiteClock.objects.get().stopped_at is None


def test_a_finished_sweep_is_recorded_and_an_older_one_changes_nothing() -> None:
    began = now()
    tasks.miss_turns()
    swept = SiteClock.objects.get().swept_at
    assert swept
    assert swept >= began
    services.note_sweep(began - HOUR)
    assert SiteClock.objects.get().swept_at == swept


def test_a_player_who_was_reminded_already_is_not_reminded_again() -> None:
    loaded = new_table(3)
    ago(loaded, remind_at=HOUR)
    player = on_turn(loaded)
    assert (tasks.remind(), told(player, "reminder")) == (1, [""])
    away()
    for _ in range(2):
        tasks.remind()
    assert told(player, "reminder") == [""]
    assert seat_on_turn(load(loaded.table)).remind_at is None


def test_players_in_quiet_hours_or_on_vacation_get_waking_time() -> None:
    """They get two more hours of waking time, not of quiet time."""
    loaded, other = new_table(3), new_table(3)
    due = datetime(2026, 11, 20, 22, tzinfo=UTC)
    seats = [seat_on_turn(loaded), seat_on_turn(other)]
    player = seats[1].user
    assert player
    player.away_from, player.away_to = date(2026, 11, 20), date(2026, 11, 22)
    player.save()
    Seat.objects.filter(pk=seats[0].pk).update(due_at=due, remind_at=None, rest="UTC 23:00 07:00")
    before = datetime(2026, 11, 19, 23, tzinfo=UTC)
    Seat.objects.filter(pk=seats[1].pk).update(due_at=before, remind_at=before, rest="UTC")
    SiteClock.objects.create(swept_at=due - TWO_HOURS)
    assert services.clocks_run(due)
    assert fresh(seats[0]).due_at == datetime.combine(date(2026, 11, 21), time(8), UTC)
    assert fresh(seats[0]).remind_at is None
    assert fresh(seats[1]).due_at == datetime.combine(date(2026, 11, 23), time(1), UTC)
    assert fresh(seats[1]).remind_at == fresh(seats[1]).due_at


def test_a_paused_table_is_not_shifted() -> None:
    loaded, at = new_table(3), now()
    table_actions.pause_table(order(staff(MODERATOR), loaded, at=at))
    before = Seat.objects.filter(table=loaded.table).values("due_at", "held_due", "kept_from")
    columns = list(before)
    away()
    tasks.miss_turns()
    assert list(before.all()) == columns
    table = Table.objects.get(pk=loaded.table.pk)
    assert (table.abandon_at, table.paused_at) == (None, at)


def test_the_cost_does_not_grow_with_the_number_of_tables() -> None:
    def cost() -> int:
        away()
        with CaptureQueriesContext(connection) as queries:
            assert services.clocks_run(now())
        return len(queries)

    new_table(3)
    few = cost()
    for _ in range(6):
        new_table(3)
    assert cost() == few <= 12


# --- playing while the workers are down ----------------------------------------------------------


def test_a_move_during_an_outage_is_in_time_and_the_next_turn_has_full_time() -> None:
    loaded = new_table(3, pace_hours=24)
    seat = ago(loaded, due_at=HOUR)
    away()
    loaded = play(loaded)
    assert (fresh(seat).in_time, fresh(seat).missed) == (1, 0)
    tasks.miss_turns()
    went_on = SiteClock.objects.get().went_on_at
    assert went_on
    assert seat_on_turn(load(loaded.table)).due_at == went_on + DAY


def test_a_bank_does_not_pay_for_an_outage() -> None:
    loaded = new_table(3, pace_hours=8, bank_hours=72, sleep_aware=False)
    seat = seat_on_turn(loaded)
    since = away()
    Seat.objects.filter(pk=seat.pk).update(due_at=since + 10 * HOUR)
    play(loaded)
    assert fresh(seat).bank == 18 * HOUR


def test_leaving_during_an_outage_keeps_offer_and_clock() -> None:
    loaded = new_table(3, sleep_aware=False)
    player, seat = on_turn(loaded), ago(loaded, due_at=HOUR)
    since = away()
    services.leave(player, loaded.table.code, now())
    assert fresh(seat).offered_until == since + DAY
    tasks.end_offers()
    assert fresh(seat).offered_until == since + DAY + moved()
    went_on = SiteClock.objects.get().went_on_at
    assert went_on
    assert seat.due_at
    services.take_back(player, loaded.table.code, went_on)
    assert fresh(seat).due_at == max(seat.due_at, since) + moved()


def test_a_table_opened_during_an_outage_has_full_time() -> None:
    away()
    at = now()
    loaded = new_table(1, bots=2, pace_hours=24)
    for _ in range(3):
        tasks.move_bots()
    tasks.miss_turns()
    due = seat_on_turn(load(loaded.table)).due_at
    assert due
    assert due >= at + DAY


# --- maintenance ----------------------------------------------------------------------------------


def test_no_deadline_passes_while_clocks_are_stopped() -> None:
    loaded, lobby = new_table(3, excused=0), real_tables.lobby()
    services.stop_clocks(now())
    seat = ago(loaded, due_at=DAY, remind_at=DAY, offered_until=DAY)
    Table.objects.update(expires_at=now() - DAY, abandon_at=now() - DAY)
    assert [sweep() for sweep in SWEEPS] == [0] * 5
    assert kinds(load(loaded.table)) == []
    assert Table.objects.get(pk=lobby.pk).status == Table.Status.LOBBY
    assert fresh(seat).due_at == seat.due_at


def test_when_clocks_restart_every_deadline_moves_once() -> None:
    seat, at = seat_on_turn(new_table(3, sleep_aware=False)), now()
    services.stop_clocks(at)
    services.stop_clocks(
        at + HOUR, until=at + DAY, message="A new roof."
    )  # the same, with a new message
    assert services.let_clocks_run(at + TWO_HOURS) == TWO_HOURS
    assert services.let_clocks_run(at + DAY) is None
    assert seat.due_at
    assert fresh(seat).due_at == seat.due_at + TWO_HOURS
    assert services.clocks_run(at + TWO_HOURS)
    assert fresh(seat).due_at == seat.due_at + TWO_HOURS


def test_overlapping_maintenance_and_outage_count_once() -> None:
    """Workers stop; an hour later operators stop all clocks, and restart them before workers are
    back: every moment counts once."""
    seat, at = seat_on_turn(new_table(3, sleep_aware=False)), now()
    services.note_sweep(at)
    services.stop_clocks(at + HOUR)
    assert not services.clocks_run(at + 2 * HOUR)
    assert services.let_clocks_run(at + 3 * HOUR) == 3 * HOUR
    assert services.clocks_run(at + 4 * HOUR)
    assert seat.due_at
    assert fresh(seat).due_at == seat.due_at + 4 * HOUR


def test_players_may_move_and_have_full_time_when_clocks_restart() -> None:
    loaded, at = new_table(3, pace_hours=24, sleep_aware=False), now()
    services.stop_clocks(at)
    code, text, version = loaded.table.code, any_move(loaded), loaded.table.version
    services.play_move(on_turn(loaded), code, text, version, token(), at + 5 * HOUR)
    services.let_clocks_run(at + 6 * HOUR)
    assert seat_on_turn(load(loaded.table)).due_at == at + 6 * HOUR + DAY


def test_a_pause_during_maintenance_costs_nobody_time() -> None:
    loaded, at = new_table(3, sleep_aware=False), now()
    seat, moderator = seat_on_turn(loaded), staff(MODERATOR)
    services.stop_clocks(at)
    table_actions.pause_table(order(moderator, loaded, at=at + HOUR))
    services.let_clocks_run(at + TWO_HOURS)
    services.note_sweep(at + 3 * HOUR)
    table_actions.resume_table(order(moderator, loaded, at=at + 3 * HOUR))
    assert seat.due_at
    assert fresh(seat).due_at == seat.due_at + 3 * HOUR


def command(*arguments: str, capsys: Any) -> str:
    call_command("maintenance", *arguments)
    return str(capsys.readouterr().out)


def test_the_command_stops_and_restarts_clocks(capsys: Any) -> None:
    assert command("status", capsys=capsys) == "Clocks run.\n"
    said = command("start", "--until", "2096-11-30T18:00", "--message", "Roof", capsys=capsys)
    assert "for maintenance, expected until 2096-11-30 18:00 UTC." in said
    clock = SiteClock.objects.get()
    assert (clock.until, clock.message) == (datetime(2096, 11, 30, 18, tzinfo=UTC), "Roof")
    assert command("status", capsys=capsys) == said
    assert "Clocks run." in command("end", capsys=capsys)
    with pytest.raises(CommandError):
        call_command("maintenance", "end")


@pytest.mark.parametrize(
    "arguments",
    [["--until", "soon"], ["--until", "2026-13-01T00:00"], ["--until", "2020-01-01T00:00"],
     ["--message", "x" * 201]],
)  # fmt: skip
def test_the_command_refuses_invalid_arguments(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("maintenance", "start", *arguments)
    assert not SiteClock.current().is_stopped
