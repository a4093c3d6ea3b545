"""Every move makes states that differ in a few fields from the one before: made quickly."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

S = TypeVar("S", bound=NamedTuple)


def quickly_replaced(state: type[S]) -> type[S]:
    """The same class, whose `_replace` takes half the time: it looks up only what is new.

    To mypy it stays the `_replace` of a named tuple, so that names and types are checked.
    """
    place = {name: number for number, name in enumerate(state._fields)}

    def replace(self: S, /, **new: Any) -> S:
        values = list(self)
        for name, value in new.items():
            values[place[name]] = value
        return tuple.__new__(state, values)

    state._replace = replace  # type: ignore[misc,method-assign,assignment]
    return state
