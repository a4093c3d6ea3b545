"""Extension points: what a lower app calls and a higher app provides, as imports run one way.

The module that calls one declares it, with its type. games/site/apps.py fills them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class ExtensionPoint(Generic[T]):
    """A place for functions (or other objects) of higher apps, in the order of their use."""

    provided: tuple[T, ...] = ()

    @property
    def single(self) -> T:
        """Return the only entry, where exactly one is expected."""
        [found] = self.provided
        return found
