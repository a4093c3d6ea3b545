"""A table as moderators see it: what everybody may know, the chat, and what they can do there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_pages import number
from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.moderation import conflicts, own_cases, own_tables, roles, trail
from games.moderation.actions import Action
from games.moderation.models import AuditEntry, Report, TableNote
from games.moderation.pages import hiding
from games.moderation.pages.act_page import ActPage
from games.moderation.pages.forms import ActForm
from games.moderation.pages.page import (
    admin_page,
    own_table_page,
    require_staff,
    say_refused,
)
from games.moderation.pages.table_acts import ACTS, TableAct
from games.moderation.roles import NotAllowed
from games.moderation.table_acts import Order
from games.tables import store
from games.tables.models import Table
from games.tables.presenters import log as history
from games.tables.presenters.page import board_for_all
from games.tables.store import LoadedTable
from games.tables.words.names import SeatNames, seat_name

LATEST = 50


@require_safe
def one(request: HttpRequest, code: str) -> HttpResponse:
    """Facts, board, seats, clocks, the log as spectators read it, chat, reports, trail, notes."""
    actor = require_staff(request, Action.SEE_TABLE)
    table = get_object_or_404(
        Table.objects.select_related("owner").defer("seed", "salt"), code=code
    )
    if table.pk in own_tables.of(actor):
        return own_table_page(request)
    loaded = _loaded(table)
    log = _log(loaded)
    context = {
        "table": table,
        "kind": KINDS[table.kind].title,
        "settings": KINDS[table.kind].options.settings(table.options),
        "seats": [(seat, seat_name(seat)) for seat in loaded.seats],
        "log": log[::-1],
        "page": _board(loaded, log) if table.round_number else None,
        **hiding.offered(actor, loaded),
        "reports": _reports(table, actor) if roles.may(actor, Action.SEE_REPORTS) else [],
        "audit": _audit(code, actor) if roles.may(actor, Action.SEE_AUDIT) else [],
        "notes": TableNote.objects.filter(table=table)
        .select_related("by")
        .order_by("-pk")[:LATEST],
        "acts": _offered(actor, loaded),
        "secrets": bool(table.round_number) and roles.may(actor, Action.SECRETS),
        "looks": AuditEntry.objects.filter(table_code=code, action=Action.SECRETS).count(),
    }
    return admin_page(request, "table.html", table.title, context)


def _loaded(table: Table) -> LoadedTable:
    """With its state, if it was dealt: the board is drawn from it."""
    if table.round_number:
        return store.current(table.pk)
    return LoadedTable(table, list(table.seats.select_related("user").order_by("number")))


def _board(loaded: LoadedTable, log: list[history.Entry]) -> dict[str, Any]:
    """What the template of the board needs: the view of a spectator, and no state."""
    return {"kind": loaded.table.kind, "board": board_for_all(loaded, log)}


def _log(loaded: LoadedTable) -> list[history.Entry]:
    """The oldest first, as a spectator sees it."""
    table = loaded.table
    rows, changes = history.recent(table)
    names, words = SeatNames(loaded.seats, None), loaded.kind.words
    return history.entries(rows, loaded.rules, words, names, changes)


def _reports(table: Table, reader: User) -> list[Report]:
    found = Report.objects.filter(table=table).select_related("about", "reporter")
    found = own_cases.without(found, reader)
    return list(found.order_by("-pk")[:LATEST])


def _audit(code: str, reader: User) -> list[trail.Told]:
    found = AuditEntry.objects.filter(table_code=code).select_related("actor", "target")
    return trail.told(own_cases.without(found, reader).order_by("-pk")[:LATEST])


def _offered(actor: User, loaded: LoadedTable) -> list[tuple[str, str | Promise]]:
    near = _too_close(actor, loaded)
    return [
        (name, act.title)
        for name, act in ACTS.items()
        if act.fits(loaded) and act.has_seat(loaded, near) and roles.may(actor, act.action)
    ]


def _too_close(actor: User, loaded: LoadedTable) -> set[int]:
    """Whose seats are for a colleague to decide about."""
    players = [seat.user for seat in loaded.seats if seat.user]
    return conflicts.too_close(actor, Action.TABLE_SKIP, players, now())


@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, code: str, name: str) -> HttpResponse:
    """Ask for what is needed, show what will happen, then do it."""
    if name not in ACTS:
        raise Http404
    wanted = ACTS[name]
    actor = require_staff(request, wanted.action)
    table = get_object_or_404(Table, code=code)
    if table.pk in own_tables.of(actor):
        return own_table_page(request)
    loaded = store.current(table.pk)
    sent = request.POST if request.method == "POST" else None
    form = wanted.ask(loaded, sent, _too_close(actor, loaded), _asked(request, loaded))
    page = _page(wanted, table, form)
    step = request.POST.get("step", "")
    if step not in ("preview", "do") or not form.is_valid():
        return page.ask(request)
    try:
        if step == "preview":
            conflicts.require(actor, wanted.action, wanted.people(loaded), now())
            seen = replace(page, carried=(("changes", loaded.table.changes),))
            return seen.preview(request, wanted.preview(loaded, form))
        wanted.do(_order(request, actor, code, form), form)
    except NotAllowed as refused:
        say_refused(request, refused)
        return page.ask(request)
    messages.success(request, gettext("Done, and written down."))
    return redirect("admin:table", code)


def _asked(request: HttpRequest, loaded: LoadedTable) -> dict[str, Any]:
    """What the link says; for a player, the seat at which they sit."""
    asked: dict[str, Any] = request.GET.dict()
    player = number(asked.get("player", ""))
    found = [seat.number for seat in loaded.seats if player and seat.user_id == player]
    return asked | ({"seat": found[0]} if found else {})


def _page(act: TableAct, table: Table, form: ActForm) -> ActPage:
    return ActPage(act.title, table.title, reverse("admin:table", args=[table.code]), form)


def _order(request: HttpRequest, actor: User, code: str, form: ActForm) -> Order:
    """For the table as the preview showed it: after so many changes, and no more."""
    changes = number(request.POST.get("changes", "")) or 0
    chosen = form.cleaned_data
    reason, why = str(chosen.get("reason", "")), str(chosen.get("why", ""))
    return Order(actor, code, changes, reason, now(), why)
