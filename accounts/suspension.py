"""What a suspended player may still do, and what they are told."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.module_loading import import_string

from accounts.models import User
from config.clock import now

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
    "accounts:sign-out",
    "notices-off",
    "accounts:password-from-key",
    "cards",
    "game-rules",
    "conduct",
    "contact",
    "manifest",
    "mfa_reauthenticate",
    "my-decisions",
    "names",
    "offline",
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

    `settings.SUSPENDED_BECAUSE` names the function that knows why.
    """
    context = {
        "until": user.suspended_until,
        "banned": user.is_banned(),
        "decisions": import_string(settings.SUSPENDED_BECAUSE)(user, now()),
    }
    response = render(request, "accounts/suspended.html", context, status=403)
    response.headers["Cache-Control"] = "no-store"
    return response
