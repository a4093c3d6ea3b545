"""Titles of tables, and finding links in them and in other texts.

Titles and names appear in mail to people who never asked for any. Mail programs make a link of
whatever looks like an address, with or without a scheme: two words with a dot between them, the
last one of letters. Lists of top-level domains age, so every such end counts as one. That also
refuses "Round 2.Final"; a space after the dot helps.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.kinds import KINDS
from games.tables.models import Table

SHORTEST, LONGEST = 3, 40
TITLES = (
    _("The Old Lantern"), _("Copper Gallery"), _("Seventh Shaft"), _("Wet Boots"),
    _("The Quiet Seam"), _("Last Candle"), _("The Crooked Prop"), _("Down by Supper"),
    _("Two Picks Deep"), _("The Whistling Cart"), _("Night Shift"), _("Under the Roots"),
)  # fmt: skip
INVISIBLE = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}  # can hide or reverse other characters

DOTS: Final = str.maketrans(dict.fromkeys("。܁܂꘎ꓸ", "."))
"""Characters that browsers or readers take for a dot, beyond those NFKC replaces."""
LINK: Final = re.compile(
    r"""
    \w:/ | :// | www\.                                            # a scheme, or nearly one
    | [^\s.]\. (?: xn--[a-z0-9-]+ | [^\W\d_]{2,} ) (?![^\W_])     # an end like a domain's
    | (?<![\w.]) (?:\d{1,3}\.){3} \d{1,3} (?![\w.])               # a network address
    """,
    re.VERBOSE | re.IGNORECASE,
)
UNSEEN: Final = ("Cc", "Cf", "Mn", "Mc", "Me")


def has_link(text: str) -> bool:
    """Check whether a mail program or a reader would find a link in this text."""
    plain = unicodedata.normalize("NFKC", text).translate(DOTS)
    seen = (sign for sign in plain if sign.isspace() or unicodedata.category(sign) not in UNSEEN)
    return LINK.search("".join(seen)) is not None


def without_links(text: str) -> str:
    """Replace every word that holds a link with an ellipsis."""
    return re.sub(r"\S+", lambda word: "…" if has_link(word[0]) else word[0], text)


def validate_title(title: str) -> None:
    """Refuse links and invisible characters: titles appear in mail to strangers."""
    if any(unicodedata.category(sign) in INVISIBLE for sign in title):
        raise ValidationError(_("Please use visible characters only."), code="unseen")
    if has_link(title):
        wrong = _("Titles can’t contain links. If this isn’t one, put a space after the dot.")
        raise ValidationError(wrong, code="link")


def random_title() -> str:
    return str(secrets.choice(TITLES))


def mailed_title(table: Table) -> str:
    """Return a table's title, or the name of its game if an old title holds a link."""
    return str(KINDS[table.kind].title) if has_link(table.title) else table.title
