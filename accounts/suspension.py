"""What a suspended player may still do, and what they are told."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.module_loading import import_string

from accounts.models import User
from config.clock import now


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why somebody is suspended: sentences, and where they appeal, if they still may."""

    lines: tuple[str, ...] = ()
    appeal: str = ""


# Leave, take their data along, read what binds us, and set a password to be able to leave.
OPEN = {
    "account_logout",
    "account_reauthenticate",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "accounts:data",
    "appeal",
    "accounts:delete",
    "accounts:mailed-code",
    "accounts:never-again",
    "notices-off",
    "accounts:password-from-key",
    "contact",
    "mfa_reauthenticate",
    "names",
    "privacy",
    "readyz",
    "rules",
    "service-worker",
    "set-theme",
    "set_language",
    "sweepz",
    "terms",
}


def may_visit(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.view_name in OPEN


def page(request: HttpRequest, user: User) -> HttpResponse:
    """Until when, why, and what is possible meanwhile. Never cached: it ends by itself.

    Why is known to whoever decides it: `settings.SUSPENSION_GROUNDS`.
    """
    context = {
        "grounds": import_string(settings.SUSPENSION_GROUNDS)(user, now()),
        "until": user.suspended_until,
        "zone": user.time_zone,
        "banned": user.is_banned(),
    }
    response = render(request, "accounts/suspended.html", context, status=403)
    response.headers["Cache-Control"] = "no-store"
    return response
