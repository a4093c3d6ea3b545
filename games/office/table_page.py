"""A table as moderators see it: what everybody may know, what was said, and what can be done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.office import number, room
from config.clock import now
from games import engine, game_words, option_words, store
from games.models import AuditEntry, Game, Report, TableNote
from games.moderation import own_tables, roles, words
from games.moderation.roles import NotAllowed
from games.moderation.tables import Order
from games.office.table_acts import ACTS, TableAct
from games.show import log as history
from games.show import talk
from games.store import Table
from games.wording import WORDS, Names
from games.wording.names import seat_name

LATEST = 50


@require_safe
def one(request: HttpRequest, code: str) -> HttpResponse:
    """Facts, seats, clocks, the log as a spectator reads it, chat, reports, trail, notes."""
    actor = staff(request, "see-table")
    game = get_object_or_404(Game.objects.select_related("owner").defer("seed", "salt"), code=code)
    if game.pk in own_tables.of(actor):
        return own_table(request)
    table = Table(game, list(game.seats.select_related("user").order_by("number")))
    context = {
        "game": game,
        "kind": game_words.name(game.kind),
        "settings": option_words.settings(game.kind, game.options),
        "seats": [(seat, seat_name(seat)) for seat in table.seats],
        "log": _log(table),
        "chat": talk.heard(game, gallery=True),
        "reports": _reports(game) if roles.may(actor, "see-queue") else [],
        "trail": _trail(code) if roles.may(actor, "see-audit") else [],
        "notes": TableNote.objects.filter(game=game).select_related("by").order_by("-pk")[:LATEST],
        "acts": _offered(actor, table),
        "secrets": bool(game.round_number) and roles.may(actor, "secrets"),
        "looks": AuditEntry.objects.filter(table_code=code, action="secrets").count(),
    }
    return room(request, "table.html", game.title, context)


def _log(table: Table) -> list[history.Entry]:
    """The newest first; every event through the engine's eyes of a spectator."""
    game = table.game
    rows, changes = history.recent(game)
    names, rules = Names(table.seats, None), engine.GAMES[game.kind]
    return history.entries(rows, rules, WORDS[game.kind], names, changes)[::-1]


def _reports(game: Game) -> list[Report]:
    found = Report.objects.filter(game=game).select_related("about", "reporter")
    return list(found.order_by("-pk")[:LATEST])


def _trail(code: str) -> list[tuple[AuditEntry, Any]]:
    found = AuditEntry.objects.filter(table_code=code).select_related("actor", "target")
    rows = found.order_by("-pk")[:LATEST]
    return [(row, words.ACTIONS.get(row.action, row.action)) for row in rows]


def _offered(actor: User, table: Table) -> list[tuple[str, Any]]:
    return [
        (name, act.title)
        for name, act in ACTS.items()
        if act.fits(table) and roles.may(actor, act.action)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """First what it will do, then doing it. Nothing happens on the way there."""
    if name not in ACTS:
        raise Http404
    wanted = ACTS[name]
    actor = staff(request, wanted.action)
    game = get_object_or_404(Game, code=code)
    if game.pk in own_tables.of(actor):
        return own_table(request)
    table = store.current(game.pk)
    form = wanted.ask(table, request.POST or None, request.method == "POST")
    step = request.POST.get("step", "")
    if request.method != "POST" or step not in ("preview", "do") or not form.is_valid():
        return _page(request, "table_act.html", wanted, table, {"form": form})
    order = Order(actor, code, _changes(request, table), _reason(form), now())
    return (_preview if step == "preview" else _done)(request, wanted, table, form, order)


def _changes(request: HttpRequest, table: Table) -> int:
    """Of the table as the preview showed it; the preview itself shows it as it is."""
    if request.POST.get("step") == "preview":
        return table.game.changes
    return number(request.POST.get("changes", "")) or 0


def _reason(form: Any) -> str:
    return str(form.cleaned_data.get("reason", ""))


def _page(
    request: HttpRequest, template: str, act: TableAct, table: Table, context: dict[str, Any]
) -> HttpResponse:
    return room(request, template, act.title, {"game": table.game, "act": act} | context)


def _preview(
    request: HttpRequest, act: TableAct, table: Table, form: Any, order: Order
) -> HttpResponse:
    try:
        lines = act.says(table, form)
    except NotAllowed as refused:
        return _refused(request, act, table, form, refused)
    context = {"form": form, "lines": lines, "changes": order.changes}
    return _page(request, "table_preview.html", act, table, context)


def _done(
    request: HttpRequest, act: TableAct, table: Table, form: Any, order: Order
) -> HttpResponse:
    try:
        act.do(order, form)
    except NotAllowed as refused:
        return _refused(request, act, table, form, refused)
    messages.success(request, gettext("Done, and written down."))
    return redirect("admin:table", order.code)


def _refused(
    request: HttpRequest, act: TableAct, table: Table, form: Any, refused: NotAllowed
) -> HttpResponse:
    messages.error(request, str(words.REFUSED[refused.code]))
    return _page(request, "table_act.html", act, table, {"form": form})


def own_table(request: HttpRequest) -> HttpResponse:
    """Nothing of it: whoever plays there asks a colleague."""
    return room(request, "own_table.html", gettext("Your own table"), {}, status=403)


def staff(request: HttpRequest, action: str) -> User:
    assert isinstance(request.user, User)
    if not roles.may(request.user, action):
        raise PermissionDenied
    return request.user
