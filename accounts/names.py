"""Names of players: which are allowed, and which are one and the same to the eye.

Two names that differ only in case, accents, separators, or in signs that look alike have the same
`key`, and the database keeps keys unique.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST = 3
LONGEST = 20
SEPARATORS = "-_"
LEFT_TO_RIGHT_MARK = "\u200e"  # the data set wraps letters of right-to-left scripts in it

# Scripts that one language writes side by side; any other mixture is refused.
WRITTEN_TOGETHER = (
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "HANGUL"},
    {"HAN", "BOPOMOFO"},
)
NO_SCRIPT = {"COMMON", "INHERITED"}

# Look-alikes within plain Latin, after folding case.
TWINS = str.maketrans({"o": "0", "i": "1", "l": "1"})
PAIRS = (("rn", "m"), ("vv", "w"))

RESERVED = (
    "admin", "administrator", "bot", "everyone", "formerplayer", "guest", "moderator", "nobody",
    "operator", "postmaster", "root", "server", "staff", "support", "system", "undermine",
    "webmaster",
)  # fmt: skip
GUEST_WORDS = ("Guest", "Gast")
"""What guests are called in our languages, each with a number."""


def normal(name: str) -> str:
    """The one way a name is stored: composed, without widths and ligatures."""
    return unicodedata.normalize("NFKC", name.strip())


def key(name: str) -> str:
    """What is equal for two names that a reader would take for each other."""
    folded = "".join(_twin(sign) for sign in _plain(normal(name)).upper())
    folded = folded.casefold()
    for pair, single in PAIRS:
        folded = folded.replace(pair, single)
    return re.sub(f"[{SEPARATORS}]", "", folded.translate(TWINS))


def validate(name: str) -> None:
    """Raise what is wrong with a name, whoever else may have it."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has 3 to 20 letters, digits, - or _."), code="name_length")
    if not all(map(_allowed, name)) or not key(name):
        raise ValidationError(
            _("Only letters, digits, - and _ make a name."), code="name_characters"
        )
    if not _one_script(name):
        raise ValidationError(
            _("All letters of a name come from one alphabet."), code="name_scripts"
        )
    if _poses_as_latin(name):
        raise ValidationError(
            _("This name looks like a Latin one: write it in Latin letters."), code="name_poses"
        )


def is_reserved(name: str) -> bool:
    """Whether readers would take it for the house itself."""
    return key(name) in _reserved_keys() or is_of_guest(name)


def is_of_guest(name: str) -> bool:
    """Does it look like a name that we make for a guest?"""
    return any(key(name).removeprefix(word).isdigit() for word in _guest_keys())


@cache
def _guest_keys() -> frozenset[str]:
    return frozenset(map(key, GUEST_WORDS))


@cache
def _reserved_keys() -> frozenset[str]:
    return frozenset(map(key, RESERVED))


def _plain(text: str) -> str:
    """Without case and accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _allowed(sign: str) -> bool:
    return sign in SEPARATORS or sign in "0123456789" or unicodedata.category(sign)[0] == "L"


def _one_script(name: str) -> bool:
    scripts = set(map(categories.alias, name)) - NO_SCRIPT
    return len(scripts) <= 1 or any(scripts <= family for family in WRITTEN_TOGETHER)


def _poses_as_latin(name: str) -> bool:
    """Reads as a Latin name throughout, yet has another key than that: impostors would pass.

    Greek nu looks like v, but its capital like N, so no key can serve both.
    """
    letters = [sign for sign in name if unicodedata.category(sign)[0] == "L"]
    if all(categories.alias(sign) == "LATIN" for sign in letters):
        return False
    reading = [_latin_twin(sign) if sign in letters else sign for sign in name]
    return all(reading) and key("".join(reading)) != key(name)


def _latin_twin(sign: str) -> str:
    """The basic Latin letter it looks like, or nothing."""
    found = [twin for twin in _twins().get(sign, ()) if twin.isascii() and twin.isalpha()]
    return min(found, default="")


def _twin(sign: str) -> str:
    """One sign for all that look like this one."""
    return min(_twins().get(sign, sign))


@cache
def _twins() -> dict[str, frozenset[str]]:
    """Every sign with all that look like it, itself among them.

    The data set is made of stars: a model with its look-alikes, each pointing back at the model.
    """
    stars: dict[str, set[str]] = {}
    for sign, found in confusables_data.items():
        alike = {other["c"].strip(LEFT_TO_RIGHT_MARK) for other in found}
        stars[sign] = {sign} | {other for other in alike if len(other) == 1}
    return {sign: frozenset().union(*(stars.get(o, {o}) for o in star))
            for sign, star in stars.items()}  # fmt: skip
