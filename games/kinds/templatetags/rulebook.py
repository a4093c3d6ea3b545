"""Links to rules: `{% rule "C10" %}`, `{% rule_of_option "classic" "maps" %}`."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.kinds import KINDS, rule_link

register = template.Library()
register.simple_tag(rule_link, name="rule")


@register.simple_tag
def rule_of_option(kind: str, name: str) -> SafeString | str:
    """Link to the rule of an option or its field; return nothing if the game has no such option."""
    found = name.removeprefix("option_")
    if kind not in KINDS or found not in KINDS[kind].options.words:
        return ""
    return rule_link(KINDS[kind].rulebook.of_option(found))
