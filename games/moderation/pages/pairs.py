"""Two accounts side by side, and the list of pairs at whom it may be worth to look."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.admin_pages import number
from accounts.models import User
from config.clock import now
from games.moderation import comparing, devices, own_tables, roles, suspicion
from games.moderation.actions import Action
from games.moderation.comparing import Comparison
from games.moderation.pages.forms import ReasonForm
from games.moderation.pages.page import admin_page, require_staff, say_refused
from games.moderation.roles import NotAllowed

NEAR = (_("within 30 seconds"), _("within 5 minutes"), _("within an hour"))


class PairForm(forms.Form):
    """Two players by their names; a link names them by their numbers."""

    one = forms.CharField(label=_("One player"), max_length=40)
    other = forms.CharField(label=_("The other player"), max_length=40)


@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest) -> HttpResponse:
    """Who is asked for in the address; with a reason, in a form, also the devices they share."""
    actor = require_staff(request, Action.SEE_PAIRS)
    one, other = (_player(request.GET.get(name, "")) for name in ("one", "other"))
    form = PairForm(initial=_names(request, one, other))
    context: dict[str, Any] = {"form": form, "asked": bool(request.GET.get("other"))}
    try:
        if one is not None and other is not None:
            found = comparing.compare(actor, one, other, own_tables.of(actor))
            context |= _compared(found) | _devices(request, actor, found)
    except NotAllowed as refused:
        say_refused(request, refused)
    return admin_page(request, "compare.html", _("Compare two players"), context)


def _player(words: str) -> User | None:
    """By number or by name. A number comes first: it is what our own links have."""
    pk = number(words)
    found = User.objects.filter(pk=pk).first() if pk is not None else None
    return found or User.objects.named(words).first() if words else None


def _names(request: HttpRequest, one: User | None, other: User | None) -> dict[str, str]:
    return {
        name: str(user) if user else request.GET.get(name, "")[:40]
        for name, user in (("one", one), ("other", other))
    }


def _compared(found: Comparison) -> dict[str, Any]:
    near: list[tuple[str | Promise, int]] = [
        (words, row.number) for words, row in zip(NEAR, found.near, strict=True)
    ]
    return {"found": found, "near": near, "latest": comparing.LATEST}


def _devices(request: HttpRequest, actor: User, found: Comparison) -> dict[str, Any]:
    if not roles.may(actor, Action.DEVICES):
        return {}
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return {"device_form": form}
    reason = form.cleaned_data["reason"]
    return {"devices": devices.shared(actor, found.one, found.other, reason, now())}


@require_http_methods(["GET", "HEAD", "POST"])
def listing(request: HttpRequest) -> HttpResponse:
    """Counted now; with a reason, in a form, also by the devices they share."""
    actor = require_staff(request, Action.SEE_PAIRS)
    may, own = roles.may(actor, Action.DEVICES), own_tables.of(actor)
    form = ReasonForm(request.POST if request.method == "POST" else None) if may else None
    if form is not None and form.is_valid():
        found = suspicion.with_devices(actor, form.cleaned_data["reason"], now(), own)
        form = None
    else:
        found = suspicion.suspicious(actor, now(), own)
    context = {
        "found": found,
        "device_form": form,
        "days": suspicion.SINCE.days,
        "least": suspicion.LEAST,
        "factor": suspicion.FACTOR,
    }
    return admin_page(request, "pairs.html", _("Striking pairs"), context)
