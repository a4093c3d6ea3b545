"""An email address, asked for: that of one player, or who has exactly this one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.models import User
from config.clock import now
from games.moderation import contact
from games.moderation.actions import Action
from games.moderation.pages.forms import ReasonForm
from games.moderation.pages.page import admin_page, require_staff, say_refused
from games.moderation.roles import NotAllowed


class AddressForm(ReasonForm):
    address = forms.EmailField(
        label=_("The whole address"), widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )
    field_order = ("address", "reason")


@require_http_methods(["GET", "HEAD", "POST"])
def of_player(request: HttpRequest, pk: int) -> HttpResponse:
    """A reason first, then the address: shown once, and kept in no cache."""
    actor = require_staff(request, Action.SEE_ADDRESS)
    player = get_object_or_404(User, pk=pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"player": player, "form": form}
    if form.is_valid():
        try:
            reason = form.cleaned_data["reason"]
            context["address"] = contact.address(actor, player, reason, now())
        except NotAllowed as refused:
            say_refused(request, refused)
    return _kept_nowhere(admin_page(request, "address.html", _("Email address"), context))


@sensitive_post_parameters("address")
@require_http_methods(["GET", "HEAD", "POST"])
def search(request: HttpRequest) -> HttpResponse:
    """Who has exactly this address. It is sent in a form, so that no log and no history has it."""
    actor = require_staff(request, Action.FIND_ADDRESS)
    form = AddressForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        chosen = form.cleaned_data
        found = contact.find(actor, chosen["address"], chosen["reason"], now())
        context |= {"asked": True, "found": found}
    return _kept_nowhere(admin_page(request, "find_address.html", _("Find an address"), context))


def _kept_nowhere(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    return response
