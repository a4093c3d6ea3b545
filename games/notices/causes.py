"""What made us write a notice, as columns: nobody is told of one cause twice by the same channel.

A cause belongs to the table of its notice, if that has one; its kind, number and count are the
columns `cause`, `cause_number` and `cause_count`.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial


@dataclass(frozen=True, slots=True)
class Cause:
    """A kind of thing that happens, and which one of that kind it was."""

    kind: str
    number: int = 0
    count: int = 0


# Called with the number of what caused it, and which time it was.
turn = partial(Cause, "turn")
"""It became somebody's turn."""
deadline = partial(Cause, "deadline")
"""The clock that runs in this turn, and how often its deadline was missed: then it starts again."""
change = Cause
"""Something of this kind was done at the table, when its log had come to this entry."""
round_end = partial(Cause, "round")
message = partial(Cause, "message")
"""Somebody said something in the chat."""
table_itself = partial(Cause, "table")
"""What happens once in the life of a table: it is told once, whatever comes of it."""
sanction = partial(Cause, "sanction")
lifted_sanction = partial(Cause, "lifted")
report = partial(Cause, "report")
waiting_reports = partial(Cause, "reports")
"""Reports wait, of which a member of staff has not been told: from this one on."""
roles = partial(Cause, "roles")
"""Somebody's roles were changed; named by its entry in the audit trail."""


def request() -> Cause:
    """Somebody asked for a test: each time is a cause of its own."""
    return Cause("request", secrets.randbits(62))
