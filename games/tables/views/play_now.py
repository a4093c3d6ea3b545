"""Play now: a table of one's own against bots, without anything to fill in."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.views import AuthenticatedRequest
from config.clock import now
from games.kinds import KINDS
from games.kinds.kind import GameKind
from games.tables import services, throttle
from games.tables.forms import TITLES, TOKEN
from games.tables.models import Table, new_code
from games.tables.services.lobby import Plan
from games.tables.words import strengths

NO_HURRY: Final = 168
"""Hours a turn: only bots wait."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: AuthenticatedRequest, game: str) -> HttpResponse:
    """One tap more than from home: where a visitor comes who had to sign in first."""
    kind = next((kind for kind in KINDS.values() if kind.slug == game), None)
    if kind is None:
        raise Http404
    if request.method != "POST":
        return _ask(request, kind)
    strength = strengths.known(request.POST.get("strength", "") or request.user.bot_strength)
    table = _opened(request.user, kind, strength, request.POST.get("token", ""))
    if table is None:
        said = _("You have opened many tables. Wait an hour, then open the next one.")
        return _ask(request, kind, said, 429)
    return redirect("table", table.code)


def _ask(
    request: AuthenticatedRequest, kind: GameKind[Any, Any], said: str = "", status: int = 200
) -> HttpResponse:
    context = {"game": kind, "bots": kind.usual_size - 1, "said": said}
    return render(request, "tables/play_now.html", context | offer(request.user), status=status)


def offer(user: User) -> dict[str, Any]:
    """What a form needs to ask for it."""
    return {
        "token": new_code(),
        "strengths": strengths.STRENGTHS.items(),
        "strength": strengths.known(user.bot_strength),
    }


def _opened(user: User, kind: GameKind[Any, Any], strength: str, token: str) -> Table | None:
    """The same form sent twice leads to the same table; after that game is over, to another."""
    own = _own_token(kind, token)
    found = Table.objects.filter(owner=user, token=own).first()
    if found is not None and found.status in Table.OPEN:
        return found
    at = now()
    if not throttle.may_open(user, at):
        return None
    plan = _plan(kind, strength)
    services.remember_strength(user, plan)
    return services.open_table(user, plan, new_code() if found else own, at)


def _own_token(kind: GameKind[Any, Any], token: str) -> str:
    """The buttons of all games share a form; each opens a table of its own."""
    own = token + kind.slug.replace("-", "")
    return own if TOKEN.fullmatch(own) else new_code()


def _plan(kind: GameKind[Any, Any], strength: str) -> Plan:
    """Bots on all other seats: it begins at once. Nobody else is let in, or waits."""
    return Plan(
        kind.name,
        kind.usual_size,
        str(secrets.choice(TITLES)),
        bots=kind.usual_size - 1,
        strengths=(strength,),
        public=False,
        pace_hours=NO_HURRY,
    )
