"""Pages to open a table: a game, a preset, and a tap; everything else can be changed too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.sign_in import guests
from config.clock import now
from games.kinds import KINDS
from games.kinds.kind import GameKind
from games.tables import bot_players, presets, rate_limits, services, titles
from games.tables.access import Reader
from games.tables.forms import TOKEN, TableForm
from games.tables.models import Table, new_code
from games.tables.refusals import Refused, reason_sentence, require
from games.tables.services.groups import recent_groups
from games.tables.services.lobby import TablePlan


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form for a new table: choose a game and a preset, change settings, open the table."""
    if not isinstance(request.user, User):
        return render(request, "tables/new/page.html")
    form = _form(request, request.user)
    if request.method == "POST":
        return _open(request, request.user, form)
    return _show(request, form)


def _form(request: HttpRequest, user: User) -> TableForm:
    """Return the form. A new one starts with the first preset unless another is requested; a
    submitted one uses only what was sent."""
    wanted = request.GET.get("game", "")
    kind = wanted if wanted in KINDS else next(iter(KINDS))
    among = presets.presets_for(KINDS[kind].is_for_one, user.is_guest)
    asked = request.GET.get("occasion", "")
    preset = next((preset for preset in among if preset.key == asked), None)
    sent = request.POST if request.method == "POST" else None
    if sent is None and preset is None:
        preset = next(iter(among), None)
    return TableForm(
        kind,
        sent,
        preset=preset,
        groups=recent_groups(user) if among and not user.is_guest else (),
        initial={"strength": bot_players.known_strength(user.bot_strength)},
    )


def _open(request: HttpRequest, user: User, form: TableForm) -> HttpResponse:
    """Open the table. A form sent twice leads to the same table and counts once."""
    if not form.is_valid():
        return _show(request, form, 422)
    token = form.cleaned_data["token"]
    table = Table.objects.filter(owner=user, token=token).first()
    if table is None:
        try:
            table = _opened(user, form, token, now())
        except Refused as refusal:
            form.add_error(None, reason_sentence(refusal.code))
            return _show(request, form, 429 if refusal.code == "too-many-tables" else 422)
        _invite(request, user, table, form.cleaned_data.get("company", []))
    return redirect(table)


def _opened(user: User, form: TableForm, token: str, at: datetime) -> Table:
    require(rate_limits.may_open(user, at), "too-many-tables")
    plan = replace(form.plan(), public=False) if user.is_guest else form.plan()
    table = services.open_table(user, plan, token, at)
    services.remember_strength(user, plan)
    return table


def _invite(request: HttpRequest, user: User, table: Table, earlier: list[str]) -> None:
    """Invite groups. The table is open even if that fails; the lobby lists the invited."""
    for code in earlier:
        try:
            services.invite_group(user, table.code, code, now())
        except Refused as refusal:
            if refusal.code != "all-invited":  # two groups may share somebody
                messages.error(request, reason_sentence(refusal.code))


def _show(request: HttpRequest, form: TableForm, status: int = 200) -> HttpResponse:
    is_guest = isinstance(request.user, User) and request.user.is_guest
    among = presets.presets_for(form.alone, is_guest)
    context = {
        "form": form,
        "games": KINDS.values(),
        "presets": [
            # not `form.preset`: to a template that is the form's field of this name, if it has one
            {"preset": one, "address": form.address_with(one), "chosen": one == form.preset}
            for one in among
        ],
    }
    return render(request, "tables/new/page.html", context, status=status)


NO_HURRY: Final = 168
"""Hours per turn, since only bots wait."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """Start a game against bots; readers without an account play as a guest.

    A GET shows a page on which to choose the bots' strength.
    """
    kind = next((kind for kind in KINDS.values() if kind.slug == game), None)
    if kind is None:
        raise Http404
    if request.method != "POST":
        return _ask(request, kind)
    wanted, token = request.POST.get("strength", ""), request.POST.get("token", "")

    def open_own(user: User, at: datetime) -> Table:
        return _opened_against_bots(
            user, kind, bot_players.known_strength(wanted or user.bot_strength), token, at
        )

    try:
        table = _done(request, open_own)
    except Refused as refusal:
        return _ask(request, kind, reason_sentence(refusal.code), 429)
    return redirect(table)


def _done(request: HttpRequest, action: GuestAction) -> Table:
    if isinstance(request.user, User):
        return action(request.user, now())
    return do_as_guest(request, action)


def _ask(
    request: HttpRequest, kind: GameKind[Any, Any], said: str = "", status: int = 200
) -> HttpResponse:
    context = {"game": kind, "bots": kind.usual_size - 1, "said": said}
    return render(
        request, "tables/play_now.html", context | play_now_form(request.user), status=status
    )


def play_now_form(reader: Reader) -> dict[str, Any]:
    """Return the context of the form."""
    last = reader.bot_strength if isinstance(reader, User) else ""
    return {
        "token": new_code(),
        "strengths": bot_players.STRENGTH_WORDS.items(),
        "strength": bot_players.known_strength(last),
    }


def _opened_against_bots(
    user: User, kind: GameKind[Any, Any], strength: str, token: str, at: datetime
) -> Table:
    """Open a table against bots. A form sent twice leads to the same table until its game is over.

    Refuses: too-many-tables, guest-tables.
    """
    own = _own_token(kind, token)
    found = Table.objects.filter(owner=user, token=own).first()
    if found is not None and found.status in Table.OPEN:
        return found
    require(rate_limits.may_open(user, at), "too-many-tables")
    plan = _plan_against_bots(kind, strength)
    services.remember_strength(user, plan)
    return services.open_table(user, plan, new_code() if found else own, at)


def _own_token(kind: GameKind[Any, Any], token: str) -> str:
    """Return a token for this game: the buttons of all games share a form."""
    own = token + kind.slug.replace("-", "")
    return own if TOKEN.fullmatch(own) else new_code()


def _plan_against_bots(kind: GameKind[Any, Any], strength: str) -> TablePlan:
    """Plan a private table with bots on all other seats, which starts at once."""
    return TablePlan(
        kind.name,
        kind.usual_size,
        titles.random_title(),
        bots=kind.usual_size - 1,
        strengths=(strength,),
        public=False,
        pace_hours=NO_HURRY,
    )


GuestAction = Callable[[User, datetime], Table]


def do_as_guest(request: HttpRequest, action: GuestAction) -> Table:
    """Do it as this browser's guest, and sign the guest in. Refuses: no-more-guests."""
    at = now()
    with transaction.atomic():
        guest = guests.get_or_create_guest(request, at)
        if guest is None:
            raise Refused("no-more-guests")
        table = action(guest, at)
    guests.sign_in_guest(request, guest)
    return table
