"""Chance at a table: seeds of its deals and lots of its bots are drawn here and nowhere else.

Tests draw from a source of their own, so that what failed once fails again (`tests/conftest.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

source: Callable[[int], bytes] = secrets.token_bytes


def random_bytes(size: int) -> bytes:
    """So many bytes that nobody can foresee."""
    return source(size)
