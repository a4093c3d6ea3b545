"""The dwarfs who play as bots, and the dwarfs that players make for themselves.

Bots' names are proper names of our own, the same in every language. Their faces are in
`art/faces.py`. Strength belongs to the seat: any dwarf may be easy or hard.
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

from games.engine.bots import Temperament


@dataclass(frozen=True, slots=True)
class Dwarf:
    """A dwarf who plays as a bot."""

    key: str
    """Used in rows, records and drawings."""
    about: str | Promise
    """Their temperament in a sentence."""
    temperament: Temperament
    tempo: float
    """How long they take over a move: 1 is usual, less is quicker."""

    @property
    def name(self) -> str:
        return self.key.capitalize()


DWARFS: Final = (
    Dwarf("grimbart", _("Trusts nobody, and takes his time."), Temperament(-1, -1), 1.3),
    Dwarf("hilda", _("Digs first and thinks well of everybody."), Temperament(1, 1), 0.8),
    Dwarf("kunz", _("Never waits for a better moment."), Temperament(1, 0), 0.75),
    Dwarf("berthild", _("Steady as a pit prop."), Temperament(0, 0), 1.0),
    Dwarf("ottokar", _("Patient, and slow to think ill."), Temperament(-1, 1), 1.4),
    Dwarf("runa", _("Strikes early, and suspects earlier."), Temperament(1, -1), 0.85),
    Dwarf("wenzel", _("Believes what he is told, at least twice."), Temperament(0, 1), 1.1),
    Dwarf("friedrun", _("Bides her time and counts the cards."), Temperament(-1, 0), 1.25),
    Dwarf("alrun", _("Looks twice at who laid a dead end."), Temperament(0, -1), 1.1),
    Dwarf("jobst", _("Quick with the pick, quicker with the tongue."), Temperament(1, 0), 0.7),
    Dwarf("gerlind", _("Fixes what others break, and asks later."), Temperament(0, 1), 0.95),
    Dwarf("tassilo", _("Plays by the book, and has read it."), Temperament(0, 0), 1.2),
)
BY_KEY: Final = {dwarf.key: dwarf for dwarf in DWARFS}


def dwarf_by(key: str, number: int) -> Dwarf:
    """Return the dwarf of a bot's seat.

    If the key is missing or only known to a newer release, the seat's number decides.
    """
    return BY_KEY.get(key) or DWARFS[number % len(DWARFS)]


# Dwarfs that players make (decision 123).
#
# A code has a digit for each part, in the order of `DWARF_PARTS`. It is stored with the player and
# is the address of the drawing (`art/faces.py`). Choices are only ever added, at the end of a part,
# so that stored codes keep their meaning.

Words = str | Promise
_random = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class DwarfChoice:
    """A choice for a part: a shape by its key, or a colour."""

    key: str
    name: Words


@dataclass(frozen=True, slots=True)
class DwarfPart:
    """A part of a dwarf with at most ten choices, so that one digit is enough."""

    key: str
    name: Words
    choices: tuple[DwarfChoice, ...]
    is_colour: bool = False


def _colours(key: str, name: Words, *choices: tuple[str, Words]) -> DwarfPart:
    return DwarfPart(key, name, tuple(DwarfChoice(*choice) for choice in choices), is_colour=True)


DWARF_PARTS: Final = (
    DwarfPart(
        "hat",
        pgettext_lazy("a dwarf's", "Hat"),
        (
            DwarfChoice("dome", _("Round helmet with a lamp")),
            DwarfChoice("box", _("Flat helmet with a lamp")),
            DwarfChoice("cap", _("Cap with fur")),
            DwarfChoice("hood", _("Hood")),
            DwarfChoice("band", _("Headband")),
            DwarfChoice("point", _("Pointed hat")),
            DwarfChoice("bare", _("No hat")),
        ),
    ),
    DwarfPart(
        "hair",
        pgettext_lazy("a dwarf's", "Beard or hair"),
        (
            DwarfChoice("full", _("Full beard")),
            DwarfChoice("forked", _("Forked beard")),
            DwarfChoice("braided", _("Braided beard")),
            DwarfChoice("pointed", _("Pointed beard")),
            DwarfChoice("twin", _("Two braids")),
            DwarfChoice("stubble", _("Short beard")),
            DwarfChoice("plaits", _("Plaits, no beard")),
            DwarfChoice("curls", _("Curls, no beard")),
            DwarfChoice("bun", _("Bun, no beard")),
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
PART_KEYS: Final = tuple(part.key for part in DWARF_PARTS)
COMBINATIONS: Final = prod(len(part.choices) for part in DWARF_PARTS)
"""The number of different dwarfs."""


def is_dwarf_code(code: str) -> bool:
    """Tell whether the code names a dwarf that this release can draw."""
    digits = code.isascii() and code.isdigit() and len(code) == len(DWARF_PARTS)
    pairs = zip(code, DWARF_PARTS, strict=False)
    return digits and all(int(sign) < len(part.choices) for sign, part in pairs)


def choices_of(code: str) -> dict[str, str]:
    """Return the chosen key of each part."""
    digits = zip(code, DWARF_PARTS, strict=True)
    return {part.key: part.choices[int(digit)].key for digit, part in digits}


def code_of(choices: Mapping[str, str]) -> str:
    """Return the code of these choices. Raises ValueError if a part is missing or unknown."""
    return "".join(str(_place(part, choices.get(part.key, ""))) for part in DWARF_PARTS)


def _place(part: DwarfPart, key: str) -> int:
    return [choice.key for choice in part.choices].index(key)


def default_code(number: int) -> str:
    """Return the code of a player who has made no dwarf: always the same for the same number."""
    digest = sha256(f"dwarf {number}".encode()).digest()
    return _code(int.from_bytes(digest[:8]) % COMBINATIONS)


@lru_cache(maxsize=10_000)
def dwarf_code(number: int, code: str) -> str:
    """Return the code of a player's own dwarf, or the default one of their number.

    A dwarf that only a newer release can draw is replaced by the default.
    """
    return code if is_dwarf_code(code) else default_code(number)


def next_free_code(code: str, taken: Container[object]) -> str:
    """Return the next code after this one that isn't taken; usually only the cloak differs."""
    following = _code((_index(code) + 1) % COMBINATIONS)
    return next_free_code(following, taken) if following in taken else following


def random_code() -> str:
    return _code(_random.randrange(COMBINATIONS))


def _code(index: int) -> str:
    digits = []
    for part in reversed(DWARF_PARTS):
        index, digit = divmod(index, len(part.choices))
        digits.append(str(digit))
    return "".join(reversed(digits))


def _index(code: str) -> int:
    index = 0
    for digit, part in zip(code, DWARF_PARTS, strict=True):
        index = index * len(part.choices) + int(digit)
    return index
