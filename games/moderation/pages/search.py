"""The page of the one search: players, tables and messages."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games.moderation import finding, roles
from games.moderation.actions import Action
from games.moderation.pages.page import admin_page

LONGEST = 100


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Open to whoever may see players or tables; each finds what they may see."""
    actor = request.user
    if not isinstance(actor, User):
        raise PermissionDenied
    players, tables = (roles.may(actor, one) for one in (Action.SEE_PLAYER, Action.SEE_TABLE))
    if not players and not tables:
        raise PermissionDenied
    words = " ".join(request.GET.get("q", "").split())[:LONGEST]
    context = {
        "words": words,
        "found": finding.search(actor, words, players=players, tables=tables) if words else None,
        "shown": finding.SHOWN,
        "read_through": finding.READ_THROUGH,
        "shortest": finding.SHORTEST,
        "an_address": "@" in words,
        "may_find_address": roles.may(actor, Action.FIND_ADDRESS),
    }
    return admin_page(request, "search.html", _("Search"), context)
