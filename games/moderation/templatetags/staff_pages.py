"""Template tags of the admin: the frame of wide tables, and durations."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from accounts import dates
from games.moderation import texts

register = template.Library()


@register.simple_block_tag
def framed(content: SafeString, caption: str, *columns: str, look: str = "") -> str:
    """Return rows below these columns, in a box that scrolls and can be reached by keyboard.

    With the look `cards` each row is a card on a phone: cells name their column in `data-label`.
    """
    frame = {"caption": caption, "columns": columns, "look": look, "rows": content}
    return render_to_string("moderation/admin/frame.html", frame)


register.filter("reason_words", texts.reason_label)
register.filter("outcome_words", texts.outcome_label)


@register.filter
def span(length: timedelta | None) -> str:
    """Format a duration in days, hours and minutes."""
    return "" if length is None else dates.span(int(length.total_seconds()))
