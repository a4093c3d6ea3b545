"""Going away: announce it, see what it does at one's tables, come back early."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.views import AuthenticatedRequest
from config.clock import now
from games.tables import throttle
from games.tables.models import Seat, Table
from games.tables.own_forms import VacationForm
from games.tables.services import vacation as vacations
from games.tables.services.refusals import Refused, require
from games.tables.words.names import away_until
from games.tables.words.refusals import reason


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: AuthenticatedRequest) -> HttpResponse:
    """Announce the first and the last day."""
    form = VacationForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _announce(request.user, form):
        messages.success(request, _("Announced. Your tables can see it."))
        return redirect("vacation")
    context = _context(request.user) | {"form": form}
    return render(request, "accounts/vacation.html", context, status=422 if form.is_bound else 200)


def _announce(user: User, form: VacationForm) -> bool:
    """Try; whatever is wrong stands in the form afterwards."""
    days = form.cleaned_data
    try:
        require(throttle.may(user, throttle.VACATIONS, now()), "changed-often")
        vacations.announce_vacation(user, days["first_day"], days["last_day"], now())
    except Refused as refusal:
        form.add_error("last_day", reason(refusal.code))
        return False
    return True


def _context(user: User) -> dict[str, Any]:
    at = now()
    today = at.astimezone(user.zone).date()
    mine = Seat.objects.filter(user=user, table__status=Table.Status.RUNNING)
    tables = [seat.table for seat in mine.select_related("table").order_by("table__title", "pk")]
    left = vacations.days_left(user, today.year)
    announced = user.away_to is not None and user.away_to >= today
    return {
        "today": today,
        "left": left,
        "used": settings.VACATION_DAYS - left,
        "allowed": settings.VACATION_DAYS,
        "announced": announced,
        "begun": away_until(user, at) is not None,
        "covered": [table for table in tables if table.vacation_ok],
        "uncovered": [table for table in tables if not table.vacation_ok],
    }


@require_POST
@login_required
def end(request: AuthenticatedRequest) -> HttpResponse:
    """Back early, or not going at all."""
    try:
        vacations.end_vacation(request.user, now())
    except Refused as refusal:
        messages.error(request, reason(refusal.code))
    else:
        messages.success(request, _("Your vacation is over. Your clocks run again."))
    return redirect("vacation")
