"""Circuit breakers: a service that doesn't answer is not asked again for some seconds."""

from __future__ import annotations

import logging
from threading import Lock
from time import monotonic

logger = logging.getLogger("undermine.circuit")


class CircuitBreaker:
    """Lets everybody try; after a failure only one caller every `rest` seconds, until it works.

    Each process has its own. The first failure is logged, and the first success after it.
    """

    def __init__(self, name: str, rest: float) -> None:
        self.name, self.rest = name, rest
        self._lock = Lock()
        self._broken = False
        self._again_at = 0.0

    def may_try(self) -> bool:
        with self._lock:
            if not self._broken:
                return True
            if monotonic() < self._again_at:
                return False
            self._again_at = monotonic() + self.rest
            return True

    def failed(self, error: Exception) -> None:
        with self._lock:
            was_broken, self._broken = self._broken, True
            self._again_at = monotonic() + self.rest
        if not was_broken:
            logger.warning("the %s does not answer: %s", self.name, type(error).__name__)

    def worked(self) -> None:
        if not self._broken:
            return
        with self._lock:
            was_broken, self._broken = self._broken, False
        if was_broken:
            logger.warning("the %s answers again", self.name)
