"""Seats that change hands: taking one over, staying after all, coming back."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.middleware import AuthenticatedRequest
from accounts.models import User
from config.clock import now
from games.tables import access, rate_limits, services
from games.tables.access import Access
from games.tables.lobby_forms import InviteForm
from games.tables.models import Seat, Table
from games.tables.refusals import Refused, reason_sentence
from games.tables.views import lobby
from games.tables.views.lobby import take_over, try_and_redirect


@require_POST
def take(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take over a seat on offer, at a table that the reader may look at."""
    table = access.readable_table(request.user, code).table
    return take_over(request, table, number, reverse("table", args=[code]))


@require_POST
@login_required
def here(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """“I am here”: the seat is no longer on offer."""
    access.seated_table(request.user, code)
    back = reverse("table", args=[code])
    return try_and_redirect(request, back, lambda user, at: services.come_back(user, code, at))


@require_POST
@login_required
def take_back(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """Sit down again where one sat before."""
    if access.lost_seat(request.user, code) is None:
        raise Http404

    def sit_again(user: User, at: datetime) -> Table:
        table = services.take_back(user, code, at)
        messages.success(request, _("Welcome back."))
        return table

    return try_and_redirect(request, reverse("table", args=[code]), sit_again)


def lost(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Offer a player who lost their seat the way back, and show nothing of the table."""
    return render(request, "tables/table/lost.html", {"table": seat.table, "bot": bool(seat.bot)})


# --- Invitations to a table that has not begun: by name, by address, or a whole earlier table ---


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Ask somebody by name or by address. The answer is the same whoever has an account."""
    found = access.readable_table(request.user, code)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("table", args=[code]))
    if found.table.status != Table.Status.LOBBY:
        messages.error(request, reason_sentence("started-already"))
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
    """Try; errors are shown in the form."""
    by_mail, who = form.is_address, form.cleaned_data["who"]
    may = rate_limits.may_invite_address(user, at) if by_mail else _may_ask(user, at)
    if not may:
        form.add_error("who", reason_sentence("invited-many"))
        return 429
    try:
        (services.invite_email if by_mail else services.invite)(user, code, who, at)
    except Refused as refusal:
        form.add_error("who", reason_sentence(refusal.code))
        return 422
    return 200


def _may_ask(user: User, at: datetime) -> bool:
    return rate_limits.may(user, rate_limits.INVITATIONS, at)


def _invite_company(request: HttpRequest, user: User, found: Access, earlier: str) -> HttpResponse:
    try:
        asked = services.invite_group(user, found.table.code, earlier, now())
    except Refused as refusal:
        return _refused(request, found, reason_sentence(refusal.code))
    names = ", ".join(guest.display_name for guest in asked)
    return _invited(request, found, _("Invited: %(names)s.") % {"names": names})


def _invited(request: HttpRequest, found: Access, said: str) -> HttpResponse:
    if "HX-Request" not in request.headers:
        messages.success(request, said)
        return redirect(found.table)
    return _part(request, found, InviteForm(), said=said)


def _refused(request: HttpRequest, found: Access, why: str) -> HttpResponse:
    if "HX-Request" not in request.headers:
        messages.error(request, why)
        return redirect(found.table)
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
