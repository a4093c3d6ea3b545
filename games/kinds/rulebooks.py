"""The address of each rule on its game's page, and links to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.kinds import KINDS


@cache
def _slugs() -> Mapping[str, str]:
    """The page of every rule, by its number."""
    return {number: kind.slug for kind in KINDS.values() for number in kind.rulebook.rules}


def address(number: str) -> str:
    return f"{reverse('game-rules', args=[_slugs()[number]])}#{number}"


def link(number: str) -> SafeString:
    """To a rule, named by its number."""
    words = gettext("Rule %(number)s") % {"number": number}
    return format_html('<a class="to-rule" href="{}">{}</a>', address(number), words)
