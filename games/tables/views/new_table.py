"""Opening a table: a game, an occasion, and a tap; everything else can be chosen, too."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.tables import occasions, services, throttle
from games.tables.companies import companies
from games.tables.forms import TableForm
from games.tables.models import Table
from games.tables.occasions import Occasion
from games.tables.services.refusals import Refused, require
from games.tables.words import occasions as occasion_words
from games.tables.words import strengths
from games.tables.words.refusals import reason


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Choose a game and what for; change what you like; open the table."""
    if not isinstance(request.user, User):
        return render(request, "tables/new/page.html")
    form = _form(request, request.user)
    if request.method == "POST":
        return _open(request, request.user, form)
    return _show(request, form)


def _form(request: HttpRequest, user: User) -> TableForm:
    """Without a word on it, a form to look at is for the first occasion; one that was sent is for
    none, and means what stands in it."""
    wanted = request.GET.get("game", "")
    kind = wanted if wanted in KINDS else next(iter(KINDS))
    among = occasions.offered(KINDS[kind].is_for_one, user.is_guest)
    occasion = occasions.find(request.GET.get("occasion", ""), among)
    sent = request.POST if request.method == "POST" else None
    if sent is None and occasion is None:
        occasion = next(iter(among), None)
    return TableForm(
        kind,
        sent,
        occasion=occasion,
        companies=companies(user) if among and not user.is_guest else (),
        initial={"strength": strengths.known(user.bot_strength)},
    )


def _open(request: HttpRequest, user: User, form: TableForm) -> HttpResponse:
    """The same form sent twice leads to the same table, and counts once."""
    if not form.is_valid():
        return _show(request, form, 422)
    token = form.cleaned_data["token"]
    table = Table.objects.filter(owner=user, token=token).first()
    if table is None:
        try:
            table = _opened(user, form, token, now())
        except Refused as refusal:
            form.add_error(None, reason(refusal.code))
            return _show(request, form, 429 if refusal.code == "too-many-tables" else 422)
        _invite(request, user, table, form.cleaned_data.get("company", []))
    return redirect("table", table.code)


def _opened(user: User, form: TableForm, token: str, at: datetime) -> Table:
    require(throttle.may_open(user, at), "too-many-tables")
    plan = replace(form.plan(), public=False) if user.is_guest else form.plan()
    table = services.open_table(user, plan, token, at)
    services.remember_strength(user, plan)
    return table


def _invite(request: HttpRequest, user: User, table: Table, earlier: list[str]) -> None:
    """The table is open, whatever comes of it; the lobby says who was asked."""
    for code in earlier:
        try:
            services.invite_company(user, table.code, code, now())
        except Refused as refusal:
            if refusal.code != "all-invited":  # two companies may share somebody
                messages.error(request, reason(refusal.code))


# --- how the page lays it out --------------------------------------------------------------------


ICONS: Final = {
    "friendly": "players", "quick": "clock", "tonight": "moon", "practice": "bot",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """An occasion to tap."""

    occasion: Occasion
    address: str
    is_chosen: bool

    @property
    def words(self) -> object:
        return occasion_words.OCCASIONS[self.occasion.key]

    @property
    def icon(self) -> str:
        return ICONS[self.occasion.key]

    @property
    def facts(self) -> str:
        return occasion_words.facts(self.occasion)


def _show(request: HttpRequest, form: TableForm, status: int = 200) -> HttpResponse:
    is_guest = isinstance(request.user, User) and request.user.is_guest
    among = occasions.offered(form.alone, is_guest)
    context = {
        "form": form,
        "choices": _games(form.kind),
        "occasions": [_choice(found, form) for found in among],
    }
    return render(request, "tables/new/page.html", context, status=status)


def _choice(occasion: Occasion, form: TableForm) -> Choice:
    address = urlencode({"game": form.kind, "occasion": occasion.key})
    return Choice(occasion, f"{reverse('new-table')}?{address}", occasion == form.occasion)


def _games(chosen: str) -> list[dict[str, Any]]:
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
