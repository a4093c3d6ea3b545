"""Codes of moderation as staff speak of them, for templates of the admin."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.conf import settings

from accounts import dates
from games.moderation import texts
from games.moderation.models import Report
from games.tables.models import Table

register = template.Library()


@register.filter
def reason_words(code: str) -> str:
    return str(texts.reason_label(code))


@register.filter
def outcome_words(code: str) -> str:
    return str(texts.outcome_label(code))


@register.filter
def report_kind(code: str) -> str:
    return str(dict(Report.Kind.choices).get(code, code))


@register.filter
def table_state(code: str) -> str:
    return str(dict(Table.Status.choices).get(code, code))


@register.filter
def language_name(code: str) -> str:
    return str(dict(settings.LANGUAGES).get(code, code))


@register.filter
def span(length: timedelta) -> str:
    """How long, in days, hours and minutes."""
    return dates.span(int(length.total_seconds()))
