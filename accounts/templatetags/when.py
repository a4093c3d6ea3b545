"""Dates and times as `<time>` elements (accounts/dates.py); `_words` is for plain text."""

from __future__ import annotations

from datetime import date, datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts import dates
from config.clock import now

register = template.Library()


@register.filter
def day(value: date | None) -> str:
    return _time(value, dates.day(value)) if value else ""


@register.filter
def moment(at: datetime | None) -> str:
    return _time(at, dates.moment(at)) if at else ""


@register.filter
def lately(at: datetime | None) -> str:
    """Format a time, with its date unless it is today."""
    return _time(at, dates.time_or_moment(at, now())) if at else ""


@register.filter
def moment_words(at: datetime | None) -> str:
    return dates.moment(at) if at else ""


@register.filter
def deadline(due: datetime | None) -> str:
    """Format a deadline with the time left."""
    return _time(due, dates.deadline(due, now())) if due else ""


def _time(value: date, words: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), words)
