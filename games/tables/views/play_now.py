"""Play now: a table of one's own against bots, without anything to fill in."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.kinds.kind import GameKind
from games.tables import services, throttle
from games.tables.access import Reader
from games.tables.forms import TITLES, TOKEN
from games.tables.models import Table, new_code
from games.tables.services.lobby import Plan
from games.tables.services.refusals import Refused, require
from games.tables.views.guests import Deed, do_as_guest
from games.tables.words import strengths
from games.tables.words.refusals import reason

NO_HURRY: Final = 168
"""Hours a turn: only bots wait."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """A form sent from anywhere opens the table; whoever has no account plays as a guest.

    The page itself is one tap more, for who wants to say how strong the bots are.
    """
    kind = next((kind for kind in KINDS.values() if kind.slug == game), None)
    if kind is None:
        raise Http404
    if request.method != "POST":
        return _ask(request, kind)
    wanted, token = request.POST.get("strength", ""), request.POST.get("token", "")

    def deed(user: User, at: datetime) -> Table:
        return _opened(user, kind, strengths.known(wanted or user.bot_strength), token, at)

    try:
        table = _done(request, deed)
    except Refused as refusal:
        return _ask(request, kind, reason(refusal.code), 429)
    return redirect("table", table.code)


def _done(request: HttpRequest, deed: Deed) -> Table:
    if isinstance(request.user, User):
        return deed(request.user, now())
    return do_as_guest(request, deed)


def _ask(
    request: HttpRequest, kind: GameKind[Any, Any], said: str = "", status: int = 200
) -> HttpResponse:
    context = {"game": kind, "bots": kind.usual_size - 1, "said": said}
    return render(request, "tables/play_now.html", context | offer(request.user), status=status)


def offer(reader: Reader) -> dict[str, Any]:
    """What a form needs to ask for it."""
    last = reader.bot_strength if isinstance(reader, User) else ""
    return {
        "token": new_code(),
        "strengths": strengths.STRENGTHS.items(),
        "strength": strengths.known(last),
    }


def _opened(user: User, kind: GameKind[Any, Any], strength: str, token: str, at: datetime) -> Table:
    """The same form sent twice leads to the same table; after that game is over, to another.

    Refuses: too-many-tables, guest-tables.
    """
    own = _own_token(kind, token)
    found = Table.objects.filter(owner=user, token=own).first()
    if found is not None and found.status in Table.OPEN:
        return found
    require(throttle.may_open(user, at), "too-many-tables")
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
