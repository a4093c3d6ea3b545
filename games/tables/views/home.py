"""What waits for you."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.dates import patterns
from accounts.models import User
from config.clock import now
from games.kinds import KINDS, for_one
from games.tables.presenters import friends, lists, previews
from games.tables.presenters.miniature import miniature
from games.tables.views import play_now


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What waits for you; for a visitor, what this place is."""
    if isinstance(request.user, User):
        response = _tables(request, request.user)
        add_never_cache_headers(response)
    elif "HX-Request" in request.headers:  # signed out meanwhile: let the whole page say so
        response = HttpResponseClientRefresh()
    else:
        response = render(request, "tables/home/page.html", _welcome(request))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _welcome(request: HttpRequest) -> dict[str, Any]:
    """For a visitor: a table to look at, and the way to one of their own. Asks no database."""
    games = {"games": list(KINDS.values()), "miniature": miniature()}
    return games | play_now.offer(request.user) | {"link_preview": previews.of_site()}


def _tables(request: HttpRequest, user: User) -> HttpResponse:
    """A page that is open already asks for its lists again; unchanged, that is one query."""
    at = now()
    turns = lists.turns(user)
    mark = lists.mark(turns, at)
    asked_again = "HX-Request" in request.headers
    if asked_again and request.GET.get("v") == mark:
        return HttpResponse(status=204)
    template = "tables/home/lists.html" if asked_again else "tables/home/page.html"
    tables = lists.home(user, turns, at)
    context = {"tables": tables, "mark": mark, "asked_again": asked_again}
    context["circle"] = friends.circle(user, at)
    clock = {"now": at, "patterns": patterns()}
    games = {"game_for_one": for_one().name, "games": list(KINDS.values())}
    return render(request, template, context | clock | games | play_now.offer(user))
