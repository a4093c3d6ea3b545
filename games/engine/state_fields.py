"""Who may know which field of a state, and what a view newly shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import Field, fields
from typing import Annotated, Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

T = TypeVar("T")


class Known(NamedTuple):
    """Who may know a field of a state while the round is played."""

    by: str


Public = Annotated[T, Known("all")]
"""Everybody may know it."""
Own = Annotated[T, Known("owner")]
"""One entry for each seat; a seat may know its own."""
Secret = Annotated[T, Known("nobody")]
"""Nobody may know it, unless the rules say when it is shown."""


IN_THE_OPEN: Final = ("seat", "mine", "proposal")
"""Fields of views in which None hides nothing: there is no seat, or nobody has proposed."""


class HasHand(Protocol):
    """The view of a game: a dataclass, with the cards in the hand of who looks."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def hand(self) -> tuple[str, ...]: ...


def uncovers(before: HasHand, after: HasHand) -> bool:
    """Does the second of two views of one looker show what the first one hid? None means: hidden.

    A card that came into the looker's hand was hidden before.
    """
    gained = Counter(after.hand) - Counter(before.hand)
    names = [field.name for field in fields(before) if field.name not in IN_THE_OPEN]
    return bool(gained) or any(_shows(getattr(before, n), getattr(after, n)) for n in names)


def _shows(before: object, after: object) -> bool:
    if before is None:
        return after is not None
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        return any(_shows(old, new) for old, new in zip(before, after, strict=True))
    return False
