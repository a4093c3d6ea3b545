"""Mail came back: its owner has a link mailed to the same address, and the button behind it proves
that mail arrives there again.

The link is signed, holds no address, works for three days, and only for the mark it was made for.
Opening it changes nothing, for scanners open links.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import bounces, security_log, sign_in_limits
from accounts.models import User
from accounts.views import AuthenticatedRequest

SALT: Final = "accounts.confirm-again"
LASTS: Final = timedelta(days=3)


@require_POST
@login_required
def send(request: AuthenticatedRequest) -> HttpResponse:
    """Mail the link, as often as codes may be mailed."""
    user = request.user
    if user.mail_bounced_at is None:
        return redirect("account_email")
    if not sign_in_limits.take(request, sign_in_limits.CODES, user.email):
        security_log.warn("mail held back", request, user.email)
        too_often: HttpResponse = respond_429(request)
        return too_often
    words = {"user": user, "confirm_url": link(user)}
    get_adapter().send_mail("account/email/address_again", user.email, words)
    messages.success(request, _("A mail is on its way. Follow the link in it."))
    return redirect("account_email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, then do it; whoever holds the mail may. Twice is once."""
    user = _read(token)
    if request.method == "POST":
        bounces.clear(user)
    done = request.method == "POST" or user.mail_bounced_at is None
    response = render(request, "accounts/confirm_again.html", {"done": done})
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def link(user: User) -> str:
    token = signing.TimestampSigner(salt=SALT).sign(f"{user.pk}.{_mark(user)}")
    return f"{settings.SITE_URL}{reverse('accounts:confirm-again', args=[token])}"


def _mark(user: User) -> str:
    return f"{user.mail_bounced_at:%Y%m%d%H%M%S}" if user.mail_bounced_at else ""


def _read(token: str) -> User:
    try:
        signed = signing.TimestampSigner(salt=SALT).unsign(token, max_age=LASTS)
    except signing.BadSignature:
        raise Http404 from None
    pk, mark = signed.split(".")
    user = User.objects.filter(pk=pk, deleted_at=None).first()
    if user is None or _mark(user) not in (mark, ""):
        raise Http404
    return user
