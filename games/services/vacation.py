"""Vacations: so many days a year on which a player's clocks stand still."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from accounts.models import User
from games.models import Game


@dataclass(frozen=True, slots=True)
class Announced:
    """What a vacation does at his running tables."""

    covered: list[Game]
    """His clock stands still there."""
    uncovered: list[Game]
    """These tables allow no vacations: his clock runs on."""


def announce_vacation(user: User, first_day: date, last_day: date, at: datetime) -> Announced:
    """Days in his own zone, first and last included; his tables are told.

    Refuses: vacation-order, vacation-past, vacation-too-long, vacation-twice.
    """
    raise NotImplementedError


def end_vacation(user: User, at: datetime) -> Announced:
    """Back early, or not going at all: days that did not begin are given back.

    Refuses: no-vacation.
    """
    raise NotImplementedError


def days_left(user: User, year: int) -> int:
    """How many days of vacation he may still announce in that year."""
    raise NotImplementedError
