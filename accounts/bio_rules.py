"""The line that players write about themselves: plain text, for everybody who opens their page.

What it must not be is refused here; whether they may write at all is asked by who saves it.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MAX_BIO_LENGTH: Final = 140
JOINERS: Final = "\u200c\u200d"
"""Persian words and families of emoji need them; they turn nothing around."""
INVISIBLE_CATEGORIES: Final = ("Cc", "Cf", "Co", "Cs")
MAX_ACCENTS: Final = 3
"""So many accents a letter bears; with more of them, they climb over the lines above."""


def normalize_bio(text: str) -> str:
    """The one way a line is stored: composed, and spaces only between words."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def validate_bio(line: str) -> None:
    """Raise what is wrong with a line that is in its normal form."""
    if len(line) > MAX_BIO_LENGTH:
        raise ValidationError(_("That is too long: 140 signs at most."), code="line_length")
    if any(map(_is_invisible, line)) or _stacks_accents(line):
        raise ValidationError(
            _("There are signs in it that cannot be seen, or that turn the text around."),
            code="line_signs",
        )


def _is_invisible(sign: str) -> bool:
    """Controls, marks of direction, signs without a meaning that all agree on."""
    return unicodedata.category(sign) in INVISIBLE_CATEGORIES and sign not in JOINERS


def _stacks_accents(line: str) -> bool:
    """Are there more accents in a row than any language writes?"""
    row = 0
    for sign in unicodedata.normalize("NFD", line):
        row = row + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if row > MAX_ACCENTS:
            return True
    return False
