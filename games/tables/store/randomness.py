"""The only source of chance at a table: seeds of deals and choices of bots.

Tests draw from a source of their own, so that a failure can be repeated (`tests/conftest.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

source: Callable[[int], bytes] = secrets.token_bytes


def random_bytes(size: int) -> bytes:
    """Draw this many unpredictable bytes."""
    return source(size)
