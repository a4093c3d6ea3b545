"""Keep my tables: where a guest gives an address, and then types the code and chooses a name."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.internal.flows.login import record_authentication
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import claim, known_devices, names, security_log, sign_in_limits
from accounts.claim import ClaimCode
from accounts.forms import mailed_at_most, say
from accounts.views import AuthenticatedRequest
from config.clock import now


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("Email address"),
        help_text=gettext_lazy(
            "For signing in, and to tell you that it is your turn. Nobody else sees it."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        return mailed_at_most(sign_in_limits.CODES, str(self.cleaned_data["email"]).lower())


class CodeForm(BaseConfirmCodeForm):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=names.LONGEST,
        help_text=gettext_lazy("What others see at the table: 3 to 20 letters, digits, - and _."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say(self.fields["code"], gettext_lazy("Code"), autocapitalize="characters")
        self.fields["code"].widget.attrs["spellcheck"] = "false"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AuthenticatedRequest) -> HttpResponse:
    """First the address; while a code is on its way, the code and a name."""
    if not request.user.is_guest:
        return redirect("accounts:settings")
    sent = ClaimCode(request).abort_if_invalid()
    if request.method == "POST" and "again" in request.POST:
        ClaimCode(request).abort()
        return redirect("accounts:claim")
    if request.method == "POST" and (sent is None or "email" in request.POST):
        return _send(request)
    if sent is None:
        return _show(request, AddressForm())
    return _type_code(request, sent)


def _send(request: AuthenticatedRequest) -> HttpResponse:
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _show(request, form)
    ClaimCode(request).begin(form.cleaned_data["email"])
    return redirect("accounts:claim")


def _type_code(request: AuthenticatedRequest, sent: ClaimCode) -> HttpResponse:
    if request.method != "POST":
        return _show(request, CodeForm(code=sent.code), sent)
    form = CodeForm(request.POST, code=sent.code)
    if form.is_valid():
        try:
            return _claim(request, sent, form.cleaned_data["name"])
        except ValidationError as refused:
            form.add_error(None if refused.code == "address" else "name", refused)
    elif form.has_error("code", "incorrect_code"):
        security_log.warn("wrong code", request, sent.email)
        if not sent.record_invalid_attempt():
            messages.error(request, _("Three wrong codes. Have a new one mailed."))
            return redirect("accounts:claim")
    return _show(request, form, sent)


def _claim(request: AuthenticatedRequest, sent: ClaimCode, wanted: str) -> HttpResponse:
    user = claim.claim(request.user, sent.email, wanted, now())
    sent.abort()
    security_log.tell("guest claimed", request, user.email)
    record_authentication(request, user, "code", email=user.email)
    words = {"name": user.name}
    messages.success(request, _("Welcome, %(name)s. Your tables are yours for good.") % words)
    response = redirect("home")
    known_devices.remember(request, response, user)
    return response


def _show(
    request: AuthenticatedRequest, form: forms.Form, sent: ClaimCode | None = None
) -> HttpResponse:
    context = {"form": form, "sent": sent.email if sent else ""}
    return render(request, "accounts/claim.html", context)
