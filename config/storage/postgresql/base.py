"""PostgreSQL behind a circuit breaker: while it is unreachable, it is tried once a second.

Otherwise all threads would wait for it. An exhausted pool doesn't count as unreachable.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError

from config.storage.limits import POSTGRESQL_BREAKER


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: Any) -> Any:
        if not POSTGRESQL_BREAKER.may_try():
            raise OperationalError("the database did not answer a moment ago")
        connection = super().get_new_connection(conn_params)
        POSTGRESQL_BREAKER.worked()
        return connection
