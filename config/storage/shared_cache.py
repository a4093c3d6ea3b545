"""The cache that all processes share: Redis, or the database while Redis is down.

Rate limits are counted here. They restart when the store changes, so an outage of Redis gives
somebody who guesses passwords only a few more attempts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from config.storage.limits import CircuitBreaker

Found = TypeVar("Found")

REDIS_BREAKER = CircuitBreaker("cache in Redis", rest=5)


def _ask_either(name: str) -> Any:
    """Return a method that calls this one of the store in use."""

    def method(self: RedisOrDatabaseCache, *args: Any, **kwargs: Any) -> Any:
        return self.ask(lambda cache: getattr(cache, name)(*args, **kwargs))

    return method


class RedisOrDatabaseCache(BaseCache):
    """Uses Redis; if that fails, the cache named `in_database`."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.redis = RedisCache(server, params)

    def ask(self, question: Callable[[BaseCache], Found]) -> Found:
        if REDIS_BREAKER.may_try():
            try:
                found = question(self.redis)
            except RedisError as error:
                REDIS_BREAKER.failed(error)
            else:
                REDIS_BREAKER.worked()
                return found
        return question(caches["in_database"])

    add = _ask_either("add")
    get = _ask_either("get")
    set = _ask_either("set")
    touch = _ask_either("touch")
    delete = _ask_either("delete")
    get_many = _ask_either("get_many")
    has_key = _ask_either("has_key")
    incr = _ask_either("incr")

    def clear(self) -> None:
        self.ask(lambda cache: cache.clear())
        caches["in_database"].clear()
