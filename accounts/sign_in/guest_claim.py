"""A guest gives an address and becomes a whole account; all they have stays theirs (decision 113).

The address is proven by a code that is typed in the guest's own browser. A link would let whoever
reads the mail confirm a guest of somebody else's. Whether the address has an account already is
told by mail only, to its owner.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import earlier_names, names
from accounts.forms import check_mail_limit, label_field
from accounts.mail import email_addresses
from accounts.middleware import AuthenticatedRequest
from accounts.models import EarlierName, User
from accounts.sign_in import attempt_limits, bans, security_log
from accounts.sign_in.allauth_internals import record_authentication
from accounts.sign_in.mailed_code import CodeInSession
from config.clock import now


class ClaimCode(CodeInSession):
    """To the address that a guest wants to have from now on."""

    key = "claim"

    @property
    def email(self) -> str:
        return str(self.state.get("email", ""))

    def begin(self, email: str) -> None:
        """Mail a code there; to who has an account with it, that they have one: no code is right
        then, and nothing else differs."""
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
    """In this order: who leaves frees the address and has it kept out in one transaction."""
    return not email_addresses.is_confirmed(email) and not bans.is_banned_address(email)


def claim_account(user: User, email: str, wanted: str, at: datetime) -> User:
    """The guest has proven this address: from now on they are called so, and are no guest.

    Raises ValidationError if the name cannot be had, or the address no longer. A double click is
    one: the second finds nobody who is a guest, and changes nothing.
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
    except IntegrityError:  # somebody took name or address after we had looked
        raise _taken() from None


def _check(guest: User, email: str, name: str) -> None:
    earlier_names.check_name(guest, name)
    if not is_free(email):
        raise ValidationError(
            _("By now there is an account with this address. Sign in with it."), code="address"
        )


def _set_address(guest: User, email: str) -> None:
    guest.guest_until = guest.guest_key = None
    guest.email = email.lower()
    address = EmailAddress(user=guest, email=guest.email, verified=True, primary=True)
    email_addresses.release_unconfirmed(address)
    guest.save(update_fields=["guest_until", "guest_key", "email"])
    address.save()


def _taken() -> ValidationError:
    return ValidationError(
        _("This name is taken, or looks too much like one that is."), code="name_taken"
    )


# Keep my tables: where a guest gives an address, and then types the code and chooses a name.


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        help_text=gettext_lazy(
            "For signing in, and to tell you that it is your turn. Nobody else sees it."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        return check_mail_limit(attempt_limits.CODES, str(self.cleaned_data["email"]).lower())


class CodeForm(BaseConfirmCodeForm):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=names.LONGEST,
        help_text=gettext_lazy("What others see at the table: 3 to 20 letters, digits, - and _."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label_field(self.fields["code"], gettext_lazy("Code"), autocapitalize="characters")
        self.fields["code"].widget.attrs["spellcheck"] = "false"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim_page(request: AuthenticatedRequest) -> HttpResponse:
    """First the address; while a code is on its way, the code and a name."""
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
            messages.error(request, gettext("Three wrong codes. Have a new one mailed."))
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
