"""What a table may choose before the game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Value = str | int


@dataclass(frozen=True, slots=True)
class Option:
    """Something a table may choose; the first value is the default."""

    name: str
    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]


class OptionError(ValueError):
    """There is no such option, or it has no such value."""


def chosen(options: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """Every option with its value: the given one, as a number or as text, or the default."""
    unknown = set(given) - {option.name for option in options}
    if unknown:
        raise OptionError(f"no such option: {', '.join(sorted(unknown))}")
    return {o.name: _value(o, given.get(o.name, o.default)) for o in options}


def _value(option: Option, given: Value) -> Value:
    for value in option.values:
        if str(value) == str(given):
            return value
    raise OptionError(f"{option.name} is one of {option.values}, not {given!r}")
