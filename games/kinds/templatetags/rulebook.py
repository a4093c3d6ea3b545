"""Links to rules: `{% rule "C10" %}`, `{% rule_of_option "classic" "maps" %}`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.kinds import KINDS

register = template.Library()


@cache
def _slugs() -> Mapping[str, str]:
    """The page of every rule, by its number."""
    return {number: kind.slug for kind in KINDS.values() for number in kind.rulebook.rules}


@register.simple_tag
def rule(number: str) -> SafeString:
    """Link to a rule on its game's page."""
    address = f"{reverse('game-rules', args=[_slugs()[number]])}#{number}"
    words = gettext("Rule %(number)s") % {"number": number}
    return format_html('<a class="to-rule" href="{}">{}</a>', address, words)


@register.simple_tag
def rule_of_option(kind: str, name: str) -> SafeString | str:
    """By the name of the option or of its field; nothing for what is no option of the game."""
    found = name.removeprefix("option_")
    if kind not in KINDS or found not in KINDS[kind].options.words:
        return ""
    return rule(KINDS[kind].rulebook.of_option(found))
