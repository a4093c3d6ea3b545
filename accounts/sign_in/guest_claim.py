"""A guest adds an address and becomes a full account, keeping their tables (decision 113).

They confirm the address by a code typed in their own browser: with a link, the reader of the email
could confirm somebody else's guest. Only an email to its owner reveals that an address already has
an account.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import earlier_names, names
from accounts.decorators import AuthenticatedRequest, own_form
from accounts.forms import ADDRESS_HELP, CODE, NameForm, Relabelled, check_mail_limit
from accounts.mail import addresses
from accounts.models import EarlierName, User
from accounts.sign_in import attempt_limits, bans, security_log
from accounts.sign_in.allauth_internals import record_authentication
from accounts.sign_in.mailed_code import CodeInSession
from config.clock import now


class ClaimCode(CodeInSession):
    """A code mailed to the address that a guest wants to use."""

    key = "claim"

    @property
    def email(self) -> str:
        return str(self.state.get("email", ""))

    def begin(self, email: str) -> None:
        """Mail a code; if the address already has an account, mail a note and accept no code."""
        code = get_adapter().generate_login_code()
        self.start(code if is_free(email) else "", email)
        self.send()

    def send(self) -> None:
        words = {"user": self.user, "code": self.code}
        if self.code:
            get_adapter().send_mail("account/email/claim_code", self.email, words)
        else:
            get_adapter().send_account_already_exists_mail(self.email)


def is_free(email: str) -> bool:
    """Check that it is free, then not banned: deletion does both in one transaction."""
    return not addresses.is_confirmed(email) and not bans.is_banned_address(email)


def claim_account(user: User, email: str, wanted: str, at: datetime) -> User:
    """Make a guest a full account with this confirmed address and name.

    Raises ValidationError if name or address are not available. A second click changes nothing.
    """
    name = names.normal(wanted)
    try:
        with transaction.atomic():
            guest = User.objects.select_for_update().get(pk=user.pk)
            if guest.is_guest:
                _check(guest, email, name)
                _set_address(guest, email)
                earlier_names.change_name(guest, name, EarlierName.Because.PLAYER, at)
            return guest
    except IntegrityError:  # taken after the check
        raise earlier_names.name_taken() from None


def _check(guest: User, email: str, name: str) -> None:
    earlier_names.check_name(name, guest)
    if not is_free(email):
        raise ValidationError(
            _("There is already an account with this address. Sign in to it."), code="address"
        )


def _set_address(guest: User, email: str) -> None:
    guest.guest_until = guest.guest_key = None
    guest.email = email.lower()
    address = EmailAddress(user=guest, email=guest.email, verified=True, primary=True)
    addresses.release_unconfirmed(address)
    guest.save(update_fields=["guest_until", "guest_key", "email"])
    address.save()


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        help_text=ADDRESS_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        return check_mail_limit(attempt_limits.CODES, str(self.cleaned_data["email"]).lower())


class CodeForm(NameForm, Relabelled, BaseConfirmCodeForm):
    words: ClassVar = {"code": CODE}


@own_form
def claim_page(request: AuthenticatedRequest) -> HttpResponse:
    """Ask for the address, then for the code and a name."""
    if not request.user.is_guest:
        return redirect("accounts:settings")
    claim = ClaimCode(request)
    sent = claim if claim.is_valid else None
    if request.method == "POST" and "again" in request.POST:
        claim.discard()
        return redirect("accounts:claim")
    if request.method == "POST" and (sent is None or "email" in request.POST):
        return _send_code(request)
    if sent is None:
        return _render_claim(request, AddressForm())
    return _check_code(request, sent)


def _send_code(request: AuthenticatedRequest) -> HttpResponse:
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _render_claim(request, form)
    ClaimCode(request).begin(form.cleaned_data["email"])
    return redirect("accounts:claim")


def _check_code(request: AuthenticatedRequest, sent: ClaimCode) -> HttpResponse:
    if request.method != "POST":
        return _render_claim(request, CodeForm(code=sent.code), sent)
    form = CodeForm(request.POST, code=sent.code)
    if form.is_valid():
        try:
            return _complete_claim(request, sent, form.cleaned_data["name"])
        except ValidationError as refused:
            form.add_error(None if refused.code == "address" else "name", refused)
    elif form.has_error("code", "incorrect_code"):
        security_log.log_warning("wrong code", request, sent.email)
        if not sent.record_invalid_attempt():
            messages.error(request, gettext("Three wrong codes. Request a new one."))
            return redirect("accounts:claim")
    return _render_claim(request, form, sent)


def _complete_claim(request: AuthenticatedRequest, sent: ClaimCode, wanted: str) -> HttpResponse:
    user = claim_account(request.user, sent.email, wanted, now())
    sent.discard()
    security_log.log_event("guest claimed", request, user.email)
    record_authentication(request, user, "code", email=user.email)
    words = {"name": user.name}
    messages.success(request, gettext("Welcome, %(name)s. Your tables are yours for good.") % words)
    response = redirect("home")
    attempt_limits.remember_device(request, response, user)
    return response


def _render_claim(
    request: AuthenticatedRequest, form: forms.Form, sent: ClaimCode | None = None
) -> HttpResponse:
    context = {"form": form, "sent": sent.email if sent else ""}
    return render(request, "accounts/claim.html", context)
