"""Is there a link in it? Titles and names stand in mail to people who never asked for any.

Mail programs make a link of whatever looks like an address, with or without a scheme: two words
with a dot between them, the last one of letters. Lists of top-level domains age, so every such end
counts as one. That also refuses "Round 2.Final"; a space after the dot mends it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from games.kinds import KINDS
from games.tables.models import Table

DOTS: Final = str.maketrans(dict.fromkeys("。܁܂꘎ꓸ", "."))
"""What browsers take for a dot or readers cannot tell from one, beyond what NFKC makes one of."""
LINK: Final = re.compile(
    r"""
    \w:/ | :// | www\.                                            # a scheme, or as good as one
    | [^\s.]\. (?: xn--[a-z0-9-]+ | [^\W\d_]{2,} ) (?![^\W_])     # an end like a domain's
    | (?<![\w.]) (?:\d{1,3}\.){3} \d{1,3} (?![\w.])               # a network address
    """,
    re.VERBOSE | re.IGNORECASE,
)
UNSEEN: Final = ("Cc", "Cf", "Mn", "Mc", "Me")


def has_link(text: str) -> bool:
    """Would a mail program, or a reader, find a link in this?"""
    plain = unicodedata.normalize("NFKC", text).translate(DOTS)
    seen = (sign for sign in plain if sign.isspace() or unicodedata.category(sign) not in UNSEEN)
    return LINK.search("".join(seen)) is not None


def without_links(text: str) -> str:
    """The same text, with … for every word that holds a link."""
    return re.sub(r"\S+", lambda word: "…" if has_link(word[0]) else word[0], text)


# What a table is called outside of its own pages.


def mailed_title(table: Table) -> str:
    """A table's title in mail: an old one with a link in it gives way to the name of its game."""
    return str(KINDS[table.kind].title) if has_link(table.title) else table.title
