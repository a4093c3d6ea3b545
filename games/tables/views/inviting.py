"""Asking others to a table that has not begun: by name, by address, or all of an earlier table."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from config.clock import now
from games.tables import access, services, throttle
from games.tables.access import Access
from games.tables.lobby_forms import InviteForm
from games.tables.models import Table
from games.tables.services.refusals import Refused
from games.tables.views import lobby
from games.tables.words.refusals import reason


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Ask somebody by name or by address. The answer is the same whoever has an account."""
    found = access.look(request.user, code)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("table", args=[code]))
    if found.table.status != Table.Status.LOBBY:
        messages.error(request, reason("started-already"))
        return redirect("table", code)
    earlier = request.POST.get("company", "")
    if earlier:
        return _invite_company(request, request.user, found, earlier)
    form = InviteForm(request.POST)
    status = _ask(request.user, code, form, now()) if form.is_valid() else 422
    if status == 200:
        said = _("%(who)s is invited.") % {"who": form.cleaned_data["who"]}
        return _invited(request, found, said)
    return _not_invited(request, found, form, status)


def _ask(user: User, code: str, form: InviteForm, at: datetime) -> int:
    """Try; whatever is wrong stands in the form afterwards."""
    by_mail, who = form.is_address, form.cleaned_data["who"]
    may = throttle.may_invite_address(user, at) if by_mail else _may_ask(user, at)
    if not may:
        form.add_error("who", reason("invited-many"))
        return 429
    try:
        (services.invite_email if by_mail else services.invite)(user, code, who, at)
    except Refused as refusal:
        form.add_error("who", reason(refusal.code))
        return 422
    return 200


def _may_ask(user: User, at: datetime) -> bool:
    return throttle.may(user, throttle.INVITATIONS, at)


def _invite_company(request: HttpRequest, user: User, found: Access, earlier: str) -> HttpResponse:
    try:
        asked = services.invite_company(user, found.table.code, earlier, now())
    except Refused as refusal:
        return _refused(request, found, reason(refusal.code))
    names = ", ".join(guest.display_name for guest in asked)
    return _invited(request, found, _("Invited: %(names)s.") % {"names": names})


def _invited(request: HttpRequest, found: Access, said: str) -> HttpResponse:
    if "HX-Request" not in request.headers:
        messages.success(request, said)
        return redirect("table", found.table.code)
    return _part(request, found, InviteForm(), said=said)


def _refused(request: HttpRequest, found: Access, why: str) -> HttpResponse:
    if "HX-Request" not in request.headers:
        messages.error(request, why)
        return redirect("table", found.table.code)
    return _part(request, found, InviteForm(), why=why)


def _not_invited(
    request: HttpRequest, found: Access, form: InviteForm, status: int
) -> HttpResponse:
    if "HX-Request" not in request.headers:
        return lobby.page(request, found, form, status)
    # htmx shows only what went well; what went wrong is in the words
    return _part(request, found, form)


def _part(request: HttpRequest, found: Access, form: InviteForm, **said: str) -> HttpResponse:
    context = lobby.owners_lobby(request, found, form)
    return render(request, "tables/lobby/invite.html", context | said)
