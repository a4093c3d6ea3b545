"""Thin Celery tasks: each finds its work in the rows and calls a service (config/sweeps.py)."""

from __future__ import annotations

from datetime import datetime

from config import sweeps
from config.sweeps import Steps, sweep

# Services hint these tasks and are imported only when a task runs: neither module waits for the
# other.


@sweep("tables.move_bots")
def move_bots(at: datetime) -> Steps:
    """Let every bot move whose time has come, and those who come next, until none is left."""
    from games.tables import services

    return sweeps.again(services.bots_due, services.let_bot_move)


@sweep("tables.expire_lobbies")
def expire_lobbies(at: datetime) -> Steps:
    """Close the lobbies that never filled."""
    from games.tables import services

    return sweeps.each(services.expired_lobbies(at), services.expire_lobby, at, by="code")


@sweep("tables.miss_turns")
def miss_turns(at: datetime) -> Steps:
    """Who let his time pass climbs one rung of his table's ladder."""
    from games.tables import services

    return sweeps.each(services.overdue(at), services.miss_turn, at)


@sweep("tables.remind")
def remind(at: datetime) -> Steps:
    """Tell who has little time left."""
    from games.tables import services

    return sweeps.each(services.to_remind(at), services.remind, at)


@sweep("tables.end_offers")
def end_offers(at: datetime) -> Steps:
    """Bots take the seats that nobody took."""
    from games.tables import services

    return sweeps.each(services.stale_offers(at), services.end_offer, at)


@sweep("tables.abandon_tables")
def abandon_tables(at: datetime) -> Steps:
    """Close the tables at which nobody is left."""
    from games.tables import services

    return sweeps.each(services.lifeless(at), services.abandon, at, by="code")


@sweep("notices.send_notices")
def send_notices(at: datetime) -> Steps:
    """Tell everybody what is due."""
    from games.notices import delivery

    return sweeps.until_nothing(delivery.send_next)


@sweep("tables.clean_up")
def clean_up(at: datetime) -> Steps:
    """Remove what has grown old, of every app."""
    from config import retention

    return retention.steps(at)


def hint_bots() -> None:
    """Wake a worker: bots are due."""
    sweeps.wake("tables.move_bots")
