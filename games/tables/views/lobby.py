"""Pages before the deal (joining, inviting, starting), and of seats that change hands later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from accounts.decorators import AuthenticatedRequest, own_action
from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.kinds.common.options import Setting
from games.tables import access, rate_limits, seat_plan, services, time_controls
from games.tables.access import Access
from games.tables.forms import InviteForm
from games.tables.models import Seat, Table
from games.tables.presenters import chat_log, link_previews, lists
from games.tables.presenters.people import keep_away
from games.tables.refusals import Refused, reason_sentence
from games.tables.services.groups import recent_groups
from games.tables.views.new_table import do_as_guest


def page(
    request: HttpRequest, found: Access, invite: InviteForm | None = None, status: int = 200
) -> HttpResponse:
    """Show a table that was never dealt: its lobby or, once closed, why it closed."""
    if found.table.status != Table.Status.LOBBY:
        return _closed(request, found.table)
    context = owners_lobby(request, found, invite or InviteForm())
    context["link_preview"] = link_previews.lobby_preview(found.table)
    return render(request, "tables/lobby/page.html", context, status=status)


def owners_lobby(request: HttpRequest, found: Access, invite: InviteForm) -> dict[str, Any]:
    """Return the owner's context: the link, invited people, and groups to invite in a tap."""
    table, context = found.table, lobby(request, found, now())
    if not context["is_owner"] or not isinstance(request.user, User):
        return context | {"invite": invite}
    link = settings.SITE_URL + reverse("invitation", args=[table.invite_code])
    asked = list(table.invitations.select_related("user").order_by("at"))
    seated = {seat.user_id for seat in context["row"].seats} - {None}
    known = seated | {invitation.user_id for invitation in asked}
    return context | {
        "invite": invite,
        "link": link,
        "qr": link_previews.qr_code(link),
        "invitations": [found for found in asked if found.user_id not in seated],
        "groups": [] if request.user.is_guest else recent_groups(request.user, known),
    }


def lobby(request: HttpRequest, found: Access, at: datetime) -> dict[str, Any]:
    table = found.table
    row = lists.rows([table], request.user, at)[0]
    return {
        "row": row,
        "key": chat_log.chat_key(table, chat_log.hears_gallery(request.user, row.mine)),
        "is_owner": row.mine is not None and table.owner_id == row.reader,
        "settings": _settings(table),
        "clock": time_controls.time_control(table),
        "chair_choices": seat_plan.seat_choices(),
        "here": table.get_absolute_url(),
    }


def _settings(table: Table) -> list[Setting]:
    """Return the edition and then the house rules, which might be overlooked."""
    choices = KINDS[table.kind].options
    found, whose = choices.settings(table.options), choices.edition(table.options)
    return whose + sorted(found, key=lambda setting: setting.usual)


def _closed(request: HttpRequest, table: Table) -> HttpResponse:
    return render(request, "tables/lobby/closed.html", {"table": table})


@never_cache
@require_safe
def poll(request: HttpRequest, code: str) -> HttpResponse:
    """Players who joined since the last poll; once the game starts, a redirect to the table."""
    try:
        seen = access.counts(request.user, code)
    except Http404:  # the reader lost access: reload the whole page
        refresh = HttpResponseClientRefresh()
        refresh.status_code = 404
        return refresh
    if str(seen.changes) == request.GET.get("v"):
        return HttpResponse(status=204)
    if seen.status != Table.Status.LOBBY:
        return HttpResponseClientRedirect(reverse("table", args=[code]))
    return _seats(request, code)


def _seats(request: HttpRequest, code: str) -> HttpResponse:
    context = lobby(request, access.readable_table(request.user, code), now())
    return render(request, "tables/lobby/seats.html", context | {"asked_again": True})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, invite_code: str) -> HttpResponse:
    """The page of an invitation link; only its button joins."""
    table = access.invited_table(invite_code)
    if request.method == "POST":
        return _sit_down(request, table, request.path, may_be_guest=not table.public)
    seat = access.seat_of(request.user, table)
    if seat is not None:
        return redirect(table)
    context = lobby(request, Access(table, None), now()) | {"here": request.path}
    context["link_preview"] = link_previews.invitation_preview(table)
    if table.status == Table.Status.RUNNING and context["row"].offered:
        context["keep_away"] = keep_away(request.user, table)
        return render(request, "tables/lobby/seat_offered.html", context)
    if table.status != Table.Status.LOBBY:
        return _closed(request, table)
    return render(request, "tables/lobby/page.html", context | {"by_link": True})


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    table = access.readable_table(request.user, code).table
    return _sit_down(request, table, reverse("table", args=[code]))


def _sit_down(
    request: HttpRequest, table: Table, back: str, may_be_guest: bool = False
) -> HttpResponse:
    """Join a lobby on any free seat, or a running table on the requested one."""
    if may_be_guest and "guest" in request.POST and not isinstance(request.user, User):
        return _sit_down_as_guest(request, table, back)
    number = request.POST.get("seat", "")
    if table.status == Table.Status.RUNNING and number.isascii() and number.isdigit():
        return take_over(request, table, int(number[:3]), back)
    return try_and_redirect(request, back, lambda user, at: services.join(user, table.code, at))


def _sit_down_as_guest(request: HttpRequest, table: Table, back: str) -> HttpResponse:
    """Join as a guest: people with the link of a private table need not sign up to play there."""
    try:
        do_as_guest(request, lambda guest, at: services.join(guest, table.code, at))
    except Refused as refusal:
        messages.error(request, reason_sentence(refusal.code))
        return redirect(back)
    return redirect(table)


def take_over(request: HttpRequest, table: Table, number: int, back: str) -> HttpResponse:
    return try_and_redirect(
        request,
        back,
        lambda user, at: services.take_seat(user, table.code, number, at),
        said=_("This seat is yours now, with all that it knows. Good luck!"),
    )


@require_POST
def take(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take over a seat on offer, at a table that the reader may view."""
    table = access.readable_table(request.user, code).table
    return take_over(request, table, number, reverse("table", args=[code]))


@own_action
def here(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """Withdraw the offer of the reader's own seat (“I am here”)."""
    access.seated_table(request.user, code)
    back = reverse("table", args=[code])
    return try_and_redirect(request, back, lambda user, at: services.come_back(user, code, at))


@own_action
def take_back(request: AuthenticatedRequest, code: str) -> HttpResponse:
    if access.lost_seat(request.user, code) is None:
        raise Http404
    return try_and_redirect(
        request,
        reverse("table", args=[code]),
        lambda user, at: services.take_back(user, code, at),
        said=_("Welcome back."),
    )


def lost(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Offer a player who lost their seat the way back, and show nothing of the table."""
    return render(request, "tables/table/lost.html", {"table": seat.table, "bot": bool(seat.bot)})


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the table and go home, from where a public table can still be found."""
    notes = request.POST.get("leave_notes") == "1"
    return _act(request, code, lambda user, at: services.leave(user, code, at, notes), "home")


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Decline an invitation, which removes it from the home page."""
    home = reverse("home")
    if isinstance(request.user, User):
        get_object_or_404(lists.invited_to(request.user), code=code)
    return try_and_redirect(request, home, lambda user, at: services.decline(user, code), "home")


@require_POST
def start(request: HttpRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda user, at: services.start(user, code, at))


@require_POST
def remove(request: HttpRequest, code: str, number: int) -> HttpResponse:
    return _act(request, code, lambda user, at: services.remove(user, code, number, at))


@require_POST
def chair(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Put a bot of this strength on a seat, or clear it, for the owner."""
    state = request.POST.get("chair", "")
    if "HX-Request" not in request.headers or not isinstance(request.user, User):
        return _act(request, code, lambda u, at: services.set_seat(u, code, number, state, at))
    access.readable_table(request.user, code)
    try:
        services.set_seat(request.user, code, number, state, now())
    except Refused as refusal:
        messages.error(request, reason_sentence(refusal.code))
        return HttpResponseClientRedirect(reverse("table", args=[code]))
    return _seats(request, code)


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda user, at: services.rematch(user, code, at))


def _act(
    request: HttpRequest, code: str, service: Callable[[User, datetime], Table], then: str = "table"
) -> HttpResponse:
    """Perform the action at a table that the reader may view."""
    access.readable_table(request.user, code)
    return try_and_redirect(request, reverse("table", args=[code]), service, then)


def try_and_redirect(
    request: HttpRequest,
    back: str,
    service: Callable[[User, datetime], Table],
    then: str = "table",
    said: str = "",
) -> HttpResponse:
    """Perform the action and redirect to the table (or home); if refused, back with the reason."""
    if not isinstance(request.user, User):
        return redirect_to_login(back)
    try:
        table = service(request.user, now())
    except Refused as refusal:
        messages.error(request, reason_sentence(refusal.code))
        return redirect(back)
    if said:
        messages.success(request, said)
    return redirect("home") if then == "home" else redirect(table)


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite by name or by email. The answer doesn't reveal whether an account exists."""
    found = access.readable_table(request.user, code)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("table", args=[code]))
    if found.table.status != Table.Status.LOBBY:
        messages.error(request, reason_sentence("started-already"))
        return redirect("table", code)
    earlier = request.POST.get("company", "")
    if earlier:
        return _invite_group(request, request.user, found, earlier)
    form = InviteForm(request.POST)
    status = _ask(request.user, code, form, now()) if form.is_valid() else 422
    if status == 200:
        said = _("%(who)s is invited.") % {"who": form.cleaned_data["who"]}
        return _answer(request, found, messages.SUCCESS, said)
    if "HX-Request" not in request.headers:
        return page(request, found, form, status)
    # htmx shows only successful responses; errors are in the text
    return _part(request, found, form, {})


def _ask(user: User, code: str, form: InviteForm, at: datetime) -> int:
    """Try to invite; errors are shown in the form."""
    by_mail, who = form.is_address, form.cleaned_data["who"]
    if by_mail:
        may = rate_limits.may_invite_address(user, at)
    else:
        may = rate_limits.may(user, rate_limits.INVITATIONS, at)
    if not may:
        form.add_error("who", reason_sentence("invited-many"))
        return 429
    try:
        (services.invite_email if by_mail else services.invite)(user, code, who, at)
    except Refused as refusal:
        form.add_error("who", reason_sentence(refusal.code))
        return 422
    return 200


def _invite_group(request: HttpRequest, user: User, found: Access, earlier: str) -> HttpResponse:
    try:
        asked = services.invite_group(user, found.table.code, earlier, now())
    except Refused as refusal:
        return _answer(request, found, messages.ERROR, reason_sentence(refusal.code))
    names = ", ".join(guest.display_name for guest in asked)
    said = _("Invited: %(names)s.") % {"names": names}
    return _answer(request, found, messages.SUCCESS, said)


def _answer(request: HttpRequest, found: Access, level: int, said: str) -> HttpResponse:
    if "HX-Request" not in request.headers:
        messages.add_message(request, level, said)
        return redirect(found.table)
    return _part(
        request, found, InviteForm(), {"said" if level == messages.SUCCESS else "why": said}
    )


def _part(
    request: HttpRequest, found: Access, form: InviteForm, said: Mapping[str, str]
) -> HttpResponse:
    context = owners_lobby(request, found, form)
    return render(request, "tables/lobby/invite.html", {**context, **said})
