"""Opting out of emails to addresses without an account: invitations, and "there is no account".

The link in such an email contains only a keyed hash of the address, which is all we store. Opening
it changes nothing, as mail scanners open links; its button, or that of a mail program (RFC 8058),
sends a POST without session or CSRF token. An account with the address still gets its emails.
"""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.mail.email_addresses import mailbox
from accounts.models import NeverAgain, OutgoingMail
from config.clock import now

SALT = "accounts.never-again"


def optout_link(email: str) -> str:
    token = signing.Signer(salt=SALT).sign(_hash(email))
    return f"{settings.SITE_URL}{reverse('accounts:never-again', args=[token])}"


def may_mail(email: str) -> bool:
    """Return False if the address has opted out."""
    return not NeverAgain.objects.filter(mailbox=_hash(email)).exists()


def _hash(email: str) -> str:
    """Hash with a key, so that nobody without it can find the address by trying."""
    return salted_hmac(SALT, mailbox(email), algorithm="sha256").hexdigest()


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def optout_page(request: HttpRequest, token: str) -> HttpResponse:
    """Opt out, or undo it, for whoever has the email."""
    found, again = _read_token(token), "again" in request.POST
    if request.method == "POST":
        (_opt_in_again if again else _opt_out)(found)
    done = NeverAgain.objects.filter(mailbox=found).exists()
    context = {"done": done, "again": again and not done}
    response = render(request, "accounts/email_optout.html", context)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _read_token(token: str) -> str:
    try:
        return signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        raise Http404 from None


@transaction.atomic
def _opt_out(found: str) -> None:
    """Opt out, and drop invitations that wait to be sent."""
    NeverAgain.objects.get_or_create(mailbox=found, defaults={"at": now()})
    invitations = OutgoingMail.objects.filter(
        mime__contains=_optout_path(), given_up_at__isnull=True
    )
    for mail in invitations:
        if _hash(mail.recipients) == found:
            mail.delete()


def _optout_path() -> str:
    """Return the start of the opt-out path, which only such emails contain."""
    return reverse("accounts:never-again", args=["x"]).removesuffix("x/")


def _opt_in_again(found: str) -> None:
    NeverAgain.objects.filter(mailbox=found).delete()
