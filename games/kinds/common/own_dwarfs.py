"""A dwarf of one's own: what can be chosen of it, and the code that says what was (decision 123).

A code has a digit for each part, in the order of `PARTS`. It is stored with the player, and is the
address of the drawing (`art/own_dwarfs.py`). Choices are only ever added, at the end of a part:
what somebody has chosen stays what it is.
"""

from __future__ import annotations

import random
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from math import prod
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = str | Promise
_luck = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Choice:
    """What a part may be: a shape by its key, or a colour."""

    key: str
    name: Words


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be chosen; at most ten ways, for a digit."""

    key: str
    name: Words
    choices: tuple[Choice, ...]
    is_colour: bool = False


def _colours(key: str, name: Words, *choices: tuple[str, Words]) -> Part:
    return Part(key, name, tuple(Choice(*choice) for choice in choices), is_colour=True)


PARTS: Final = (
    Part(
        "hat",
        pgettext_lazy("a dwarf's", "Hat"),
        (
            Choice("dome", _("Round helmet with a lamp")),
            Choice("box", _("Flat helmet with a lamp")),
            Choice("cap", _("Cap with fur")),
            Choice("hood", _("Hood")),
            Choice("band", _("Headband")),
            Choice("point", _("Pointed hat")),
            Choice("bare", _("No hat")),
        ),
    ),
    Part(
        "hair",
        pgettext_lazy("a dwarf's", "Beard or hair"),
        (
            Choice("full", _("Full beard")),
            Choice("forked", _("Forked beard")),
            Choice("braided", _("Braided beard")),
            Choice("pointed", _("Pointed beard")),
            Choice("twin", _("Two braids")),
            Choice("stubble", _("Short beard")),
            Choice("plaits", _("Plaits, no beard")),
            Choice("curls", _("Curls, no beard")),
            Choice("bun", _("Bun, no beard")),
        ),
    ),
    _colours(
        "cloth",
        pgettext_lazy("a dwarf's", "Colour of the hat"),
        ("#b3541e", pgettext_lazy("colour", "copper")),
        ("#a03a2e", pgettext_lazy("colour", "red")),
        ("#2f63c8", pgettext_lazy("colour", "blue")),
        ("#2d7d40", pgettext_lazy("colour", "green")),
        ("#7a3b6b", pgettext_lazy("colour", "plum")),
        ("#3f7f86", pgettext_lazy("colour", "teal")),
        ("#8a8f96", pgettext_lazy("colour", "steel")),
        ("#5d6b34", pgettext_lazy("colour", "moss")),
        ("#4a4f8a", pgettext_lazy("colour", "indigo")),
        ("#55483d", pgettext_lazy("colour", "earth")),
    ),
    _colours(
        "locks",
        pgettext_lazy("a dwarf's", "Colour of beard and hair"),
        ("#8a4b21", pgettext_lazy("colour", "chestnut")),
        ("#c98a2b", pgettext_lazy("colour", "straw")),
        ("#d9cbb3", pgettext_lazy("colour", "white")),
        ("#8f857b", pgettext_lazy("colour", "grey")),
        ("#3a2b22", pgettext_lazy("colour", "dark brown")),
        ("#1f1a17", pgettext_lazy("colour", "black")),
        ("#a33d1c", pgettext_lazy("colour", "fox red")),
        ("#b8713a", pgettext_lazy("colour", "ginger")),
    ),
    _colours(
        "skin",
        pgettext_lazy("a dwarf's", "Colour of the skin"),
        ("#f0c29c", pgettext_lazy("colour", "fair")),
        ("#e3ab80", pgettext_lazy("colour", "light")),
        ("#c98a5e", pgettext_lazy("colour", "tan")),
        ("#a86c45", pgettext_lazy("colour", "brown")),
        ("#7d4e31", pgettext_lazy("colour", "deep brown")),
        ("#5a3623", pgettext_lazy("colour", "dark")),
    ),
    _colours(
        "coat",
        pgettext_lazy("a dwarf's", "Colour of the cloak"),
        ("#4d6a73", pgettext_lazy("colour", "slate")),
        ("#5a6b3d", pgettext_lazy("colour", "fern")),
        ("#7a4b2a", pgettext_lazy("colour", "leather")),
        ("#6a4a6f", pgettext_lazy("colour", "heather")),
        ("#3f5d46", pgettext_lazy("colour", "fir")),
        ("#2f5f6b", pgettext_lazy("colour", "lake")),
        ("#5b2f3a", pgettext_lazy("colour", "wine")),
        ("#4a3f38", pgettext_lazy("colour", "coal")),
    ),
)
KEYS: Final = tuple(part.key for part in PARTS)
WAYS: Final = prod(len(part.choices) for part in PARTS)
"""So many dwarfs there are."""


def is_code(code: str) -> bool:
    """Does it name a dwarf that this release can draw?"""
    digits = code.isascii() and code.isdigit() and len(code) == len(PARTS)
    pairs = zip(code, PARTS, strict=False)
    return digits and all(int(sign) < len(part.choices) for sign, part in pairs)


def chosen(code: str) -> dict[str, str]:
    """What each part is, by its key."""
    digits = zip(code, PARTS, strict=True)
    return {part.key: part.choices[int(digit)].key for digit, part in digits}


def code_of(choices: Mapping[str, str]) -> str:
    """The code of what was chosen. Raises ValueError where a part is missing or unknown."""
    return "".join(str(_place(part, choices.get(part.key, ""))) for part in PARTS)


def _place(part: Part, key: str) -> int:
    return [choice.key for choice in part.choices].index(key)


def given_to(number: int) -> str:
    """The dwarf of who has made none: always the same one for the same number."""
    digest = sha256(f"dwarf {number}".encode()).digest()
    return _code(int.from_bytes(digest[:8]) % WAYS)


@lru_cache(maxsize=10_000)
def of(number: int, code: str) -> str:
    """The dwarf of a player with this number: the one they have made, else the one given to them.

    One that only a newer release can draw is not drawn by this one.
    """
    return code if is_code(code) else given_to(number)


def next_free(code: str, taken: Container[object]) -> str:
    """The first dwarf after this one that is not among those taken: another cloak, mostly."""
    following = _code((_index(code) + 1) % WAYS)
    return next_free(following, taken) if following in taken else following


def by_chance() -> str:
    return _code(_luck.randrange(WAYS))


def _code(index: int) -> str:
    digits = []
    for part in reversed(PARTS):
        index, digit = divmod(index, len(part.choices))
        digits.append(str(digit))
    return "".join(reversed(digits))


def _index(code: str) -> int:
    index = 0
    for digit, part in zip(code, PARTS, strict=True):
        index = index * len(part.choices) + int(digit)
    return index
