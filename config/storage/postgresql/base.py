"""A database that cannot be reached is asked once a second, and not by everybody at once.

While it is away each try lasts until a limit: without this, requests would wait in every thread. A
pool that is only exhausted is another matter: whoever waits for it may well get a connection.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg import OperationalError

from config.storage.database import POSTGRESQL_BREAKER


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: Any) -> Any:
        if not POSTGRESQL_BREAKER.may_try():
            raise OperationalError("the database did not answer a moment ago")
        connection = super().get_new_connection(conn_params)
        POSTGRESQL_BREAKER.worked()
        return connection
