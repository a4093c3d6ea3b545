"""Pages that are of no use without an address: a guest is shown how to get one instead."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User

CLOSED: Final = frozenset(
    {
        "account_change_password",
        "account_email",
        "account_reauthenticate",
        "account_set_password",
        "accounts:end-session",
        "accounts:mailed-code",
        "accounts:name",
        "accounts:set-password",
        "follow",
        "friends",
        "own-line",
        "unfollow",
        "usersessions_list",
        "webhook-remove",
        "webhook-set",
    }
)
SECOND_FACTOR: Final = "mfa_"


def instead(request: HttpRequest, user: User) -> HttpResponse | None:
    """Where a guest is led who comes to such a page; of everybody else nothing is asked."""
    match = request.resolver_match
    if not user.is_guest or match is None:
        return None
    if match.view_name not in CLOSED and not match.view_name.startswith(SECOND_FACTOR):
        return None
    there = redirect("accounts:claim")
    return HttpResponseClientRedirect(there.url) if "HX-Request" in request.headers else there
