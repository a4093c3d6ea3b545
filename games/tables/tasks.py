"""What workers do at tables: each task finds its work in the rows and calls a service for each
(config/jobs/sweeps.py)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from config.clock import now
from config.jobs import sweeps
from config.jobs.sweeps import SweepSteps, sweep
from games.players import results
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.services.unit_of_work import COUNT_RESULTS, MOVE_BOTS


@sweep(MOVE_BOTS)
def move_bots(at: datetime) -> SweepSteps:
    """Let every bot move whose time has come, and those who come next, until none is left."""
    return sweeps.repeat(Seat.objects.bots_due, _let_move)


def _let_move(seat: int, _: datetime) -> bool:
    """Others before it may have thought for long: the time is asked for anew."""
    return services.let_bot_move(seat, now())


@sweep("tables.expire_lobbies")
def expire_lobbies(at: datetime) -> SweepSteps:
    """Close the lobbies that never filled."""
    return _due(Table.objects.expired_lobbies(at), services.expire_lobby, at, by="code")


@sweep("tables.miss_turns", ran=services.note_sweep)
def miss_turns(at: datetime) -> SweepSteps:
    """Who let their time pass climbs one rung of their table's ladder."""
    return _due(Seat.objects.overdue(at), services.miss_turn, at)


@sweep("tables.remind")
def remind(at: datetime) -> SweepSteps:
    """Tell who has little time left."""
    return _due(Seat.objects.to_remind(at), services.remind, at)


@sweep("tables.end_offers")
def end_offers(at: datetime) -> SweepSteps:
    """Bots take the seats that nobody took."""
    return _due(Seat.objects.offers_expired(at), services.end_offer, at)


@sweep("tables.abandon_tables")
def abandon_tables(at: datetime) -> SweepSteps:
    """Close the tables at which nobody is left."""
    return _due(Table.objects.abandoned(at), services.abandon_table, at, by="code")


@sweep(COUNT_RESULTS)
def count_results(at: datetime) -> SweepSteps:
    """Count what came of finished tables: also of those that were over before this was built."""
    return sweeps.repeat(lambda at: Table.objects.uncounted(), results.count_results)


def _due(
    rows: QuerySet[Any], act: Callable[[Any, datetime], Any], at: datetime, by: str = "pk"
) -> SweepSteps:
    """A step for each row whose time has come: none, while all clocks stand still."""
    return sweeps.step_per_row(rows, act, at, by) if services.clocks_run(at) else ()
