"""What waits for you, and opening a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.dates import patterns
from accounts.models import User
from config.clock import now
from games.kinds import KINDS, for_one
from games.tables import services, throttle
from games.tables.forms import TableForm
from games.tables.models import Table
from games.tables.presenters import lists, previews
from games.tables.presenters.miniature import miniature
from games.tables.services import Refused
from games.tables.views import play_now
from games.tables.words import strengths
from games.tables.words.refusals import reason


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
    clock = {"now": at, "patterns": patterns()}
    games = {"game_for_one": for_one().name, "games": list(KINDS.values())}
    return render(request, template, context | clock | games | play_now.offer(user))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Choose a game, fill in its form, open the table."""
    if not isinstance(request.user, User):
        return render(request, "tables/new/page.html")
    kind, initial = _chosen_game(request), {"strength": strengths.known(request.user.bot_strength)}
    if request.method == "POST":
        return _open(request, request.user, TableForm(kind, request.POST, initial=initial))
    return _show(request, TableForm(kind, initial=initial))


def _open(request: HttpRequest, user: User, form: TableForm) -> HttpResponse:
    """The same form sent twice leads to the same table, and counts once."""
    if not form.is_valid():
        return _show(request, form, 422)
    at, token = now(), form.cleaned_data["token"]
    table = Table.objects.filter(owner=user, token=token).first()
    if table is None:
        if not throttle.may_open(user, at):
            form.add_error(
                None, _("You have opened many tables. Wait an hour, then open the next one.")
            )
            return _show(request, form, 429)
        plan = replace(form.plan(), public=False) if user.is_guest else form.plan()
        try:
            table = services.open_table(user, plan, token, at)
        except Refused as refusal:
            form.add_error(None, reason(refusal.code))
            return _show(request, form, 422)
        services.remember_strength(user, plan)
    return redirect("table", table.code)


def _show(request: HttpRequest, form: TableForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "choices": _choices(form.kind)}
    return render(request, "tables/new/page.html", context, status=status)


def _chosen_game(request: HttpRequest) -> str:
    wanted = request.GET.get("game", "")
    return wanted if wanted in KINDS else next(iter(KINDS))


def _choices(chosen: str) -> list[dict[str, Any]]:
    """All games, in the order in which they are offered."""
    return [
        {
            "kind": name,
            "name": kind.title,
            "players": kind.players,
            "drawing": kind.slug,
            "chosen": name == chosen,
        }
        for name, kind in KINDS.items()
    ]
