"""Links to rules: `{% rule "C10" %}`, `{% rule_of_option "classic" "maps" %}`."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.kinds import KINDS, rulebooks

register = template.Library()


@register.simple_tag
def rule(number: str) -> SafeString:
    return rulebooks.link(number)


@register.simple_tag
def rule_of_option(kind: str, name: str) -> SafeString | str:
    """Nothing for what is no option of the game: its clock, its edition."""
    known = {option.name for option in KINDS[kind].rules.OPTIONS}
    found = name.removeprefix("option_")
    return rulebooks.link(KINDS[kind].rulebook.of_option(found)) if found in known else ""
