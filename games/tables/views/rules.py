"""The rules: all games in a minute each, and each game in full."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.kinds import KINDS
from games.kinds.kind import GameKind
from games.tables.presenters import rulebook
from games.tables.presenters.explained import explained


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """The games, each in a paragraph."""
    return render(request, "site/rules.html")


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """Every rule of one game, with examples that the engine has played."""
    kind = _kind(game)
    context = {"game": kind, "body": rulebook.body(kind.name)}
    return render(request, "rules/page.html", context)


@require_safe
def cards(request: HttpRequest, game: str) -> HttpResponse:
    """All that one game shows, each with its name and a line on what it does."""
    kind = _kind(game)
    return render(request, "site/cards.html", {"game": kind, "parts": explained(kind)})


def _kind(slug: str) -> GameKind[Any, Any]:
    found = next((kind for kind in KINDS.values() if kind.slug == slug), None)
    if found is None:
        raise Http404
    return found
