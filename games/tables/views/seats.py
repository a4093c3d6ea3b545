"""Seats that change hands: taking one over, staying after all, coming back."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.views import AuthenticatedRequest
from games.tables import access, services
from games.tables.models import Seat, Table
from games.tables.views.lobby import attempt, take_over


@require_POST
def take(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take over a seat on offer, at a table that the reader may look at."""
    table = access.look(request.user, code).table
    return take_over(request, table, number, reverse("table", args=[code]))


@require_POST
@login_required
def here(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """“I am here”: the seat is no longer on offer."""
    access.sit(request.user, code)
    back = reverse("table", args=[code])
    return attempt(request, back, lambda user, at: services.come_back(user, code, at))


@require_POST
@login_required
def take_back(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """Who sat there before sits down again."""
    if access.lost_seat(request.user, code) is None:
        raise Http404

    def sit_again(user: User, at: datetime) -> Table:
        table = services.take_back(user, code, at)
        messages.success(request, _("Welcome back."))
        return table

    return attempt(request, reverse("table", args=[code]), sit_again)


def lost(request: HttpRequest, seat: Seat) -> HttpResponse:
    """For who may not look at the table, but may come back to it: just that, and nothing of it."""
    return render(request, "tables/table/lost.html", {"table": seat.table, "bot": bool(seat.bot)})
