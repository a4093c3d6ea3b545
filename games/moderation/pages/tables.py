"""A table as moderators see it: what everybody may know, what was said, and what can be done."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_pages import number, room
from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.moderation import own_tables, roles, words
from games.moderation.models import AuditEntry, Report, TableNote
from games.moderation.pages.table_acts import ACTS, TableAct
from games.moderation.roles import NotAllowed
from games.moderation.table_acts import Order
from games.tables import store
from games.tables.models import Table
from games.tables.presenters import log as history
from games.tables.presenters import talk
from games.tables.store import LoadedTable
from games.tables.words.names import SeatNames, seat_name

LATEST = 50


@require_safe
def one(request: HttpRequest, code: str) -> HttpResponse:
    """Facts, seats, clocks, the log as a spectator reads it, chat, reports, trail, notes."""
    actor = staff(request, "see-table")
    table = get_object_or_404(
        Table.objects.select_related("owner").defer("seed", "salt"), code=code
    )
    if table.pk in own_tables.of(actor):
        return own_table(request)
    loaded = LoadedTable(table, list(table.seats.select_related("user").order_by("number")))
    context = {
        "table": table,
        "kind": KINDS[table.kind].title,
        "settings": KINDS[table.kind].options.settings(table.options),
        "seats": [(seat, seat_name(seat)) for seat in loaded.seats],
        "log": _log(loaded),
        "chat": talk.heard(table, gallery=True),
        "reports": _reports(table) if roles.may(actor, "see-queue") else [],
        "trail": _trail(code) if roles.may(actor, "see-audit") else [],
        "notes": TableNote.objects.filter(table=table)
        .select_related("by")
        .order_by("-pk")[:LATEST],
        "acts": _offered(actor, loaded),
        "secrets": bool(table.round_number) and roles.may(actor, "secrets"),
        "looks": AuditEntry.objects.filter(table_code=code, action="secrets").count(),
    }
    return room(request, "table.html", table.title, context)


def _log(loaded: LoadedTable) -> list[history.Entry]:
    """The newest first; every event through the engine's eyes of a spectator."""
    table = loaded.table
    rows, changes = history.recent(table)
    names, kind = SeatNames(loaded.seats, None), KINDS[table.kind]
    return history.entries(rows, kind.rules, kind.words, names, changes)[::-1]


def _reports(table: Table) -> list[Report]:
    found = Report.objects.filter(table=table).select_related("about", "reporter")
    return list(found.order_by("-pk")[:LATEST])


def _trail(code: str) -> list[tuple[AuditEntry, Any]]:
    found = AuditEntry.objects.filter(table_code=code).select_related("actor", "target")
    rows = found.order_by("-pk")[:LATEST]
    return [(row, words.ACTIONS.get(row.action, row.action)) for row in rows]


def _offered(actor: User, loaded: LoadedTable) -> list[tuple[str, Any]]:
    return [
        (name, act.title)
        for name, act in ACTS.items()
        if act.fits(loaded) and roles.may(actor, act.action)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """First what it will do, then doing it. Nothing happens on the way there."""
    if name not in ACTS:
        raise Http404
    wanted = ACTS[name]
    actor = staff(request, wanted.action)
    table = get_object_or_404(Table, code=code)
    if table.pk in own_tables.of(actor):
        return own_table(request)
    loaded = store.current(table.pk)
    form = wanted.ask(loaded, request.POST or None, request.method == "POST")
    step = request.POST.get("step", "")
    if request.method != "POST" or step not in ("preview", "do") or not form.is_valid():
        return _page(request, "table_act.html", wanted, loaded, {"form": form})
    order = Order(actor, code, _changes(request, loaded), _reason(form), now())
    return (_preview if step == "preview" else _done)(request, wanted, loaded, form, order)


def _changes(request: HttpRequest, loaded: LoadedTable) -> int:
    """Of the table as the preview showed it; the preview itself shows it as it is."""
    if request.POST.get("step") == "preview":
        return loaded.table.changes
    return number(request.POST.get("changes", "")) or 0


def _reason(form: Any) -> str:
    return str(form.cleaned_data.get("reason", ""))


def _page(
    request: HttpRequest, template: str, act: TableAct, loaded: LoadedTable, context: dict[str, Any]
) -> HttpResponse:
    return room(request, template, act.title, {"table": loaded.table, "act": act} | context)


def _preview(
    request: HttpRequest, act: TableAct, loaded: LoadedTable, form: Any, order: Order
) -> HttpResponse:
    try:
        lines = act.says(loaded, form)
    except NotAllowed as refused:
        return _refused(request, act, loaded, form, refused)
    context = {"form": form, "lines": lines, "changes": order.changes}
    return _page(request, "table_preview.html", act, loaded, context)


def _done(
    request: HttpRequest, act: TableAct, loaded: LoadedTable, form: Any, order: Order
) -> HttpResponse:
    try:
        act.do(order, form)
    except NotAllowed as refused:
        return _refused(request, act, loaded, form, refused)
    messages.success(request, gettext("Done, and written down."))
    return redirect("admin:table", order.code)


def _refused(
    request: HttpRequest, act: TableAct, loaded: LoadedTable, form: Any, refused: NotAllowed
) -> HttpResponse:
    messages.error(request, str(words.REFUSED[refused.code]))
    return _page(request, "table_act.html", act, loaded, {"form": form})


def own_table(request: HttpRequest) -> HttpResponse:
    """Nothing of it: whoever plays there asks a colleague."""
    return room(request, "own_table.html", gettext("Your own table"), {}, status=403)


def staff(request: HttpRequest, action: str) -> User:
    assert isinstance(request.user, User)
    if not roles.may(request.user, action):
        raise PermissionDenied
    return request.user
