"""The options of a table, and the fields of its state: who may know them, and quick replacing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, fields
from typing import Annotated, Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

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


def chosen_options(options: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
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


T = TypeVar("T")


class Visibility(NamedTuple):
    """Says who may know a field of a state while the round is played."""

    by: str


Public = Annotated[T, Visibility("all")]
"""Everybody may know it."""
Own = Annotated[T, Visibility("owner")]
"""One entry for each seat; a seat may know its own."""
Secret = Annotated[T, Visibility("nobody")]
"""Nobody may know it, unless the rules say when it is shown."""


PUBLIC_FIELDS: Final = ("seat", "mine", "proposal")
"""Fields of views in which None hides nothing: there is no seat, or nobody has proposed."""


class HasHand(Protocol):
    """The view of a game: a dataclass, with the cards in the reader's hand."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def hand(self) -> tuple[str, ...]: ...


def shows_more(before: HasHand, after: HasHand) -> bool:
    """Does the second of two views of one looker show what the first one hid? None means: hidden.

    A card that came into the looker's hand was hidden before.
    """
    gained = Counter(after.hand) - Counter(before.hand)
    names = [field.name for field in fields(before) if field.name not in PUBLIC_FIELDS]
    return bool(gained) or any(_shows(getattr(before, n), getattr(after, n)) for n in names)


def _shows(before: object, after: object) -> bool:
    if before is None:
        return after is not None
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        return any(_shows(old, new) for old, new in zip(before, after, strict=True))
    return False


S = TypeVar("S", bound=NamedTuple)


def fast_replace(state: type[S]) -> type[S]:
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
