"""The cache that all processes share: Redis, or the database while Redis is down.

Rate limits are counted here. They restart when the store changes, so an outage of Redis gives
somebody who guesses passwords only a few more attempts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from config.circuit_breaker import CircuitBreaker

Found = TypeVar("Found")

REDIS_BREAKER = CircuitBreaker("cache in Redis", rest=5)


class RedisOrDatabaseCache(BaseCache):
    """Uses Redis; if that fails, the cache named `in_database`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.redis = RedisCache(server, params)

    def _ask(self, question: Callable[[BaseCache], Found]) -> Found:
        if REDIS_BREAKER.may_try():
            try:
                found = question(self.redis)
            except RedisError as error:
                REDIS_BREAKER.failed(error)
            else:
                REDIS_BREAKER.worked()
                return found
        return question(caches["in_database"])

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> bool:
        return self._ask(lambda cache: cache.add(key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._ask(lambda cache: cache.get(key, default, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> None:
        self._ask(lambda cache: cache.set(key, value, timeout, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return self._ask(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: Any, version: Any = None) -> bool:
        return self._ask(lambda cache: cache.delete(key, version))

    def get_many(self, keys: Iterable[Any], version: Any = None) -> dict[Any, Any]:
        wanted = list(keys)
        return self._ask(lambda cache: cache.get_many(wanted, version))

    def has_key(self, key: Any, version: Any = None) -> bool:
        return self._ask(lambda cache: cache.has_key(key, version))

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        return self._ask(lambda cache: cache.incr(key, delta, version))

    def clear(self) -> None:
        """Clear both."""
        self._ask(lambda cache: cache.clear())
        caches["in_database"].clear()
