"""Telling people what is due: exactly what is true, once, by the ways they chose.

A notice is a row (games/notify.py). Here it is claimed on a lease, looked at whether it is still
true, sent, and marked. docs/decisions/0032 says what a crash between any two lines leaves behind.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from accounts.models import User
from games import notify


def test(user: User, at: datetime) -> int:
    """Write one `test` notice for each way that leads to this player; how many?"""
    found = notify.notices(user, "test", secrets.token_hex(8), at)
    notify.keep(found)
    return len(found)
