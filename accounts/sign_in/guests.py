"""Guests play at once, without an address; only their browser can sign in (decision 113).

A guest is a player with a generated name. After `KEEP_GUESTS` without a visit the account is
deleted like any other. By adding an address it becomes a full account
(accounts/sign_in/guest_claim.py).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts import earlier_names, names, time_zones
from accounts.models import User
from accounts.privacy import deletion
from accounts.sign_in import attempt_limits, security_log

SALT: Final = "accounts.guests"
DOUBLE_CLICK_WITHIN: Final = timedelta(minutes=1)
"""A browser that sends its form again within this time gets the same guest."""
NUMBERS: Final = 1000, 99_999
MAX_NAME_ATTEMPTS: Final = 50
_random = random.SystemRandom()


def get_or_create_guest(request: HttpRequest, at: datetime) -> User | None:
    """Return a new guest for this browser, or the one its first click created a moment ago.

    None if there are too many, on the site or from this network. Call it in the transaction of the
    guest's action, so that no guest remains if that fails.
    """
    key = _browser_key(request)
    found = _recent_guest(key, at)
    if found is not None or not _has_room(request):
        return found
    try:
        with transaction.atomic():
            return _create_guest(request, key, at)
    except IntegrityError:  # the first click won
        return _recent_guest(key, at)


def sign_in_guest(request: HttpRequest, guest: User) -> None:
    login(request, guest, settings.AUTHENTICATION_BACKENDS[0])
    security_log.log_event("guest came", request, "")


def restart_expiry(user: User, at: datetime) -> None:
    if user.is_guest:
        still = User.objects.guests().filter(pk=user.pk)
        still.update(guest_until=at + settings.KEEP_GUESTS)


@transaction.atomic
def delete_if_idle(number: int, at: datetime) -> bool:
    """Delete a guest, unless they just came back or added an address."""
    gone = User.objects.select_for_update(no_key=True).filter(pk=number, guest_until__lte=at)
    guest = gone.first()
    if guest is not None:
        deletion.delete_account(guest, at)
    return guest is not None


def _browser_key(request: HttpRequest) -> str:
    """Return an id of the browser, from its CSRF secret, which changes with every sign-in."""
    secret = request.META.get("CSRF_COOKIE") or get_random_string(32)
    return salted_hmac(SALT, str(secret), algorithm="sha256").hexdigest()


def _recent_guest(key: str, at: datetime) -> User | None:
    return User.objects.filter(guest_key=key, joined_at__gt=at - DOUBLE_CLICK_WITHIN).first()


def _has_room(request: HttpRequest) -> bool:
    """Count a new guest; return False if there are too many, on the site or from this network."""
    there = User.objects.guests().count()
    if there < settings.GUESTS and attempt_limits.consume(request, attempt_limits.GUESTS, ""):
        return True
    security_log.log_warning("guest sent away", request, "")
    return False


def _create_guest(request: HttpRequest, key: str, at: datetime) -> User:
    return User.objects.create_user(
        name=_free_name(),
        language=translation.get_language() or settings.LANGUAGE_CODE,
        time_zone=time_zones.guess_zone(request),
        joined_at=at,
        guest_until=at + settings.KEEP_GUESTS,
        guest_key=key,
    )


def _free_name() -> str:
    tried = islice(_names(), MAX_NAME_ATTEMPTS)
    return next(name for name in tried if not earlier_names.is_taken(name))


def _names() -> Iterator[str]:
    """Yield names such as Guest-1234, which are reserved, in the language of the page."""
    word = _("Guest")
    word = word if word in names.GUEST_WORDS else names.GUEST_WORDS[0]
    while True:
        yield f"{word}-{_random.randint(*NUMBERS)}"


CLOSED_TO_GUESTS: Final = frozenset(
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


def redirect_guest(request: HttpRequest, user: User) -> HttpResponse | None:
    """Redirect a guest from a page that needs an address to the page for adding one."""
    match = request.resolver_match
    if not user.is_guest or match is None:
        return None
    if match.view_name not in CLOSED_TO_GUESTS and not match.view_name.startswith("mfa_"):
        return None
    there = redirect("accounts:claim")
    return HttpResponseClientRedirect(there.url) if "HX-Request" in request.headers else there
