"""Small drawings that stand beside words: `{% icon "cards" %}`, `{% dwarf 3 %}`, and of a bot
`{% dwarf "hilda" %}`.

They are pictures only: what they mean must be said beside them.
"""

from __future__ import annotations

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kinds.common.dwarfs import BY_KEY

register = template.Library()


@register.simple_tag
@cache
def icon(name: str, style: str = "") -> SafeString:
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
        style,
        static("img/icons.svg"),
        name,
    )


@register.simple_tag
def dwarf(number: int | str | None, style: str = "") -> SafeString:
    """Ten dwarfs for people: the last digit picks one, so that a player keeps their face. A bot has
    that of its dwarf, by key."""
    if number in BY_KEY:
        return _dwarf("img/bots.svg", str(number), style)
    return _dwarf("img/dwarfs.svg", f"dwarf-{str(number or 0)[-1]}", style)


@cache
def _dwarf(sheet: str, name: str, style: str) -> SafeString:
    return format_html(
        '<svg class="dwarf {}" viewBox="0 0 48 48" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"/></svg>',
        style,
        static(sheet),
        name,
    )
