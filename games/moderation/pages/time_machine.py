"""The page of the time machine: a form that asks why, then the table at that moment."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from config.clock import now
from games.kinds import KINDS
from games.kinds.common.words import Names
from games.mine import Pieces
from games.moderation import own_tables, time_machine
from games.moderation.actions import Action
from games.moderation.pages.forms import ReasonForm
from games.moderation.pages.page import (
    admin_page,
    own_table_page,
    require_staff,
    say_refused,
)
from games.moderation.roles import NotAllowed
from games.moderation.time_machine import EVERYTHING, Moment
from games.tables.models import Table
from games.tables.presenters import board as boards
from games.tables.presenters import log as history
from games.tables.presenters import moves, people
from games.tables.words.names import SeatNames, seat_name


class LookForm(ReasonForm):
    """Who looks, at which moment, and why."""

    seat = forms.TypedChoiceField(label=_("As seen by"), coerce=int)
    number = forms.IntegerField(label=_("After this entry of the log"), min_value=1)
    field_order = ("seat", "number", "reason")

    def __init__(self, table: Table, data: QueryDict | None) -> None:
        super().__init__(data)
        seats = table.seats.select_related("user").order_by("number")
        named: list[tuple[int, Any]] = [(seat.number, seat_name(seat)) for seat in seats]
        field = self.fields["seat"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [*named, (EVERYTHING, _("nobody: as it really was"))]
        self.fields["number"].widget.attrs["max"] = table.length
        self.fields["number"].initial = table.length


class Pile(NamedTuple):
    """Cards that lie together: whose, where, and their names, the top first."""

    name: str
    cards: list[str]


@require_http_methods(["GET", "HEAD", "POST"])
def secrets(request: HttpRequest, code: str) -> HttpResponse:
    """It asks first. No cache keeps what it then shows, and each look is a POST of its own."""
    actor = require_staff(request, Action.SECRETS)
    table = get_object_or_404(Table.objects.defer("seed", "salt"), code=code)
    if table.pk in own_tables.of(actor):
        return own_table_page(request)
    form = LookForm(table, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"table": table, "form": form, "looks": time_machine.looks(actor)}
    if request.method == "POST" and form.is_valid():
        context |= _look(request, actor, code, form)
    response = admin_page(request, "time_machine.html", _("Time machine"), context)
    add_never_cache_headers(response)
    return response


def _look(request: HttpRequest, actor: User, code: str, form: LookForm) -> dict[str, Any]:
    chosen = form.cleaned_data
    try:
        moment = time_machine.open_secrets(
            actor, code, chosen["seat"], chosen["number"], chosen["reason"], now()
        )
    except NotAllowed as refused:
        say_refused(request, refused)
        return {}
    return {"moment": moment, "looks": moment.looks, "reason": chosen["reason"], **shown(moment)}


def shown(moment: Moment) -> dict[str, Any]:
    """Drawn from the view, as on players' pages; with every pile where all is shown."""
    loaded = moment.loaded
    kind, names = KINDS[loaded.table.kind], SeatNames(loaded.seats, moment.seat)
    found = loaded.table.log.filter(number__lte=moment.number)
    rows, changes = history.latest(found, history.RECENT)
    told = history.entries(rows, loaded.rules, kind.words, names, changes)
    look = kind.look
    laid = boards.board(moment.view, look, kind.words, names, history.last_cells(told), ())
    pieces = loaded.rules.pieces(moment.state) if moment.seat is None else None
    return {
        "page": {
            "kind": loaded.table.kind,
            "board": laid,
        },
        "hand": moves.hand(moment.view, look, kind.words, [], on_turn=False),
        "players": people.players(loaded.seats, moment.view, kind, names, now()),
        "log": history.newest_first(history.this_round(told)),
        "who": None if moment.seat is None else names.plain(moment.seat),
        "drawing": loaded.rules.draw(moment.view),
        "piles": piles(pieces, names) if pieces else [],
        "values": [(names.plain(v.seat), v.name, v.value) for v in pieces.values] if pieces else [],
        "knowledge": known(pieces, names) if pieces else [],
        "before": max(1, moment.number - 1),
        "after": min(loaded.table.length, moment.number + 1),
        "eyes": EVERYTHING if moment.seat is None else moment.seat,
    }


def piles(pieces: Pieces, names: Names) -> list[Pile]:
    """Every card that is not on the board, pile by pile, the top first."""
    found = []
    zones = sorted(pieces.zones().items(), key=lambda pile: (pile[0][0], pile[0][1] or 0))
    for (zone, owner), cards in zones:
        if zone != "board":
            title = zone if owner is None else f"{zone}: {names.plain(owner)}"
            found.append(Pile(title, [f"{c.card}" for c in reversed(cards)]))
    return found


def known(pieces: Pieces, names: Names) -> list[tuple[str, str, Any]]:
    return [(names.plain(k.seat), k.thing, k.value) for k in pieces.knowledge]
