"""Who plays best, game by game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.clock import now
from games.kinds import KINDS
from games.tables.models.results import ENOUGH_TABLES
from games.tables.presenters import best

RATED = {kind.slug: kind for kind in KINDS.values() if not kind.is_for_one}
"""Alone nobody is better than anybody."""


@never_cache
@require_safe
def ratings(request: HttpRequest, game: str = next(iter(RATED))) -> HttpResponse:
    """The best of a game; five queries beside the session's, however many play it."""
    kind, at = RATED.get(game), now()
    if kind is None:
        raise Http404
    page = best.page_of(kind.name, request.GET.get("page"), at)
    context = {
        "games": list(RATED.values()),
        "kind": kind,
        "page_obj": page,
        "rows": best.placed(page, request.user),
        "own": best.own(kind.name, request.user, at),
        "enough": ENOUGH_TABLES,
    }
    return render(request, "tables/ratings.html", context)
