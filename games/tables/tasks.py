"""Celery tasks at tables: each finds rows that are due and calls a service for each."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from config.celery import BOTS, DELIVERY
from config.clock import now
from config.jobs import sweeps
from config.jobs.sweeps import SweepSteps, sweep
from games.players import results
from games.tables import services
from games.tables.models import Seat, Table
from games.tables.services.unit_of_work import COUNT_RESULTS, MOVE_BOTS


@sweep(MOVE_BOTS, seconds=10, queue=BOTS)
def move_bots(at: datetime) -> SweepSteps:
    """Let every bot move whose time has come, and those who come next, until none is left."""
    return sweeps.repeat(Seat.objects.bots_due, _let_move)


def _let_move(seat: int, _: datetime) -> bool:
    """Use the current time, since earlier bots may have taken long to think."""
    return services.let_bot_move(seat, now())


@sweep("tables.expire_lobbies", seconds=600)
def expire_lobbies(at: datetime) -> SweepSteps:
    return _due(Table.objects.expired_lobbies(at), services.expire_lobby, at, by="code")


@sweep("tables.miss_turns", seconds=30, ran=services.note_sweep)
def miss_turns(at: datetime) -> SweepSteps:
    """Take the next step of the table's rules for players who missed their deadline."""
    return _due(Seat.objects.overdue(at), services.miss_turn, at)


@sweep("tables.remind", seconds=60)
def remind(at: datetime) -> SweepSteps:
    return _due(Seat.objects.to_remind(at), services.remind, at)


@sweep("tables.end_offers", seconds=60)
def end_offers(at: datetime) -> SweepSteps:
    return _due(Seat.objects.offers_expired(at), services.end_offer, at)


@sweep("tables.abandon_tables", seconds=600)
def abandon_tables(at: datetime) -> SweepSteps:
    return _due(Table.objects.abandoned(at), services.abandon_table, at, by="code")


@sweep(COUNT_RESULTS, seconds=60, queue=DELIVERY)  # after an upgrade it may have a lot to do
def count_results(at: datetime) -> SweepSteps:
    return sweeps.repeat(lambda at: Table.objects.uncounted(), results.count_results)


def _due(
    rows: QuerySet[Any], act: Callable[[Any, datetime], Any], at: datetime, by: str = "pk"
) -> SweepSteps:
    """Make a step for each due row, or none while all clocks are stopped."""
    return sweeps.step_per_row(rows, act, at, by) if services.clocks_run(at) else ()
