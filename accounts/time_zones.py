"""Which time zone somebody lives in who has not told us: as the browser says, or a guess."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest
from django.utils import translation

from accounts import civil_time

COOKIE = "zone"
LONGEST = 64
UTC = "UTC"
USUAL = {"nl": "Europe/Amsterdam", "de": "Europe/Berlin"}
"""Where most who read a language live; of who reads English nobody knows."""


def of_browser(request: HttpRequest) -> ZoneInfo:
    """What a script of ours has asked the browser; without that, UTC."""
    return civil_time.zone(request.COOKIES.get(COOKIE, UTC)[:LONGEST])


def guess(request: HttpRequest) -> str:
    """For a new account; what the form says counts more."""
    told = request.COOKIES.get(COOKIE, "")
    if told in available_timezones():
        return told
    return USUAL.get((translation.get_language() or "")[:2], UTC)
