"""Who must keep away from a table, though nothing at the table itself says so.

A higher room may know why: a member of staff has opened the secrets of this table. The settings
name whom to ask (`TABLE_BARRIERS`), and a table does not know who answers. Ask under the table's
lock: only then can nobody sit down and look at the same moment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User
from games.tables.models import Table

Barrier = Callable[[User, Table], bool]
"""Must this person neither sit nor talk at this table, as long as it is played?"""


def barred(user: User, table: Table) -> bool:
    return any(stands(user, table) for stands in _barriers())


@cache
def _barriers() -> tuple[Barrier, ...]:
    return tuple(import_string(path) for path in settings.TABLE_BARRIERS)
