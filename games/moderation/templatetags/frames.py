"""The frame of every table in the admin that is wider than a phone."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def framed(content: SafeString, caption: str, *columns: str, look: str = "") -> str:
    """Rows below these columns, in a box of their own that scrolls and that a keyboard reaches.

    With the look `cards` each row is a card on a phone: its cells say their column in `data-label`.
    """
    frame = {"caption": caption, "columns": columns, "look": look, "rows": content}
    return render_to_string("moderation/admin/frame.html", frame)
