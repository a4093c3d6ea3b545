"""What made us write a notice, as columns: nobody is told of one cause twice by the same channel.

A cause belongs to the table of its notice, if that has one; its kind, number and count are the
columns `cause`, `cause_number` and `cause_count`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cause:
    """A kind of thing that happens, and which one of that kind it was."""

    kind: str
    number: int = 0
    count: int = 0


def turn(number: int) -> Cause:
    """It became somebody's turn."""
    return Cause("turn", number)


def deadline(turn: int, missed: int) -> Cause:
    """The clock that runs in this turn: it starts again each time its deadline is missed."""
    return Cause("deadline", turn, missed)


def change(what: str, entry: int) -> Cause:
    """Something was done at the table, when its log had come to this entry."""
    return Cause(what, entry)


def round_end(number: int) -> Cause:
    return Cause("round", number)


def message(pk: int) -> Cause:
    """Somebody said something in the chat."""
    return Cause("message", pk)


def table_itself() -> Cause:
    """What happens once in the life of a table: it is told once, whatever comes of it."""
    return Cause("table")


def sanction(pk: int) -> Cause:
    return Cause("sanction", pk)


def lifted_sanction(pk: int) -> Cause:
    return Cause("lifted", pk)


def report(pk: int) -> Cause:
    return Cause("report", pk)


def waiting_reports(first: int) -> Cause:
    """Reports wait, of which a member of staff has not been told: from this one on."""
    return Cause("reports", first)


def roles(entry: int) -> Cause:
    """Somebody's roles were changed; named by its entry in the audit trail."""
    return Cause("roles", entry)


def request() -> Cause:
    """Somebody asked for a test: each time is a cause of its own."""
    return Cause("request", secrets.randbits(62))
