"""Names of players: which are allowed, and which look the same.

Names that differ only in case, accents, separators or look-alike characters have the same `key`,
and keys are unique in the database.
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
LEFT_TO_RIGHT_MARK = "\u200e"  # surrounds letters of right-to-left scripts in the data set

# Scripts that a language mixes; any other mixture is refused.
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
"""Names of guests in our languages; a number follows."""


def normal(name: str) -> str:
    """Return the name as it is stored: composed characters, no width variants or ligatures."""
    return unicodedata.normalize("NFKC", name.strip())


def key(name: str) -> str:
    """Return the same key for names that look alike."""
    folded = "".join(_twin(sign) for sign in _plain(normal(name)).upper())
    folded = folded.casefold()
    for pair, single in PAIRS:
        folded = folded.replace(pair, single)
    return re.sub(f"[{SEPARATORS}]", "", folded.translate(TWINS))


def validate(name: str) -> None:
    """Raise ValidationError if nobody may have this name."""
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(_("A name has 3 to 20 letters, digits, - or _."), code="name_length")
    if not all(map(_allowed, name)) or not key(name):
        raise ValidationError(
            _("A name can only have letters, digits, - and _."), code="name_characters"
        )
    if not _one_script(name):
        raise ValidationError(
            _("All letters of a name must come from one alphabet."), code="name_scripts"
        )
    if _poses_as_latin(name):
        raise ValidationError(
            _("This name looks like Latin letters. Write it in Latin letters."), code="name_poses"
        )


def is_reserved(name: str) -> bool:
    """Return whether it looks like a name of the site itself, or of a guest."""
    return key(name) in _keys(RESERVED) or is_of_guest(name)


def is_of_guest(name: str) -> bool:
    """Return whether it looks like a name that we give to guests."""
    return any(key(name).removeprefix(word).isdigit() for word in _keys(GUEST_WORDS))


@cache
def _keys(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(key, words))


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _allowed(sign: str) -> bool:
    return sign in SEPARATORS or sign in "0123456789" or unicodedata.category(sign)[0] == "L"


def _one_script(name: str) -> bool:
    scripts = set(map(categories.alias, name)) - NO_SCRIPT
    return len(scripts) <= 1 or any(scripts <= family for family in WRITTEN_TOGETHER)


def _poses_as_latin(name: str) -> bool:
    """Return whether it looks like a Latin name that has a different key.

    Greek nu looks like v, but its capital like N, so one key can't cover both.
    """
    letters = [sign for sign in name if unicodedata.category(sign)[0] == "L"]
    if all(categories.alias(sign) == "LATIN" for sign in letters):
        return False
    reading = [_latin_twin(sign) if sign in letters else sign for sign in name]
    return all(reading) and key("".join(reading)) != key(name)


def _latin_twin(sign: str) -> str:
    """Return the basic Latin letter that a character looks like, or ""."""
    found = [twin for twin in _twins().get(sign, ()) if twin.isascii() and twin.isalpha()]
    return min(found, default="")


def _twin(sign: str) -> str:
    """Return the character that stands for all look-alikes of this one."""
    return min(_twins().get(sign, sign))


@cache
def _twins() -> dict[str, frozenset[str]]:
    """Return the look-alikes of each character, itself included.

    In the data set, a character lists its look-alikes, and each of them lists only that one.
    """
    stars: dict[str, set[str]] = {}
    for sign, found in confusables_data.items():
        alike = {other["c"].strip(LEFT_TO_RIGHT_MARK) for other in found}
        stars[sign] = {sign} | {other for other in alike if len(other) == 1}
    return {sign: frozenset().union(*(stars.get(o, {o}) for o in star))
            for sign, star in stars.items()}  # fmt: skip
