"""Questions to the database, asked by an event loop: in a few threads, which keep no connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from django.db import connections

Found = TypeVar("Found")

_threads = ThreadPoolExecutor(2, thread_name_prefix="live")


async def ask(question: Callable[..., Found], *about: object) -> Found:
    """Its connection goes back to the pool afterwards, or is closed."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_threads, partial(_ask, question, *about))


def _ask(question: Callable[..., Found], *about: object) -> Found:
    try:
        return question(*about)
    finally:
        connections.close_all()
