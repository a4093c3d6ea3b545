"""What a look is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import ngettext


class Lying(NamedTuple):
    """A token on a card: its drawing, its middle on the card, its size, and what it says."""

    name: str
    x: float
    y: float
    size: float
    words: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What the end of a round says of somebody: a card, and what came with it."""

    name: str
    drawing: str
    tone: str
    words: str
    gold: str


def nuggets(number: int) -> str:
    return ngettext("%(number)d nugget", "%(number)d nuggets", number) % {"number": number}
