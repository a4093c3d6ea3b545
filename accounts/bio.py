"""The line that players write about themselves: plain text, public on their page.

Moderators can remove it.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import MAX_BIO_LENGTH, User

JOINERS: Final = "\u200c\u200d"
"""Invisible characters that Persian words and family emoji need."""
INVISIBLE_CATEGORIES: Final = ("Cc", "Cf", "Co", "Cs")
MAX_ACCENTS: Final = 3
"""Maximum number on one letter: more would reach into the lines above."""


def normalize_bio(text: str) -> str:
    """Return the line as it is stored: composed characters, single spaces."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def validate_bio(line: str) -> None:
    """Raise ValidationError if a normalized line is not acceptable."""
    if len(line) > MAX_BIO_LENGTH:
        raise ValidationError(_("That is too long: at most 140 characters."), code="line_length")
    if any(map(_is_invisible, line)) or _stacks_accents(line):
        raise ValidationError(
            _("It contains invisible characters, or characters that change the text direction."),
            code="line_signs",
        )


def _is_invisible(character: str) -> bool:
    """Return whether it is a control, direction mark or private-use character."""
    return unicodedata.category(character) in INVISIBLE_CATEGORIES and character not in JOINERS


def _stacks_accents(line: str) -> bool:
    """Return whether there are more accents in a row than any language uses."""
    row = 0
    for character in unicodedata.normalize("NFD", line):
        row = row + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if row > MAX_ACCENTS:
            return True
    return False


def save_bio(user: User, line: str, at: datetime) -> bool:
    """Store a player's line; False if they may not have one: guests, muted or suspended players.

    A single statement, so that a mute at the same moment counts.
    """
    silent = Q(chat_muted_until__gt=at) | Q(suspended_until__gt=at)
    rows = User.objects.filter(pk=user.pk, guest_until=None, deleted_at=None).exclude(silent)
    return bool(rows.update(line=line))
