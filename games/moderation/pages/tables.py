"""A table's page for moderators: public facts, the chat, and the possible actions."""

from __future__ import annotations

from typing import Any, TypeVar

from django import forms
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.admin_base import parse_number
from accounts.models import User
from config.clock import now
from games.engine import Pieces
from games.kinds import KINDS
from games.kinds.common.words.phrases import Names
from games.moderation import audit_display, conflicts, permissions
from games.moderation.models import AuditEntry, Report
from games.moderation.pages import base, hiding
from games.moderation.pages.table_actions import TABLE_ACTIONS
from games.moderation.permissions import Action, NotAllowed
from games.moderation.services import time_machine
from games.moderation.services.table_actions import ActionRequest
from games.moderation.services.time_machine import EVERYTHING, Moment
from games.moderation.texts import Words
from games.players.names import SeatNames, seat_name
from games.tables import store
from games.tables.models import Table
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters import moves, people
from games.tables.presenters.page import board_for_all
from games.tables.store import LoadedTable

LATEST_ROWS = 50
NO_PIECES = Pieces((), (), (), (), ())
RowT = TypeVar("RowT", bound=Model)


@require_safe
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show facts, board, seats, clocks, the spectators' log, chat, reports, trail and notes."""
    actor = base.require_staff(request, Action.SEE_TABLE)
    table = get_object_or_404(
        Table.objects.select_related("owner").defer("seed", "salt"), code=code
    )
    if table.pk in conflicts.own_tables_of(actor):
        return base.own_table_page(request)
    loaded = _loaded(table)
    log = _log(loaded)
    reports = Report.objects.filter(table=table).select_related("about", "reporter")
    entries = AuditEntry.objects.filter(table_code=code).select_related("actor", "target")
    context = {
        "table": table,
        "kind": KINDS[table.kind].title,
        "settings": KINDS[table.kind].options.settings(table.options),
        "seats": [(seat, seat_name(seat)) for seat in loaded.seats],
        "log": log[::-1],
        # The board is drawn from the view of a spectator, without the state.
        "page": {"kind": table.kind, "board": board_for_all(loaded, log)}
        if table.round_number
        else None,
        **hiding.chat_context(actor, loaded),
        "reports": _latest(reports, actor, Action.SEE_REPORTS),
        "audit": audit_display.entry_texts(_latest(entries, actor, Action.SEE_AUDIT)),
        "notes": table.staff_notes.select_related("by").order_by("-pk")[:LATEST_ROWS],
        "acts": _offered_actions(actor, loaded),
        "secrets": bool(table.round_number) and permissions.may(actor, Action.SECRETS),
        "looks": AuditEntry.objects.filter(table_code=code, action=Action.SECRETS).count(),
    }
    return base.admin_page(request, "table.html", table.title, context)


def _loaded(table: Table) -> LoadedTable:
    """Load a table; if it was dealt, with the state from which the board is drawn."""
    if table.round_number:
        return store.current(table.pk)
    return LoadedTable(table, list(table.seats.select_related("user").order_by("number")))


def _log(loaded: LoadedTable) -> list[history.Entry]:
    """Return the log as a spectator sees it, the oldest entry first."""
    table = loaded.table
    rows, changes = history.recent(table)
    names, words = SeatNames(loaded.seats, None), loaded.kind.words
    return history.entries(rows, loaded.rules, words, names, changes)


def _latest(rows: QuerySet[RowT], reader: User, needed: Action) -> list[RowT]:
    """Return the latest rows that the reader may see; nothing if their role does not allow it."""
    if not permissions.may(reader, needed):
        return []
    return list(conflicts.without_own_cases(rows, reader).order_by("-pk")[:LATEST_ROWS])


def _offered_actions(actor: User, loaded: LoadedTable) -> list[tuple[str, Words]]:
    near = _players_in_conflict(actor, loaded)
    return [
        (name, act.title)
        for name, act in TABLE_ACTIONS.items()
        if act.is_offered(loaded, near) and permissions.may(actor, act.action)
    ]


def _players_in_conflict(actor: User, loaded: LoadedTable) -> set[int]:
    players = [seat.user for seat in loaded.seats if seat.user]
    return conflicts.players_in_conflict(actor, Action.TABLE_SKIP, players, now())


@require_http_methods(["GET", "HEAD", "POST"])
def table_action(request: HttpRequest, code: str, name: str) -> HttpResponse:
    if name not in TABLE_ACTIONS:
        raise Http404
    wanted = TABLE_ACTIONS[name]
    actor = base.require_staff(request, wanted.action)
    table = get_object_or_404(Table, code=code)
    if table.pk in conflicts.own_tables_of(actor):
        return base.own_table_page(request)
    loaded = store.current(table.pk)
    near, asked = _players_in_conflict(actor, loaded), _asked(request, loaded)
    form = wanted.ask(loaded, base.posted(request), near, asked)
    back, carried = reverse("admin:table", args=[code]), (("changes", loaded.table.changes),)

    def preview() -> list[Words]:
        concerned = wanted.people(loaded) if wanted.people else []
        conflicts.require_no_conflict(actor, wanted.action, concerned, now())
        return wanted.preview(loaded, form)

    return base.ActionPage(wanted.title, table.title, back, form, carried).run(
        request,
        preview,
        lambda: wanted.do(_order(request, actor, code, form), form),
        lambda: redirect(back),
    )


def _asked(request: HttpRequest, loaded: LoadedTable) -> dict[str, Any]:
    """Return the choices in the link; for a player, the seat at which they sit."""
    asked: dict[str, Any] = request.GET.dict()
    player = parse_number(asked.get("player", ""))
    found = [seat.number for seat in loaded.seats if player and seat.user_id == player]
    return asked | ({"seat": found[0]} if found else {})


def _order(request: HttpRequest, actor: User, code: str, form: base.ActionForm) -> ActionRequest:
    """Make a request as of the preview: `changes` is the table's number of changes then."""
    changes = parse_number(request.POST.get("changes", "")) or 0
    chosen = form.cleaned_data
    reason, why = str(chosen.get("reason", "")), str(chosen.get("why", ""))
    return ActionRequest(actor, code, changes, reason, now(), why)


class LookForm(base.ReasonForm):
    seat = forms.TypedChoiceField(label=_("As seen by"), coerce=int)
    number = forms.IntegerField(label=_("After this entry of the log"), min_value=1)
    field_order = ("seat", "number", "reason")

    def __init__(self, table: Table, data: QueryDict | None) -> None:
        super().__init__(data)
        seats = table.seats.select_related("user").order_by("number")
        named: list[tuple[int, Any]] = [(seat.number, seat_name(seat)) for seat in seats]
        base.set_choices(self, "seat", [*named, (EVERYTHING, _("nobody: as it really was"))])
        self.fields["number"].widget.attrs["max"] = table.length
        self.fields["number"].initial = table.length


@require_http_methods(["GET", "HEAD", "POST"])
def secrets_page(request: HttpRequest, code: str) -> HttpResponse:
    """Ask first, then show the secrets: in no cache (`admin_view`), and each time by POST."""
    actor = base.require_staff(request, Action.SECRETS)
    table = get_object_or_404(Table.objects.defer("seed", "salt"), code=code)
    if table.pk in conflicts.own_tables_of(actor):
        return base.own_table_page(request)
    form = LookForm(table, base.posted(request))
    context: dict[str, Any] = {
        "table": table,
        "form": form,
        "looks": time_machine.count_looks(actor),
    }
    if request.method == "POST" and form.is_valid():
        context |= _look(request, actor, code, form)
    return base.admin_page(request, "time_machine.html", _("Time machine"), context)


def _look(request: HttpRequest, actor: User, code: str, form: LookForm) -> dict[str, Any]:
    chosen = form.cleaned_data
    try:
        moment = time_machine.open_secrets(
            actor, code, chosen["seat"], chosen["number"], chosen["reason"], now()
        )
    except NotAllowed as refused:
        base.show_refusal(request, refused)
        return {}
    found = {"moment": moment, "looks": moment.looks, "reason": chosen["reason"]}
    return found | moment_context(moment)


def moment_context(moment: Moment) -> dict[str, Any]:
    """Return context from the view, as on players' pages; with every pile if all is shown."""
    loaded = moment.loaded
    kind, names = KINDS[loaded.table.kind], SeatNames(loaded.seats, moment.seat)
    found = loaded.table.log.filter(number__lte=moment.number)
    rows, changes = history.latest(found, history.RECENT)
    told = history.entries(rows, loaded.rules, kind.words, names, changes)
    laid = boards.board(moment.view, kind, names, history.last_cells(told))
    pieces = loaded.rules.pieces(moment.state) if moment.seat is None else NO_PIECES
    steps = ((moment.number - 1, _("An entry earlier")), (moment.number + 1, _("An entry later")))
    return {
        "page": {"kind": loaded.table.kind, "board": laid},
        "hand": moves.hand(moment.view, kind, []),
        "players": people.players(loaded.seats, moment.view, kind, names, now()),
        "log": history.newest_first(history.this_round(told)),
        "who": None if moment.seat is None else names.plain(moment.seat),
        "drawing": loaded.rules.draw(moment.view),
        "piles": _piles(pieces, names),
        "values": [(names.plain(v.seat), v.name, v.value) for v in pieces.values],
        "knowledge": [(names.plain(k.seat), k.thing, k.value) for k in pieces.knowledge],
        "steps": [step for step in steps if 1 <= step[0] <= loaded.table.length],
        "eyes": EVERYTHING if moment.seat is None else moment.seat,
    }


def _piles(pieces: Pieces, names: Names) -> list[tuple[str, list[str]]]:
    """Return each pile off the board: its owner and place, and the cards' names, top first."""
    found = []
    zones = sorted(pieces.zones().items(), key=lambda pile: (pile[0][0], pile[0][1] or 0))
    for (zone, owner), cards in zones:
        if zone != "board":
            title = zone if owner is None else f"{zone}: {names.plain(owner)}"
            found.append((title, [f"{c.card}" for c in reversed(cards)]))
    return found
