"""The cache that all processes share: Redis, or the database while Redis is down.

Rate limits are counted here. They restart when the store changes, so an outage of Redis only
allows a few more attempts to guess a password.
"""

from __future__ import annotations

from functools import partialmethod
from typing import Any

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from config.storage.limits import CircuitBreaker

REDIS_BREAKER = CircuitBreaker("cache in Redis", rest=5)


class RedisOrDatabaseCache(BaseCache):
    """A cache that uses Redis or, if that fails, the cache named `in_database`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.redis = RedisCache(server, params)

    def _ask(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """Call this method of the store in use."""
        if REDIS_BREAKER.may_try():
            try:
                found = getattr(self.redis, method)(*args, **kwargs)
            except RedisError as error:
                REDIS_BREAKER.failed(error)
            else:
                REDIS_BREAKER.worked()
                return found
        return getattr(caches["in_database"], method)(*args, **kwargs)

    add: Any = partialmethod(_ask, "add")
    get: Any = partialmethod(_ask, "get")
    set: Any = partialmethod(_ask, "set")
    touch: Any = partialmethod(_ask, "touch")
    delete: Any = partialmethod(_ask, "delete")
    get_many: Any = partialmethod(_ask, "get_many")
    has_key: Any = partialmethod(_ask, "has_key")
    incr: Any = partialmethod(_ask, "incr")

    def clear(self) -> None:
        self._ask("clear")
        caches["in_database"].clear()
